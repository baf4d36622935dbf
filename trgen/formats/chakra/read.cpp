// SPDX-License-Identifier: Apache-2.0
// Reads Chakra traces as records, one rank after the other.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "trgen/formats/chakra/files.hpp"
#include "trgen/formats/chakra/format.hpp"
#include "trgen/formats/chakra/graph.hpp"
#include "trgen/formats/chakra/messages.hpp"
#include "trgen/formats/common/steps.hpp"

namespace trgen::formats::chakra {
namespace {

using record::Kind;
using record::Record;

/// MPI function by CollectiveType.
constexpr std::array<std::string_view, 10> functions{"MPI_Allreduce", "MPI_Reduce",         "MPI_Allgather",
                                                     "MPI_Gather",    "MPI_Scatter",        "MPI_Bcast",
                                                     "MPI_Alltoall",  "MPI_Reduce_scatter", "MPI_Reduce_scatter_block",
                                                     "MPI_Barrier"};

class ChakraReader {
 public:
  ChakraReader(record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options)
      : facts_(facts), steps_(facts, sink, options.most_ranks) {}

  void announce(std::uint32_t ranks) { steps_.announce(announced_ = ranks); }
  void rank(std::uint32_t rank, io::Input& in);
  void finish(io::Problems& problems, std::uint64_t content_bytes) {
    steps_.finish(problems, content_bytes);
    facts_.losses.add("nodes that need not have waited for the one before them", serialised_);
    facts_.losses.add("dependencies on nodes that are not in the file", absent_);
    facts_.losses.add("collectives of a process group, whose members the trace does not name", of_groups_);
  }

 private:
  void node(std::uint32_t rank, const Node& node, Place place);
  void message(std::uint32_t rank, const Node& node, Place place);
  void collective(std::uint32_t rank, const Node& node);

  record::TraceFacts& facts_;
  Steps steps_;
  std::uint32_t announced_ = 0;
  std::uint64_t serialised_ = 0;
  std::uint64_t absent_ = 0;
  std::uint64_t of_groups_ = 0;
};

void ChakraReader::rank(std::uint32_t rank, io::Input& in) {
  io::Problems problems(in.name());
  Graph graph;
  read_nodes(in, [&graph](Node&& node) { graph.nodes.push_back(std::move(node)); });
  const std::string fault = graph.put_in_order(OnCycle::refuse, OnAbsent::ignore);
  if (!fault.empty())
    problems.stop(
        0, fault + (graph.circular ? "; run it as a program, kernel: {type: chakra, cycles: drop}, to drop the youngest"
                                   : ""));
  absent_ += graph.absent;
  const Node* last = nullptr;
  std::uint32_t last_number = 0;
  if (steps_.exists(rank, "rank", {problems, 0}) && graph.nodes.empty()) steps_.call(rank, "MPI_Init", 0);
  for (const std::uint32_t number : graph.order) {
    const auto waits_for = graph.dependencies(number);
    const bool waits = std::find(waits_for.begin(), waits_for.end(), last_number) != waits_for.end();
    if (last != nullptr && last->type != NodeType::send && !waits) ++serialised_;
    last = &graph.nodes[number];
    last_number = number;
    node(rank, *last, {problems, 0});
  }
  problems.throw_if_any();
}

void ChakraReader::node(std::uint32_t rank, const Node& node, Place place) {
  if (computes(node.type)) {
    steps_.compute(rank, node.duration_ns, place);
  } else if (node.type == NodeType::collective) {
    collective(rank, node);
  } else {
    message(rank, node, place);
  }
}

void ChakraReader::message(std::uint32_t rank, const Node& node, Place place) {
  const bool sends = node.type == NodeType::send;
  if (node.peer < 0 || node.peer > 0xfffffffeLL) {
    return place.problems.add(place.line, fmt::format("node {} does not say {}", node.id,
                                                      sends ? "to whom it sends" : "from whom it receives"));
  }
  const auto peer = static_cast<std::uint32_t>(node.peer);
  if (!steps_.exists(peer, sends ? "destination" : "source", place)) return;
  steps_.call(rank, sends ? "MPI_Isend" : "MPI_Recv",
              Record{.kind = sends ? Kind::send : Kind::receive, .peer = peer, .tag = node.tag, .bytes = node.bytes});
}

void ChakraReader::collective(std::uint32_t rank, const Node& node) {
  const std::string_view function = functions[static_cast<std::size_t>(node.collective)];
  if (!node.group.empty() || announced_ == 0) {
    ++of_groups_;
    return steps_.call(rank, function, 0);
  }
  Record start{.collective = true, .peer = record::no_rank, .bytes = node.bytes, .received = node.bytes};
  switch (node.collective) {
    case CollectiveType::all_gather:
      start.received = node.bytes * announced_;
      break;
    case CollectiveType::gather:
    case CollectiveType::scatter:
    case CollectiveType::reduce:
    case CollectiveType::broadcast: {
      start.peer = node.peer < 0 ? 0 : static_cast<std::uint32_t>(std::min<std::int64_t>(node.peer, announced_ - 1));
      const bool root = start.peer == rank;
      if (node.collective == CollectiveType::gather) start.received = root ? node.bytes * announced_ : 0;
      if (node.collective == CollectiveType::reduce) start.received = root ? node.bytes : 0;
      if (node.collective == CollectiveType::scatter) start.received = node.bytes / announced_;
      if ((node.collective == CollectiveType::scatter || node.collective == CollectiveType::broadcast) && !root)
        start.bytes = 0;
      break;
    }
    case CollectiveType::reduce_scatter:
    case CollectiveType::reduce_scatter_block:
      start.received = node.bytes / announced_;
      break;
    case CollectiveType::barrier:
      start.bytes = start.received = 0;
      break;
    case CollectiveType::all_reduce:
    case CollectiveType::all_to_all:
      break;
  }
  steps_.enter(rank, function, start);
  steps_.leave(rank, function, 0);
}

}  // namespace

bool Format::sniff(std::span<const char> head) { return begins_trace(head); }

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  const RankFiles files = rank_files(in.name());
  ChakraReader reader(facts, sink, options);
  io::Problems problems(in.name());
  if (files.names.size() == 1) {
    reader.rank(files.first, in);
    return reader.finish(problems, in.content_bytes());
  }
  reader.announce(static_cast<std::uint32_t>(files.names.size()));
  std::vector<std::string> digests;
  facts.file_bytes = facts.content_bytes = 0;
  for (std::uint32_t rank = 0; rank < files.names.size(); ++rank) {
    io::Input file(in.path().leads_to(files.names[rank]));
    reader.rank(rank, file);
    digests.push_back(file.digest());
    facts.file_bytes += file.file_bytes();
    facts.content_bytes += file.content_bytes();
  }
  reader.finish(problems, facts.content_bytes);
  facts.digest = io::Input::combined_digest(digests);
}

}  // namespace trgen::formats::chakra
