// SPDX-License-Identifier: Apache-2.0
// What a transformer cannot be, and what it should be instead.
#include "tests/trgen/programs/ai/transformer_fixture.hpp"

namespace params_test {

using namespace trgen::programs::ai;
using namespace trgen::programs::ai::testing;

namespace {

template <class Change>
std::string refusal(Change change, std::uint32_t nodes = 1024) {
  TransformerParams params = small_transformer();
  change(params);
  const auto made = make(params, nodes);
  CHECK((made.program == nullptr) == !made.faults.empty());
  return made.faults;
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("what does not divide is refused with the nearest that does") {
  CHECK(says(refusal([](auto& p) { p.tensor = 3; }), "heads 8 cannot be divided by tensor 3; set tensor to 2 or 4"));
  CHECK(says(refusal([](auto& p) { p.pipeline = 7; }),
             "layers 8 cannot be divided by pipeline 7; set pipeline to 4 or 8"));
  CHECK(says(refusal([](auto& p) { p.pipeline = 2, p.virtual_stages = 3, p.micro_batches = 2; }),
             "the 4 layers of a stage cannot be divided into 3 parts; set virtual_stages to 2 or 4"));
  CHECK(says(refusal([](auto& p) { p.pipeline = 4, p.virtual_stages = 2, p.micro_batches = 6; }),
             "needs micro_batches to be a multiple of pipeline (4), not 6; set it to 4 or 8"));
  CHECK(says(refusal([](auto& p) { p.data.reset(), p.tensor = 8; }, 100),
             "replicas of tensor 8 x pipeline 1 = 8 accelerators do not fill 100 of them; set data, or make tensor x "
             "pipeline 5 or 10"));
}

TEST_CASE("what would have no effect, or cannot work, is refused") {
  CHECK(says(refusal([](auto& p) { p.zero = 1; }), "zero has no effect with one replica"));
  CHECK(says(refusal([](auto& p) { p.zero = 2, p.data = 2, p.pipeline = 2; }), "set pipeline to 1, or zero to 0 or 1"));
  CHECK(says(refusal([](auto& p) { p.virtual_stages = 2; }), "set pipeline to 2 or more"));
  CHECK(says(refusal([](auto& p) { p.sequence_parallel = true; }), "set tensor to 2 or more"));
  CHECK(says(refusal([](auto& p) { p.expert_parallel = 2; }), "there are no experts to spread"));
  CHECK(says(refusal([](auto& p) { p.expert_skew = 1; }), "there are no experts to choose"));
  CHECK(says(refusal([](auto& p) { p.model.experts = 2, p.model.top_k = 3; }), "3 experts cannot work on a token"));
  CHECK(says(refusal([](auto& p) { p.buckets = 9; }), "set buckets to at most 8"));
  CHECK(says(refusal([](auto& p) { p.teraflops = 1e-6, p.model.hidden = 1 << 16, p.model.sequence = 1 << 20; }),
             "11 days"));
  CHECK(says(refusal([](auto& p) { p.data = 1 << 23; }), "too many accelerators"));
  CHECK(says(refusal([](auto& p) { p.accelerators_per_node = 2; }), "set accelerators_per_node to 1"));
}

TEST_CASE("without a number of replicas, they fill the nodes") {
  TransformerParams params = small_transformer();
  params.data.reset();
  params.tensor = 2;
  params.pipeline = 4;
  const auto made = make(params, 64);
  REQUIRE(made.program);
  CHECK(made.program->seats() == 64);
  params.accelerators_per_node = 8;
  const auto dense = make(params, 64);
  REQUIRE(dense.program);
  CHECK(dense.program->seats() == 64);
  CHECK(dense.program->ranks() == 2 * 512);
  CHECK(dense.program->seat(7) == 0);
  CHECK(dense.program->seat(512 + 8) == 1);
}

}  // namespace params_test
