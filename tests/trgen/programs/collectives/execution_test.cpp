// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "tests/share_of_cases.hpp"
#include "tests/trgen/programs/collectives/executor.hpp"
#include "tests/trgen/programs/collectives/sizes.hpp"
#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/select.hpp"

namespace execution_test {

namespace {

using namespace collectives_test;
using namespace trgen::programs::collectives;

/// Executes if the algorithm can do the call; the number of executions.
int try_call(Call call, const Entry& algorithm, bool synchronous) {
  complete(call);
  if (!is_empty(call) && !algorithm.misfit(call).empty()) return 0;
  const Outcome outcome = execute(call, algorithm, {.synchronous = synchronous});
  CHECK_MESSAGE(outcome.fault.empty(), text_of(call, algorithm), ": ", outcome.fault);
  return 1;
}

const std::vector<std::uint64_t> byte_counts{0, 1, 8, 24, 1000, 16384, 98317};

int try_sizes(const Entry& algorithm, Kind kind, std::uint32_t size, std::uint32_t root, bool synchronous) {
  int count = 0;
  for (const Library library : {Library::mpich, Library::openmpi}) {
    for (const bool commutative : {true, false}) {
      if (!commutative && !is_reduction(kind)) continue;
      for (const std::uint64_t bytes : byte_counts) {
        Call call{.kind = kind, .size = size, .root = root, .bytes = bytes, .commutative = commutative};
        call.library = library;
        count += try_call(call, algorithm, synchronous);
        call.tuning.segment = 4096;
        call.tuning.chains = 3;
        call.tuning.radix = 3;
        call.tuning.batch = 5;
        if (bytes == 98317) count += try_call(call, algorithm, synchronous);
      }
      for (const std::uint64_t scale : {std::uint64_t{0}, std::uint64_t{8}, std::uint64_t{12000}}) {
        const MixedSizes sizes(scale);
        Call call{.kind = kind, .size = size, .root = root, .commutative = commutative};
        call.library = library;
        call.blocks = &sizes;
        if (blocks_may_differ(kind)) count += try_call(call, algorithm, synchronous);
      }
    }
  }
  return count;
}

}  // namespace

TEST_CASE("every algorithm leaves every rank with what MPI says, for 2 to 17 and 32 ranks") {
  std::vector<std::uint32_t> sizes{32};
  for (std::uint32_t size = 2; size <= 17; ++size) sizes.push_back(size);
  fsin::test::ShareOfCases share;
  for (const Entry& algorithm : algorithms()) {
    if (!share.takes_next()) continue;
    for (const Kind kind : algorithm.kinds) {
      int count = 0;
      for (const std::uint32_t size : sizes) {
        for (const std::uint32_t root : std::set<std::uint32_t>{0, 1, size / 2, size - 1}) {
          if (root == 0 || has_root(kind)) count += try_sizes(algorithm, kind, size, root, false);
        }
      }
      CHECK_MESSAGE(count > 0, algorithm.name);
    }
  }
}

TEST_CASE("every algorithm is right for 100 and 1000 ranks") {
  fsin::test::ShareOfCases share;
  for (const Entry& algorithm : algorithms()) {
    if (!share.takes_next()) continue;
    for (const Kind kind : algorithm.kinds) {
      for (const std::uint32_t size : {64U, 100U, 1000U}) {
        if (size == 1000 && kind != algorithm.kinds.front()) continue;
        Call call{.kind = kind, .size = size, .root = has_root(kind) ? 7U : 0U, .bytes = 20000};
        if (has_pair_blocks(kind) && size == 1000) call.size = 200;
        if (size < 1000) call.tuning.segment = 4096;
        try_call(call, algorithm, false);
      }
    }
  }
}

TEST_CASE("no algorithm waits for ever where sends wait for their receives, but one that needs buffers") {
  fsin::test::ShareOfCases share;
  for (const Entry& algorithm : algorithms()) {
    if (!share.takes_next()) continue;
    if (algorithm.name == "double-binary-tree") continue;  // neighbours send to each other at once, up and down
    for (const Kind kind : algorithm.kinds) {
      for (const std::uint32_t size : {2U, 3U, 5U, 8U, 12U, 17U}) {
        try_sizes(algorithm, kind, size, has_root(kind) ? size - 1 : 0, true);
      }
    }
  }
}

TEST_CASE("long messages in short segments are cut into so many pieces as can be counted") {
  fsin::test::ShareOfCases share;
  for (const Entry& algorithm : algorithms()) {
    if (!share.takes_next()) continue;
    for (const Kind kind : algorithm.kinds) {
      Call call{.kind = kind, .size = 8, .bytes = std::uint64_t{1} << 47};
      call.tuning.segment = 1;
      complete(call);
      if (!algorithm.misfit(call).empty()) continue;
      Round first;
      Round last;
      const std::uint32_t count = algorithm.rounds(call, 5);
      CHECK_MESSAGE(count < 100'000'000, algorithm.name);
      algorithm.round(call, 5, 0, first);
      algorithm.round(call, 5, count - 1, last);
    }
  }
}

TEST_CASE("the choice of each library can do its call") {
  for (const auto& [library, name, doc] : library_names) {
    for (std::size_t number = 0; number < kinds; ++number) {
      const auto kind = static_cast<Kind>(number);
      for (const std::uint32_t size : {2U, 3U, 4U, 6U, 7U, 8U, 15U, 16U, 17U, 24U, 32U, 33U, 64U, 100U, 128U}) {
        for (std::uint64_t bytes = 1; bytes < 4'000'000; bytes = bytes * 3 + 1) {
          for (const bool commutative : {true, false}) {
            Call call{.kind = kind, .size = size, .root = size / 2, .bytes = bytes, .commutative = commutative};
            call.library = library;
            complete(call);
            const Entry& algorithm = select(call);
            call.tuning = tuning_of(algorithm, call);
            CHECK(algorithm.serves(kind));
            CHECK(algorithm.misfit(call).empty());
            if (bytes < 5000 || size < 9) try_call(call, algorithm, false);
          }
        }
      }
    }
  }
}

}  // namespace execution_test
