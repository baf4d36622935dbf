// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/goal/ranks.hpp"

#include <utility>

#include "trgen/formats/goal/binary.hpp"
#include "trgen/formats/goal/schedule.hpp"

namespace trgen::formats::goal {
namespace {

class NoRecords final : public record::RecordSink {
 public:
  void add(std::uint32_t /*rank*/, const record::Record& /*record*/) override {}
};

/// Reads the ranks of a schedule of either form, without records. Returns the number of ranks that it announces.
std::uint32_t read_graphs(io::Input& in, io::Problems& problems, const TakeRank& take) {
  NoRecords nowhere;
  record::TraceFacts facts;
  Steps steps(facts, nowhere, ReadOptions{}.most_ranks);
  (BinaryFormat::sniff(in.head()) ? read_binary_ranks : read_ranks)(in, steps, problems, take);
  steps.finish(problems, in.content_bytes());
  return facts.ranks;
}

}  // namespace

void emit_ranks(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options,
                ReadRanks& read) {
  io::Problems problems(in.name());
  Steps steps(facts, sink, options.most_ranks);
  Unsaid unsaid;
  read(in, steps, problems, [&](std::uint32_t rank, const Graph& graph) {
    emit(graph, rank, steps, unsaid, problems);
    return true;
  });
  steps.finish(problems, in.content_bytes());
  unsaid.report(facts.losses);
}

bool is_graph(io::Input& in) {
  io::Problems problems(in.name());
  bool found = false;
  const TakeRank look = [&](std::uint32_t /*rank*/, const Graph& graph) {
    const auto order = graph.order(problems);
    if (!order) problems.throw_if_any();
    found = found || !order->complete;
    return !found;
  };
  read_graphs(in, problems, look);
  return found;
}

record::Schedule read_schedule(io::Input& in) {
  io::Problems problems(in.name());
  record::Schedule schedule;
  schedule.name = in.name();
  schedule.count = read_graphs(in, problems, [&](std::uint32_t rank, const Graph& graph) {
    if (schedule.ranks.size() <= rank) schedule.ranks.resize(rank + std::size_t{1});
    if (auto made = graph.schedule(problems)) schedule.ranks[rank] = std::move(*made);
    return true;
  });
  schedule.digest = in.digest();
  return schedule;
}

}  // namespace trgen::formats::goal
