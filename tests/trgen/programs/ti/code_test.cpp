// SPDX-License-Identifier: Apache-2.0
// Operations as bytes, and their store.
#include <doctest/doctest.h>

#include <array>
#include <limits>

#include "tests/trgen/programs/ti/ti_text.hpp"
#include "trgen/programs/ti/operation_code.hpp"
#include "trgen/programs/ti/operation_store.hpp"

namespace code_test {

using namespace trgen::programs;

namespace {

using Kind = OperationKind;

const std::array<Operation, 10> samples{
    Operation{.kind = Kind::compute, .amount = std::numeric_limits<std::uint64_t>::max()},
    Operation{.kind = Kind::compute, .amount = 5, .call = 1},
    Operation{.kind = Kind::send, .tag = -5, .peer = 70'000, .amount = 1},
    Operation{.kind = Kind::receive, .tag = any_tag, .peer = any_rank, .communicator = 48, .amount = 1ULL << 47},
    Operation{.kind = Kind::send_start, .tag = std::numeric_limits<std::int32_t>::max(), .request = 128},
    Operation{
        .kind = Kind::receive_start, .tag = 1, .peer = 2, .communicator = 3, .request = 4, .amount = 5, .call = 6},
    Operation{.kind = Kind::wait, .request = 7, .requests = 300},
    Operation{.kind = Kind::wait_any, .request = 0, .requests = 0},
    Operation{.kind = Kind::collective, .collective = collectives::Kind::exclusive_scan, .peer = 9, .amount = 10},
    Operation{.kind = Kind::collective, .communicator = 16, .call = ~std::uint64_t{0}}};

}  // namespace

TEST_CASE("an operation is read as it was written, and no byte of it may be missing") {
  for (const Operation& each : samples) {
    std::array<std::byte, ti::longest_code> code{};
    const std::byte* const end = ti::encode(each, code.data());
    Operation read;
    CHECK(ti::decode(code.data(), end, read) == end);
    CHECK(read == each);
    CHECK(ti::decode(code.data(), end - 1, read) == nullptr);
  }
}

TEST_CASE("a store gives back the operations of each rank, in memory and from its file") {
  for (const std::uint64_t memory : {std::uint64_t{1} << 26, std::uint64_t{0}}) {
    ti::OperationStoreBuilder builder(memory);
    for (int i = 0; i < 2000; ++i) {
      for (std::uint32_t rank = 0; rank < 3; ++rank) builder.add(rank, samples[(i + rank) % samples.size()]);
    }
    const auto early = builder.add_possible_wait(0, 5);
    for (int i = 0; i < 2000; ++i) builder.add(0, samples[0]);
    const auto late = builder.add_possible_wait(0, 6);
    builder.make_wait(0, early);
    builder.make_wait(0, late);
    const ti::OperationStore store = builder.finish();
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
      Operations all;
      for (std::uint64_t block = 0; block < store.blocks(rank); ++block) CHECK(store.read(rank, block, all).empty());
      REQUIRE(all.size() == (rank == 0 ? 4002 : 2000));
      for (std::size_t i = 0; i < 2000; ++i) REQUIRE(all[i] == samples[(i + rank) % samples.size()]);
      if (rank > 0) continue;
      CHECK(all[2000] == Operation{.kind = Kind::wait, .request = 5, .requests = 1});
      CHECK(all[4001] == Operation{.kind = Kind::wait, .request = 6, .requests = 1});
    }
  }
}

TEST_CASE("lists of sizes of any length are kept, and equal ones once") {
  for (const std::uint64_t memory : {std::uint64_t{1} << 26, std::uint64_t{0}}) {
    ti::OperationStoreBuilder builder(memory);
    std::vector<std::uint64_t> sizes(100'000);
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = i * i;
    const std::uint64_t first = builder.add_sizes(sizes);
    const std::uint64_t other = builder.add_sizes(std::vector<std::uint64_t>{4, 5});
    CHECK(builder.add_sizes(sizes) == first);
    const ti::OperationStore store = builder.finish();
    CHECK(store.size_at(first + 99'999) == 99'999ULL * 99'999);
    CHECK(store.size_at(other + 1) == 5);
  }
}

TEST_CASE("the source of a receive may be said after it was stored, in memory and in its file") {
  for (const std::uint64_t memory : {std::uint64_t{1} << 26, std::uint64_t{0}}) {
    ti::OperationStoreBuilder builder(memory);
    const Operation open{.kind = Kind::receive_start, .tag = 7, .peer = any_rank, .request = 3, .amount = 1'000};
    constexpr std::array sources{std::uint32_t{0}, std::uint32_t{5}, std::uint32_t{70'000}, std::uint32_t{0xfffffffe}};
    std::array<ti::OperationStoreBuilder::Place, sources.size()> places;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      places[i] = builder.add_open_receive(0, open);
      for (int k = 0; k < 1000; ++k) builder.add(0, samples[0]);  // of which some lie in the file by then
    }
    builder.add_open_receive(0, open);
    for (std::size_t i = 0; i < sources.size(); ++i) builder.set_source(0, places[i], sources[i]);
    const ti::OperationStore store = builder.finish();
    Operations all;
    for (std::uint64_t block = 0; block < store.blocks(0); ++block) REQUIRE(store.read(0, block, all).empty());
    std::vector<Operation> receives;
    for (const Operation& each : all) {
      if (each.kind == Kind::receive_start) receives.push_back(each);
    }
    REQUIRE(receives.size() == sources.size() + 1);
    for (std::size_t i = 0; i <= sources.size(); ++i) {
      Operation expected = open;
      if (i < sources.size()) expected.peer = sources[i];
      CHECK(receives[i] == expected);
    }
  }
}

}  // namespace code_test
