// SPDX-License-Identifier: Apache-2.0
// Kernels: the streams of the original simulator's generators, and soundness of every entry of the catalogue.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/commands/causal_check.hpp"
#include "trgen/kernels/kernel_trace.hpp"

namespace kernel_test {

using namespace trgen;

namespace {

const kernels::KernelEntry& kernel(std::string_view name) {
  return *std::find_if(kernels::kernels.begin(), kernels::kernels.end(),
                       [&](const kernels::KernelEntry& each) { return each.name == name; });
}

/// Numbers of ranks that the kernel takes, out of small and odd ones.
std::vector<std::uint32_t> sizes_of(const kernels::KernelEntry& entry) {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t ranks : {2U, 3U, 4U, 6U, 7U, 12U, 16U, 25U, 64U, 100U}) {
    if (entry.check({.ranks = ranks}).empty()) sizes.push_back(ranks);
  }
  return sizes;
}

}  // namespace

TEST_CASE("kernels equal the traces of the original's generators") {
  struct Row {
    std::string kernel;
    std::string file;
    std::uint64_t bytes;
    std::uint64_t iterations;
  };
  const std::vector<Row> rows{{"all-to-all", "all-to-all-64B", 64, 1},
                              {"all-to-one", "all-to-one-64B", 64, 1},
                              {"one-to-all", "one-to-all-64B", 64, 1},
                              {"binomial-reduce", "binomial-reduce-1024B", 1024, 1},
                              {"butterfly", "butterfly-1024B", 1024, 1},
                              {"stencil", "mesh2-8x8-1024B", 1024, 1},
                              {"torus-stencil", "torus2-8x8-8steps-1024B", 1024, 8},
                              {"waterfall", "waterfall-8x8-2waves-1024B", 1024, 2},
                              {"n-bodies", "nbodies-1024B", 1024, 1}};
  for (const Row& row : rows) {
    CAPTURE(row.kernel);
    const auto original =
        formats::open_trace(std::string(FSIN_SOURCE_DIR "/tests/oracles/traces/") + row.file + ".txt");
    const auto made = kernels::make_kernel_trace(
        kernel(row.kernel), {.bytes = row.bytes, .iterations = row.iterations, .messages_only = true});
    CHECK(test::without_lines(test::all_records(*made)) == test::without_lines(test::all_records(*original)));
  }
}

TEST_CASE("every kernel is sound for every number of ranks that it takes") {
  for (const kernels::KernelEntry& entry : kernels::kernels) {
    CAPTURE(entry.name);
    const auto sizes = sizes_of(entry);
    CHECK(sizes.size() >= 4);
    for (const std::uint32_t ranks : sizes) {
      CAPTURE(ranks);
      const auto trace = kernels::make_kernel_trace(entry, {.ranks = ranks, .iterations = 3, .compute_ns = 50});
      const commands::CheckResult result = commands::CausalCheck(*trace, 5).run();
      CHECK(result.problems.empty());
      CHECK(result.messages > 0);
      CHECK(result.self_messages == 0);
      CHECK(result.received == result.messages);
    }
  }
}

TEST_CASE("a kernel announces exactly the records it makes") {
  for (const kernels::KernelEntry& entry : kernels::kernels) {
    for (const bool messages_only : {false, true}) {
      CAPTURE(entry.name);
      const auto ranks = sizes_of(entry).back();
      const auto trace =
          kernels::make_kernel_trace(entry, {.ranks = ranks, .iterations = 2, .messages_only = messages_only});
      const auto all = test::all_records(*trace);
      std::uint64_t sum = 0;
      for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        CHECK(trace->records(rank) == all[rank].size());
        sum += all[rank].size();
      }
      CHECK(trace->records() == sum);
    }
  }
}

