// SPDX-License-Identifier: Apache-2.0
// The tables and algorithms of MPICH against what MPICH did: the extended traces of the NPB that come with the project.
#include <doctest/doctest.h>

#include <deque>
#include <map>

#include "tests/trgen/programs/expand/regular_trace.hpp"
#include "trgen/programs/collectives/expansion.hpp"
#include "trgen/programs/expand/expanded_trace.hpp"

namespace npb_test {

namespace {

using namespace trgen;
using namespace trgen::programs;
using record::Kind;
using record::Record;

test::Source npb(const std::string& name) {
  return formats::open_trace(std::string(FSIN_SOURCE_DIR) + "/traces/npb/" + name);
}

bool same_message(const Record& a, const Record& b) {
  return a.kind == b.kind && a.state == b.state &&
         (!record::is_message(a.kind) ||
          (a.peer == b.peer && a.tag == b.tag && a.communicator == b.communicator && a.bytes == b.bytes));
}

/// The first record of a rank in which two traces differ, or an empty text.
std::string difference(const record::TraceSource& expected, const record::TraceSource& found) {
  const auto wants = expected.open();
  const auto has = found.open();
  Record a;
  Record b;
  for (std::uint32_t rank = 0; rank < expected.ranks(); ++rank) {
    for (std::uint64_t number = 1;; ++number) {
      const bool more = wants->next(rank, a);
      if (more != has->next(rank, b)) return fmt::format("rank {} ends at record {}", rank, number);
      if (!more) break;
      if (!same_message(a, b)) {
        return fmt::format("rank {} record {}: {} instead of {}", rank, number, describe(b, found.state_names()),
                           describe(a, expected.state_names()));
      }
    }
  }
  return {};
}

class MatrixSizes final : public collectives::BlockSizes {
 public:
  std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override {
    const auto found = sizes.find({from, to});
    return found == sizes.end() ? 0 : found->second;
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> sizes;
};

}  // namespace

TEST_CASE("collectives expanded from the regular trace equal the extended trace of MPICH, message by message") {
  for (const std::string file : {"is.S.4", "is.W.64", "cg.S.4", "cg.W.64", "bt.W.64.it30"}) {
    const auto extended = npb(file + ".txt.zst");
    const auto regular = std::make_shared<test::RegularTrace>(extended, std::set<std::string>{"MPI_Alltoallv"});
    REQUIRE(regular->records() < extended->records());
    const expand::ExpandedTrace expanded(regular, collectives::Choice{});
    CHECK_MESSAGE(difference(*extended, expanded) == "", file);
    CHECK(expanded.records() == extended->records());
    CHECK(expanded.records(1) == extended->records(1));
    CHECK(expanded.expanded_calls() > 0);
    CHECK(expanded.warnings() == extended->warnings());
  }
}

TEST_CASE("an alltoallv of known blocks has the messages of MPICH's, those of a rank to itself included") {
  for (const std::string file : {"is.S.4", "is.W.64"}) {
    const auto trace = npb(file + ".txt.zst");
    const test::Records all = test::all_records(*trace);
    std::deque<MatrixSizes> calls;
    std::vector<std::vector<std::vector<Record>>> messages(trace->ranks());
    for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
      bool inside = false;
      for (const Record& each : all[rank]) {
        if (each.kind == Kind::state_start) {
          inside = trace->state_names()[each.state] == "MPI_Alltoallv";
          if (inside) messages[rank].emplace_back();
        } else if (inside && record::is_message(each.kind)) {
          messages[rank].back().push_back(each);
          if (calls.size() < messages[rank].size()) calls.emplace_back();
          if (each.kind == Kind::send) calls[messages[rank].size() - 1].sizes[{rank, each.peer}] = each.bytes;
        }
      }
    }
    REQUIRE(calls.size() == 11);
    for (std::size_t number = 0; number < calls.size(); ++number) {
      collectives::Call call{.kind = collectives::Kind::all_to_all_v, .size = trace->ranks()};
      call.blocks = &calls[number];
      const collectives::Expansion expansion(collectives::Choice{}, call, Group::everyone(trace->ranks()), 0,
                                             collectives::Apart::context);
      for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
        Operations found;
        for (std::uint32_t i = 0; i < expansion.rounds(rank); ++i) expansion.round(rank, i, 0, found);
        std::vector<Operation> sends;
        std::vector<Operation> receives;
        for (const Operation& each : found) {
          if (each.kind == OperationKind::send_start) sends.push_back(each);
          if (each.kind == OperationKind::receive_start) receives.push_back(each);
        }
        std::size_t sent = 0;
        std::size_t received = 0;
        for (const Record& each : messages[rank][number]) {
          auto& list = each.kind == Kind::send ? sends : receives;
          auto& at = each.kind == Kind::send ? sent : received;
          REQUIRE(at < list.size());
          const Operation& made = list[at++];
          const bool equal = made.peer == each.peer && made.amount == each.bytes && made.tag == each.tag &&
                             made.communicator == each.communicator;
          REQUIRE(equal);
        }
        REQUIRE(sent == sends.size());
        REQUIRE(received == receives.size());
      }
    }
  }
}

}  // namespace npb_test
