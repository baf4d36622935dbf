// SPDX-License-Identifier: Apache-2.0
// Ranks that are told to be like another one give the structure of ranks given one by one.
#include "trgen/structure/gather.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "fsin/core/hash.hpp"

namespace gather_test {

using namespace trgen::structure;
using trgen::record::Kind;

namespace {

constexpr std::uint32_t ranks = 64;

/// Messages to neighbours at growing distances. Of three kinds of ranks, two have the same loops and other bytes.
RankTree tree_of(std::uint32_t rank, std::uint64_t kind) {
  RankFold fold(rank, ranks);
  for (std::uint32_t i = 0; i < (kind == 2 ? 3U : 5U); ++i) {
    const std::uint32_t peer = (rank + (1U << i)) % ranks;
    fold.add({.kind = Kind::send, .peer = peer, .tag = 7, .bytes = kind == 1 ? 4096U : 64U << i});
    fold.add({.kind = Kind::receive, .peer = peer, .tag = 7, .bytes = 8});
  }
  return fold.take();
}

TEST_CASE("ranks that are like another one give the structure of ranks that are given one by one, in any order") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CAPTURE(seed);
    const FollowedForms offsets{true, false, false};
    Gather one_by_one(offsets);
    Gather alike(offsets);
    std::array<std::vector<std::uint32_t>, 3> of_kind;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      const std::uint64_t kind = fsin::hash_of(seed, rank) % 3;
      const RankTree tree = tree_of(rank, kind);
      one_by_one.add(tree);
      if (of_kind[kind].empty())
        alike.add(tree);
      else
        alike.add_like(of_kind[kind].front(), tree_of(of_kind[kind].front(), kind));
      of_kind[kind].push_back(rank);
    }
    REQUIRE(one_by_one.finish() == alike.finish());
  }
}

TEST_CASE("a partner is written in the forms that are followed only") {
  Gather offsets({true, false, false});
  Gather bits({false, false, true});
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    offsets.add(tree_of(rank, 0));
    bits.add(tree_of(rank, 0));
  }
  const Structure by_offset = offsets.finish();
  const Structure by_bits = bits.finish();
  REQUIRE(by_offset.events.size() == 2);
  CHECK(by_offset.events.front().form == PeerForm::offset);
  CHECK(cost(by_offset.events.front().field(FieldName::peer)) < cost(by_bits.events.front().field(FieldName::peer)));
  CHECK(by_bits.events.front().form == PeerForm::exclusive_or);
}

}  // namespace
}  // namespace gather_test
