// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/chakra/chakra_program.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace trgen::programs::chakra {
namespace {

using collectives::Kind;
using formats::chakra::CollectiveType;
using formats::chakra::computes;

constexpr std::uint64_t items_of_step = 64;

/// The kind of a collective and its bytes by the rule of that kind; a trace gives the contribution of a rank.
std::pair<Kind, std::uint64_t> call_of(const Node& node, std::uint64_t size, GatherSize gather) {
  const std::uint64_t part = (node.bytes + size - 1) / size;
  switch (node.collective) {
    case CollectiveType::all_reduce:
      return {Kind::all_reduce, node.bytes};
    case CollectiveType::reduce:
      return {Kind::reduce, node.bytes};
    case CollectiveType::all_gather:
      return {Kind::all_gather, gather == GatherSize::part ? node.bytes : part};
    case CollectiveType::gather:
      return {Kind::gather, node.bytes};
    case CollectiveType::scatter:
      return {Kind::scatter, part};
    case CollectiveType::broadcast:
      return {Kind::broadcast, node.bytes};
    case CollectiveType::all_to_all:
      return {Kind::all_to_all, part};
    case CollectiveType::reduce_scatter:
    case CollectiveType::reduce_scatter_block:
      return {Kind::reduce_scatter_block, part};
    case CollectiveType::barrier:
      break;
  }
  return {Kind::barrier, 0};
}

class ChakraProgram final : public Program {
 public:
  ChakraProgram(TraceSet set, const Rules& rules, std::string name)
      : set_(std::move(set)), rules_(rules), name_(std::move(name)) {
    for (const auto& [group, named] : set_.groups) {
      lines_.push_back(as_line(named).value_or(Line{}));
      auto& by_stream = members_.emplace_back(set_.streams.count(), named);
      for (std::uint32_t stream = 0; stream < by_stream.size(); ++stream) {
        for (std::uint32_t& each : by_stream[stream]) each += stream * set_.ranks;
      }
    }
  }

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return set_.ranks * set_.streams.count(); }
  std::uint32_t seats() const override { return set_.ranks; }
  std::uint32_t seat(std::uint32_t rank) const override { return rank % set_.ranks; }
  std::uint32_t stream_of(std::uint32_t rank) const override { return rank % set_.ranks; }
  const std::vector<std::string>& state_names() const override { return states_; }

  std::uint64_t steps(std::uint32_t rank) const override {
    return (items(rank).size() + items_of_step - 1) / items_of_step;
  }

  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const override {
    const auto& all = items(rank);
    const std::uint64_t end = std::min<std::uint64_t>(all.size(), (number + 1) * items_of_step);
    for (std::uint64_t i = number * items_of_step; i < end; ++i) item(rank, all[i], out);
  }

  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    if (communicator == 0) return Group::line(set_.ranks, stream(rank) * set_.ranks, 1);
    if (!set_.replicated) return Group::list(members_[communicator / 2 - 1][stream(rank)]);
    const Line& line = lines_[communicator / 2 - 1];
    const std::uint32_t first = seat(rank) - seat(rank) / line.stride % line.size * line.stride;
    return Group::line(line.size, first + stream(rank) * set_.ranks, line.stride);
  }

 private:
  std::uint32_t stream(std::uint32_t rank) const { return rank / set_.ranks; }
  const std::vector<Item>& items(std::uint32_t rank) const { return set_.timetable_of(seat(rank))[stream(rank)]; }

  void item(std::uint32_t rank, const Item& item, Operations& out) const {
    const std::uint32_t seat = this->seat(rank);
    switch (item.what) {
      case Item::What::await:
        return out.receive(item.number * set_.ranks + seat, 0);
      case Item::What::signal:
        return out.send(item.number * set_.ranks + seat, 0);
      case Item::What::node:
        break;
    }
    const Node& node = set_.graph_of(seat).nodes[item.number];
    if (computes(node.type)) return out.compute(nanoseconds(node));
    if (node.type == NodeType::collective) return collective(rank, node, out);
    const std::uint32_t away = set_.distance(seat, node);
    const std::uint32_t peer = (seat + away) % set_.ranks;
    if (node.type == NodeType::send) {
      out.send(set_.streams.from(away) * set_.ranks + peer, node.bytes, node.tag);
    } else {
      out.receive(set_.streams.to((set_.ranks - away) % set_.ranks) * set_.ranks + peer, node.bytes, node.tag);
    }
  }

  void collective(std::uint32_t rank, const Node& node, Operations& out) const {
    const std::uint32_t communicator = set_.communicator(node);
    const std::uint32_t size = group(communicator, rank).size;
    const auto [kind, bytes] = call_of(node, size, rules_.gather);
    const auto root = node.peer < 0 ? 0 : static_cast<std::uint32_t>(std::min<std::int64_t>(node.peer, size - 1));
    out.collective(kind, communicator, bytes, root);
  }

  std::uint64_t nanoseconds(const Node& node) const {
    if (rules_.operations_per_ns == 0 || node.operations == 0) return node.duration_ns;
    return static_cast<std::uint64_t>(std::llround(static_cast<double>(node.operations) / rules_.operations_per_ns));
  }

  TraceSet set_;
  Rules rules_;
  std::string name_;
  std::vector<Line> lines_;                    ///< by group, where the trace is replicated
  std::vector<std::vector<Members>> members_;  ///< otherwise by group and stream
  std::vector<std::string> states_;
};

}  // namespace

std::shared_ptr<const Program> make_chakra_program(TraceSet set, const Rules& rules, std::string name) {
  return std::make_shared<ChakraProgram>(std::move(set), rules, std::move(name));
}

}  // namespace trgen::programs::chakra
