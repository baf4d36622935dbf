// SPDX-License-Identifier: Apache-2.0
// The catalogues: grids, partners, groups, laws and classes of ranks.
#include <doctest/doctest.h>

#include <functional>

#include "trgen/extrapolation/groups.hpp"
#include "trgen/extrapolation/partition.hpp"
#include "trgen/extrapolation/partners.hpp"

namespace extrapolation_laws_test {

using namespace trgen::extrapolation;

namespace {

const std::vector<GridRule>& rules() {
  static const std::vector<GridRule> all = grid_rules();
  return all;
}

/// The value that the law found over these runs has on a rank of another one.
std::optional<std::int64_t> predicted(std::initializer_list<std::uint32_t> from, std::uint32_t to, std::uint32_t rank,
                                      const std::function<std::int64_t(std::uint32_t rank, std::uint32_t ranks)>& of) {
  std::vector<Run> runs;
  for (const std::uint32_t ranks : from) runs.emplace_back(ranks, rules());
  std::vector<Sample> samples;
  for (const Run& run : runs) {
    for (std::uint32_t r = 0; r < run.ranks(); ++r) samples.push_back({{&run, r}, of(r, run.ranks())});
  }
  const Run target(to, rules());
  const Fit fit(rules(), Admitted(rules().size(), true), target);
  const auto model = fit.value(samples, 1);
  return model ? model->at({&target, rank}) : std::nullopt;
}

}  // namespace

TEST_CASE("laws of the number of ranks are found and hold at another number") {
  const auto of = [](auto law) {
    return [law](std::uint32_t, std::uint32_t ranks) { return law(std::int64_t{ranks}); };
  };
  CHECK(predicted({4, 8, 16}, 256, 5, of([](std::int64_t) { return 42; })) == 42);
  CHECK(predicted({4, 8, 16}, 256, 5, of([](std::int64_t p) { return 3 * p - 5; })) == 3 * 256 - 5);
  CHECK(predicted({4, 8, 16}, 256, 5, of([](std::int64_t p) { return 4096 / p; })) == 16);
  CHECK(predicted({4, 8, 16}, 256, 5, of([](std::int64_t p) { return 65536 * 8 / (p * p); })) == 8);
  CHECK(predicted({4, 8, 16}, 256, 5, of([](std::int64_t p) { return 4096 / p + 100; })) == 116);
  CHECK(predicted({4, 8, 16}, 256, 5, of([](std::int64_t p) {
                    return 20 * (63 - __builtin_clzll(static_cast<unsigned long long>(p))) + 1;
                  })) == 161);
  CHECK(predicted({3, 5, 7, 11}, 256, 5, of([](std::int64_t p) { return 1000 / p; })) == 3);
  CHECK(predicted({4, 9, 16}, 256, 5, of([](std::int64_t p) { return p == 4 ? 20 : p == 9 ? 30 : 40; })) == 160);
}

TEST_CASE("numbers that no law gives have none, and neither have laws with as many parameters as inputs") {
  const auto cube = [](std::uint32_t, std::uint32_t p) { return std::int64_t{p} * p * p + p; };
  CHECK(predicted({4, 8, 16}, 256, 0, cube) == std::nullopt);
  CHECK(predicted({4, 8}, 256, 0, [](std::uint32_t, std::uint32_t p) { return std::int64_t{3} * p - 5; }) ==
        std::nullopt);
}

TEST_CASE("values of ends and middle, of shares and of even ranks differ") {
  const auto ends = [](std::uint32_t rank, std::uint32_t p) {
    return rank == 0 ? std::int64_t{8} : rank + 1 == p ? 2 * std::int64_t{p} : 4;
  };
  CHECK(predicted({4, 8, 16}, 256, 0, ends) == 8);
  CHECK(predicted({4, 8, 16}, 256, 100, ends) == 4);
  CHECK(predicted({4, 8, 16}, 256, 255, ends) == 512);
  const auto share = [](std::uint32_t rank, std::uint32_t p) {
    return 40 * std::int64_t{33 / p + (rank < 33 % p ? 1 : 0)};
  };
  CHECK(predicted({4, 6, 8}, 10, 2, share) == 160);
  CHECK(predicted({4, 6, 8}, 10, 3, share) == 120);
  CHECK(predicted({4, 6, 8}, 10, 6, [](std::uint32_t rank, std::uint32_t) { return std::int64_t{rank % 2}; }) == 0);
}

TEST_CASE("partners are told apart by elimination: a row of a grid is no fixed distance") {
  const PartnerForms forms(rules());
  const Run four(4, rules());
  const Run sixteen(16, rules());
  const Run target(64, rules());
  FormSet below = forms.that_give({&four, 0}, 2);
  below &= forms.that_give({&sixteen, 5}, 9);
  REQUIRE(below.any());
  CHECK(forms.partner(simplest(below), {&target, 9}) == 17);
  FormSet next = forms.that_give({&four, 3}, 0);
  next &= forms.that_give({&sixteen, 15}, 0);
  next &= forms.that_give({&sixteen, 3}, 4);
  CHECK(forms.words(simplest(next)) == "(rank + 1) % ranks");
}

TEST_CASE("every form of a partner stays within the ranks, on any number of them") {
  const PartnerForms forms(rules());
  for (std::uint32_t ranks = 1; ranks < 70; ++ranks) {
    const Run run(ranks, rules());
    for (std::size_t form = 0; form < forms.size(); ++form) {
      for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto partner = forms.partner(form, {&run, rank});
        if (partner && *partner >= ranks) FAIL(forms.words(form));
      }
    }
  }
}

TEST_CASE("groups are lines and planes of grids, and divide the ranks") {
  const GroupForms groups(rules());
  const Run run(24, rules());
  for (std::size_t form = 0; form < groups.size(); ++form) {
    std::vector<std::uint32_t> seen(24);
    for (std::uint32_t rank = 0; rank < 24; ++rank) {
      const auto members = groups.members(form, {&run, rank});
      if (members.empty()) continue;
      CHECK(std::is_sorted(members.begin(), members.end()));
      CHECK(std::binary_search(members.begin(), members.end(), rank));
      CHECK(groups.that_give({&run, rank}, members).test(form));
    }
  }
}

}  // namespace extrapolation_laws_test
