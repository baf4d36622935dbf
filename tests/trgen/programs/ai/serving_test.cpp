// SPDX-License-Identifier: Apache-2.0
// Serving and single collectives: numbers of iterations and bytes in closed form.
#include "tests/trgen/programs/ai/expanded_program.hpp"
#include "tests/trgen/programs/ai/transformer_fixture.hpp"
#include "trgen/programs/ai/collective_params.hpp"
#include "trgen/programs/ai/inference_params.hpp"

namespace serving_test {

using namespace trgen::programs;
using namespace trgen::programs::ai;
using namespace trgen::programs::ai::testing;
using trgen::replay::testing::on_nodes;
using trgen::replay::testing::run_program;

namespace {

template <class P>
Made make_any(const P& params, std::uint32_t nodes = 16) {
  fsin::Diagnostics diagnostics;
  const MarkOf mark_of = [](std::string_view key) { return fsin::Mark(std::string(key)); };
  auto program = params.make(nodes, diagnostics, mark_of);
  return {std::move(program), diagnostics.text()};
}

InferenceParams small_server() {
  InferenceParams params;
  params.model = {.layers = 4, .hidden = 64, .heads = 8, .vocabulary = 64};
  params.replicas = 1;
  params.requests = 6;
  params.prompt = 10;
  params.answer = 5;
  params.random_lengths = false;
  return params;
}

}  // namespace

TEST_CASE("requests that are all there take a prefill and an iteration for each further token") {
  InferenceParams params = small_server();
  params.tensor = 2;
  const auto made = make_any(params);
  REQUIRE(made.program);
  const std::uint64_t token = 64 * 2, calls = 4 * 2 + 1;
  CHECK(calls_of(*made.program, 1) == Calls{{{Comm::tensor, CollectiveKind::all_reduce, 6 * 10 * token}, calls},
                                            {{Comm::tensor, CollectiveKind::all_reduce, 6 * token}, 4 * calls},
                                            {{Comm::tensor, CollectiveKind::all_gather, 6 * 32 * 2}, 5}});
}

TEST_CASE("a full batch lets others wait until one is answered") {
  ServingRules rules{.requests = 6, .prompt = 10, .answer = 5, .batch = 2, .most_tokens = 100};
  const auto iterations = serve(
      rules, [](const Iteration&) { return 1; }, 1000);
  CHECK(iterations.size() == 3 * 5);
  std::uint64_t prompts = 0, answers = 0, context = 0;
  for (const Iteration& each : iterations) {
    CHECK(each.requests() == 2);
    prompts += each.prompts;
    answers += each.answers;
    context += each.context;
  }
  CHECK(prompts == 6);
  CHECK(answers == 6 * 4);
  CHECK(context == 6 * (11 + 12 + 13 + 14));
  rules.most_tokens = 15;  // one prompt an iteration
  rules.batch = 6;
  CHECK(serve(
            rules, [](const Iteration&) { return 1; }, 1000)
            .size() == 5 + 5);
  CHECK(serve(
            rules, [](const Iteration&) { return 1; }, 9)
            .empty());
}

TEST_CASE("requests that arrive far apart are served one by one, and as many come as the rate says") {
  ServingRules rules{.requests = 2000, .gap_ns = 1e6, .prompt = 7, .answer = 3, .batch = 8, .most_tokens = 100};
  const auto iterations = serve(
      rules, [](const Iteration&) { return 10; }, 1 << 20);
  CHECK(iterations.size() >= 2000 * 3 - 10);
  std::uint64_t idle = 0;
  for (const Iteration& each : iterations) idle += each.idle_ns;
  CHECK(static_cast<double>(idle) == doctest::Approx(2000e6).epsilon(0.1));
  rules.random_lengths = true;
  rules.prompt = 100;
  std::uint64_t tokens = 0;
  for (const Iteration& each : serve(
           rules, [](const Iteration&) { return 10; }, 1 << 20))
    tokens += each.prompt_tokens;
  CHECK(static_cast<double>(tokens) == doctest::Approx(2000 * 100).epsilon(0.1));
}

TEST_CASE("the stages of a pipeline pass on each iteration, and the last gives the tokens back to the first") {
  InferenceParams params = small_server();
  params.pipeline = 2;
  const auto made = make_any(params);
  REQUIRE(made.program);
  CHECK(unmatched(*made.program).empty());
  std::uint64_t forward = 0, back = 0;
  for (const Operation& each : all_of(*made.program, 0)) {
    forward += each.kind == OperationKind::send_start ? each.amount : 0;
    back += each.kind == OperationKind::receive ? 1 : 0;
  }
  CHECK(forward == 2 * (3 * 10 + 4 * 3) * 64 * 2);
  CHECK(back == 2 * 4);
  const auto ran = run_program(made.program, on_nodes(*made.program), {.most_cycles = 1'000'000});
  CHECK(ran.finished);
}

TEST_CASE("a server that decodes few requests is bound by its memory") {
  InferenceParams params = small_server();
  params.requests = 1;
  params.teraflops = 1000;
  params.memory = 1;
  const auto made = make_any(params);
  // Weights of 2 B and the cache of keys and values of its tokens, read for each layer at 1 B/ns.
  std::uint64_t expected = 0;
  for (std::uint64_t seen = 10; seen < 15; ++seen)
    expected += 4 * (2 * 12 * 64 * 64 + 2 * 64 * 2 * (seen == 10 ? 10 : seen + 1)) + 2 * 64 * 64;
  CHECK(computed(*made.program, 0) == expected);
}

TEST_CASE("servers that cannot be are refused") {
  InferenceParams params = small_server();
  params.tensor = 3;
  CHECK(make_any(params).faults.find("heads 8 cannot be divided by tensor 3; set tensor to 2 or 4") !=
        std::string::npos);
  params = small_server();
  params.pipeline = 4;
  params.requests = 3;
  CHECK(make_any(params).faults.find("set requests to at least 4") != std::string::npos);
}

TEST_CASE("an alltoall by rails moves a block twice at most, and only along rails between nodes") {
  CollectiveParams params;
  params.operation = Routine::rail_all_to_all;
  params.bytes = fsin::Bytes{16 * 100};
  params.rails = 4;
  const auto made = make_any(params);
  REQUIRE(made.program);
  const auto program = in_rings(made.program);
  CHECK(unmatched(*program).empty());
  std::uint64_t within = 0, along = 0;
  for (std::uint32_t rank = 0; rank < 16; ++rank) {
    for (const Operation& each : all_of(*program, rank)) {
      if (each.kind != OperationKind::send && each.kind != OperationKind::send_start) continue;
      if (each.peer == rank) continue;
      CHECK((each.peer / 4 == rank / 4 || each.peer % 4 == rank % 4));
      (each.peer / 4 == rank / 4 ? within : along) += each.amount;
    }
  }
  CHECK(within == 16 * 3 * 4 * 100);
  CHECK(along == 16 * 3 * 4 * 100);
}

TEST_CASE("an allreduce by rails sends the fourth part along each of four rails") {
  CollectiveParams params;
  params.operation = Routine::rail_all_reduce;
  params.bytes = fsin::Bytes{1 << 16};
  params.rails = 4;
  params.accelerators_per_node = 4;
  const auto made = make_any(params, 4);
  REQUIRE(made.program);
  CHECK(made.program->seats() == 4);
  const auto program = in_rings(made.program);
  std::uint64_t along = 0;
  for (const Operation& each : all_of(*program, 5)) {
    if ((each.kind == OperationKind::send || each.kind == OperationKind::send_start) && each.peer / 4 != 1)
      along += each.amount;
  }
  CHECK(along == 2 * 3 * (1 << 14) / 4);
}

TEST_CASE("a collective's buffer is divided into the parts of all ranks, and what does not divide is refused") {
  CollectiveParams params;
  params.operation = Routine::all_gather;
  params.bytes = fsin::Bytes{1000};
  CHECK(make_any(params).faults.find("set bytes to 992 or 1008 B") != std::string::npos);
  params.bytes = fsin::Bytes{1600};
  params.iterations = 3;
  CHECK(calls_of(*make_any(params).program, 0) == Calls{{{Comm::all, CollectiveKind::all_gather, 100}, 3}});
  params.root = 2;
  CHECK(make_any(params).faults.find("allgather has no root") != std::string::npos);
  params.root = 0;
  params.rails = 4;
  CHECK(make_any(params).faults.find("rails are for rail-alltoall") != std::string::npos);
}

}  // namespace serving_test