TEST_CASE("a burst stands before each iteration and a call takes 200 ns") {
  const auto trace =
      kernels::make_kernel_trace(kernel("ring"), {.ranks = 2, .bytes = 8, .iterations = 2, .compute_ns = 1000});
  const std::string expected =
      "#insee-trace 1\n#ranks 2\n0 0 SS MPI_Init\n0 200 SE MPI_Init\n"
      "0 1200 SS MPI_Send\n0 1300 MS 1 0 0 8\n0 1400 SE MPI_Send\n0 1400 SS MPI_Recv\n0 1500 MR 1 0 0 8\n0 1600 SE "
      "MPI_Recv\n"
      "0 2600 SS MPI_Send\n0 2700 MS 1 1 0 8\n0 2800 SE MPI_Send\n0 2800 SS MPI_Recv\n0 2900 MR 1 1 0 8\n0 3000 SE "
      "MPI_Recv\n"
      "0 3000 SS MPI_Finalize\n0 3200 SE MPI_Finalize\n1 0 SS";
  CHECK(test::as_text(*trace).starts_with(expected));
}

TEST_CASE("random pairs depend on the seed, cover many pairs and have the mean size asked for") {
  const auto make = [](std::uint64_t seed) {
    return kernels::make_kernel_trace(
        kernel("random"), {.ranks = 16, .bytes = 1000, .iterations = 2000, .seed = seed, .messages_only = true});
  };
  const auto one = test::all_records(*make(1));
  CHECK(one == test::all_records(*make(1)));
  CHECK(one != test::all_records(*make(2)));
  std::vector<int> to(16);
  double bytes = 0;
  for (const auto& record : one[5]) {
    if (record.kind != record::Kind::send) continue;
    ++to[record.peer];
    bytes += static_cast<double>(record.bytes);
  }
  CHECK(to[5] == 0);
  to.erase(to.begin() + 5);
  // 2000 / 15 = 133 each; five standard deviations are 56.
  CHECK(*std::min_element(to.begin(), to.end()) > 77);
  CHECK(*std::max_element(to.begin(), to.end()) < 190);
  CHECK(bytes / 2000 == doctest::Approx(1000).epsilon(0.07));
}

TEST_CASE("a pencil FFT sends P (w + h - 2) messages, within rows and then within columns") {
  const std::vector<std::array<std::uint32_t, 2>> grids{{2, 2}, {3, 2}, {4, 3}, {8, 8}, {13, 2}};
  for (const auto& [width, height] : grids) {
    CAPTURE(width);
    const std::uint32_t ranks = width * height;
    const auto trace = kernels::make_kernel_trace(
        kernel("pencil-fft"), {.ranks = ranks, .bytes = 300, .iterations = 2, .messages_only = true});
    const auto all = test::all_records(*trace);
    std::uint64_t messages = 0, bytes = 0;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      for (std::size_t i = 0; i < all[rank].size(); ++i) {
        const record::Record& each = all[rank][i];
        const bool in_row = i % (2 * (width + height - 2)) < 2 * (width - 1);
        CHECK((in_row ? each.peer / width == rank / width : each.peer % width == rank % width));
        if (each.kind != record::Kind::send) continue;
        ++messages;
        bytes += each.bytes;
      }
    }
    CHECK(messages == 2 * ranks * (width + height - 2));
    CHECK(bytes == 300 * messages);
  }
}

TEST_CASE("kernels refuse numbers of ranks that they cannot do") {
  CHECK(kernel("butterfly").check({.ranks = 12}) == "needs a power of two of ranks, 2 or more");
  CHECK(kernel("n-bodies").check({.ranks = 7}) == "needs an even number of ranks");
  CHECK(kernel("torus-stencil").check({.ranks = 7}) == "needs a number of ranks that makes a grid of 2 x 2 or more");
  CHECK(kernel("pencil-fft").check({.ranks = 13}) == "needs a number of ranks that makes a grid of 2 x 2 or more");
  CHECK(kernel("ring").check({.ranks = 1}) == "needs 2 ranks or more");
}

}  // namespace kernel_test
