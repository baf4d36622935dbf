// SPDX-License-Identifier: Apache-2.0
// What is communicated: numbers, kinds and bytes of collectives, by rank, in closed form.
#include "tests/trgen/programs/ai/transformer_fixture.hpp"

namespace volumes_test {

using namespace trgen::programs;
using namespace trgen::programs::ai;
using namespace trgen::programs::ai::testing;

namespace {

/// Bytes that a member of a group sends in its calls, with algorithms that send no more than they must.
double sent(const Calls& calls, Comm comm, std::uint32_t size) {
  double sum = 0;
  for (const auto& [call, count] : calls) {
    const auto& [of, kind, bytes] = call;
    if (of != comm) continue;
    const auto whole = static_cast<double>(bytes);
    const double share = (size - 1.0) / size;
    sum += static_cast<double>(count) * (kind == CollectiveKind::all_reduce ? 2 * share * whole : (size - 1.0) * whole);
  }
  return sum;
}

TransformerParams replicated(std::uint32_t zero) {
  TransformerParams params = small_transformer();
  params.data = 4;
  params.zero = zero;
  params.micro_batches = 1;
  return params;
}

}  // namespace

TEST_CASE("a tensor group adds up activations twice forward and twice backward in each layer") {
  TransformerParams params = small_transformer();
  params.tensor = 4;
  params.micro_batches = 3;
  params.micro_batch = 2;
  const auto made = make(params);
  REQUIRE(made.program);
  const std::uint64_t bytes = 2 * 16 * 64 * 2;
  for (std::uint32_t rank = 0; rank < 4; ++rank) {
    const Calls calls = calls_of(*made.program, rank);
    CHECK(calls ==
          Calls{{{Comm::tensor, CollectiveKind::all_reduce, bytes}, 3 * (8 * 4 + 2)},  // and vocabulary, both ends
                {{Comm::tensor, CollectiveKind::all_reduce, 2 * 16 * 4}, 3 * 3}});     // the loss
    CHECK(made.program->group(2, rank).size == 4);
    CHECK(made.program->group(2, rank)[rank] == rank);
  }
}

TEST_CASE("sequence parallelism sends the same bytes as pairs of allgather and reduce-scatter") {
  TransformerParams params = small_transformer();
  params.tensor = 4;
  params.micro_batches = 1;
  const double whole = sent(calls_of(*make(params).program, 0), Comm::tensor, 4);
  params.sequence_parallel = true;
  const Calls calls = calls_of(*make(params).program, 0);
  CHECK(sent(calls, Comm::tensor, 4) == whole);
  CHECK(calls.at({Comm::tensor, CollectiveKind::all_gather, 16 * 64 * 2 / 4}) == 8 * 4 + 2);
  CHECK(calls.at({Comm::tensor, CollectiveKind::reduce_scatter_block, 16 * 64 * 2 / 4}) == 8 * 4 + 2);
}

TEST_CASE("replicas move 2 n bytes for n bytes of parameters without ZeRO and with ZeRO 1 and 2, and 3 n with ZeRO 3") {
  const double n = 2.0 * static_cast<double>(plan_of(replicated(0)).model.parameters());
  for (const bool overlap : {true, false}) {
    for (const auto& [zero, times] : {std::pair{0U, 2}, std::pair{1U, 2}, std::pair{2U, 2}, std::pair{3U, 3}}) {
      TransformerParams params = replicated(zero);
      params.overlap = overlap;
      const auto made = make(params);
      REQUIRE(made.program);
      CHECK(made.program->ranks() == 4U * (overlap ? (zero == 3 ? 3U : 2U) : 1U));
      CHECK(unmatched(*made.program).empty());
      double sum = 0;
      for (std::uint32_t stream = 0; stream < made.program->ranks() / 4; ++stream)
        sum += sent(calls_of(*made.program, stream * 4 + 1), Comm::data, 4);
      CHECK(sum == times * n * 3 / 4);
    }
  }
}

TEST_CASE("gradients of ZeRO 2 and 3 are reduced in every micro-batch, those of ZeRO 0 and 1 once in a step") {
  for (const std::uint32_t zero : {0U, 1U, 2U, 3U}) {
    TransformerParams params = replicated(zero);
    params.micro_batches = 5;
    params.buckets = 4;
    const auto made = make(params);
    std::uint64_t reduced = 0;
    for (const auto& [call, count] : calls_of(*made.program, 4)) reduced += count;
    CHECK(reduced == (zero < 2 ? 4 : 20));
  }
}

TEST_CASE("a stage has the gradients of its own layers, with the vocabulary's at both ends") {
  TransformerParams params = small_transformer();
  params.data = 2;
  params.tensor = 2;
  params.pipeline = 4;
  params.buckets = 2;
  const auto made = make(params);
  REQUIRE(made.program);
  CHECK(made.program->ranks() == 32);
  const std::uint64_t layer = 2 * (12 * 64 * 64) / 2, vocabulary = 2 * 32 * 64 / 2;
  CHECK(calls_of(*made.program, 16 + 0) == Calls{{{Comm::data, CollectiveKind::all_reduce, layer}, 1},
                                                 {{Comm::data, CollectiveKind::all_reduce, layer + vocabulary}, 1}});
  CHECK(calls_of(*made.program, 16 + 5) == Calls{{{Comm::data, CollectiveKind::all_reduce, layer}, 2}});
  CHECK(calls_of(*made.program, 16 + 15) == Calls{{{Comm::data, CollectiveKind::all_reduce, layer}, 1},
                                                  {{Comm::data, CollectiveKind::all_reduce, layer + vocabulary}, 1}});
}

TEST_CASE("groups are lines of ranks of one stream, and each rank is a member of its own") {
  TransformerParams params = small_transformer();
  params.tensor = 2;
  params.data = 4;
  params.pipeline = 2;
  params.model.experts = 4;
  params.expert_parallel = 2;
  const auto made = make(params);
  REQUIRE(made.program);
  CHECK(made.program->seats() == 16);
  for (std::uint32_t rank = 0; rank < made.program->ranks(); ++rank) {
    CHECK(made.program->seat(rank) == rank % 16);
    for (std::uint32_t communicator = 0; communicator <= 8; communicator += 2) {
      const Group group = made.program->group(communicator, rank);
      const auto self = group.number_of(rank);
      REQUIRE(self);
      for (std::uint32_t i = 0; i < group.size; ++i) {
        const Group other = made.program->group(communicator, group[i]);
        CHECK(other.number_of(rank) == self);
        if (communicator != 0) CHECK(group[i] / 16 == rank / 16);
      }
    }
  }
  CHECK(made.program->group(8, 3)[1] == 7);  // the same experts: two replicas on
}

TEST_CASE("all tokens go to experts and come back, whatever the choices") {
  for (const double skew : {0.0, 0.7, 2.0}) {
    TransformerParams params = small_transformer();
    params.data = 4;
    params.model.experts = 16;
    params.model.top_k = 3;
    params.expert_parallel = 4;
    params.expert_skew = skew;
    const auto made = make(params);
    REQUIRE(made.program);
    const auto operations = all_of(*made.program, 2);
    std::uint64_t calls = 0;
    for (const Operation& each : operations) {
      if (each.kind != OperationKind::collective || each.collective != CollectiveKind::all_to_all_v) continue;
      ++calls;
      std::uint64_t sum = 0;
      for (std::uint32_t i = 0; i < 4; ++i) {
        const bool back = each.call % 2 == 1;
        sum += made.program->block_bytes(each, 2, back ? i : 2, back ? 2 : i);
        CHECK(made.program->block_bytes(each, 2, 2, i) == made.program->block_bytes(each, i, 2, i));
      }
      CHECK(sum == 16 * 3 * 64 * 2);
    }
    CHECK(calls == 8 * 8 * 4);
  }
}

TEST_CASE("experts that are each held once have no gradients to add up") {
  TransformerParams params = small_transformer();
  params.data = 4;
  params.model.experts = 4;
  params.expert_parallel = 4;
  for (const auto& [call, count] : calls_of(*make(params).program, 4)) CHECK(std::get<0>(call) == Comm::data);
  params.expert_parallel = 2;
  std::uint64_t of_experts = 0;
  for (const auto& [call, count] : calls_of(*make(params).program, 4))
    of_experts += std::get<0>(call) == Comm::expert_data ? count * std::get<2>(call) : 0;
  CHECK(of_experts == 8 * 2 * (2 * 64 * 256) * 2);
}

}  // namespace volumes_test
