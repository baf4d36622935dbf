// SPDX-License-Identifier: Apache-2.0
// Checks that the files of a Chakra trace fit together, before it is run: faults are reported with the ids of nodes.
#include <fmt/format.h>

#include <map>
#include <tuple>

#include "fsin/core/text.hpp"
#include "trgen/programs/chakra/trace_set.hpp"

namespace trgen::programs::chakra {
namespace {

struct Balance {
  std::int64_t sent = 0;
  std::uint64_t send = 0, receive = 0;  ///< ids of the last nodes
};

std::string in_words(const TraceSet& set, std::uint32_t from, std::uint32_t to, const Balance& balance) {
  const bool sent = balance.sent > 0;
  if (set.replicated)
    return fmt::format(
        "node {} {} at distance {}, but no node of the file {} with that tag and size: when all ranks do the same, "
        "nobody {} it",
        sent ? balance.send : balance.receive, sent ? "sends to the rank" : "receives from the rank", to,
        sent ? "receives" : "sends", sent ? "receives" : "sends");
  return fmt::format("node {} of rank {} {} rank {}, but rank {} has no node that {} with that tag and size",
                     sent ? balance.send : balance.receive, sent ? from : to, sent ? "sends to" : "receives from",
                     sent ? to : from, sent ? to : from, sent ? "receives it" : "sends it");
}

}  // namespace

std::string TraceSet::check_messages() const {
  // Replicated: by the distance that the sender sees, from "rank 0".
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::int32_t, std::uint64_t>, Balance> messages;
  for (std::uint32_t number = 0; number < graphs.size(); ++number) {
    for (const Node& node : graphs[number].nodes) {
      if (node.type != NodeType::send && node.type != NodeType::receive) continue;
      const bool sends = node.type == NodeType::send;
      if (node.peer < 0)
        return fmt::format("node {} does not say {}", node.id, sends ? "to whom it sends" : "from whom it receives");
      if (!replicated && node.peer >= ranks)
        return fmt::format("node {} of rank {} names rank {}, but there are {} ranks", node.id, number, node.peer,
                           ranks);
      std::uint32_t there = distance(number, node);
      if (there == 0) return fmt::format("node {} of rank {} names its own rank", node.id, number);
      if (!sends) there = (ranks - there) % ranks;
      const std::uint32_t from = replicated ? 0 : sends ? number : static_cast<std::uint32_t>(node.peer);
      Balance& balance = messages[{from, (from + there) % ranks, node.tag, node.bytes}];
      balance.sent += sends ? 1 : -1;
      (sends ? balance.send : balance.receive) = node.id;
    }
  }
  for (const auto& [key, balance] : messages) {
    if (balance.sent != 0) return in_words(*this, std::get<0>(key), std::get<1>(key), balance);
  }
  return {};
}

std::string TraceSet::check_groups() const {
  for (std::uint32_t number = 0; number < graphs.size(); ++number) {
    for (const Node& node : graphs[number].nodes) {
      if (node.type != NodeType::collective || node.group.empty()) continue;
      const auto found = groups.find(node.group);
      if (found == groups.end())
        return fmt::format(
            "node {} is a collective of the process group {}, whose members are not known; name them in "
            "a JSON file, groups: FILE",
            node.id, fsin::in_quotes(node.group));
      const Members& members = found->second;
      if (!replicated) {
        bool inside = false;
        for (const std::uint32_t each : members) {
          inside = inside || each == number;
          if (each >= ranks)
            return fmt::format("the process group {} has rank {}, but there are {} ranks", fsin::in_quotes(node.group),
                               each, ranks);
        }
        if (!inside)
          return fmt::format("node {} of rank {} is a collective of the process group {}, of which it is no member",
                             node.id, number, fsin::in_quotes(node.group));
        continue;
      }
      const auto line = as_line(members);
      if (!line || ranks % (line->size * line->stride) != 0)
        return fmt::format(
            "the process group {} cannot stand for groups of all {} ranks: its members must lie at equal "
            "distances, beginning at a multiple of their extent, which divides the number of ranks",
            fsin::in_quotes(node.group), ranks);
    }
  }
  return {};
}

std::string TraceSet::check_collectives() const {
  if (replicated) return {};
  struct Sequence {
    std::uint32_t rank = 0;
    std::vector<const Node*> nodes;
  };
  std::map<std::string, Sequence> first;  // calls of the first member of each group
  for (std::uint32_t number = 0; number < graphs.size(); ++number) {
    std::map<std::string, std::vector<const Node*>> own;
    for (const std::uint32_t each : graphs[number].order) {
      const Node& node = graphs[number].nodes[each];
      if (node.type == NodeType::collective) own[node.group].push_back(&node);
    }
    own.try_emplace("");
    for (const auto& [name, members] : groups) {
      for (const std::uint32_t each : members) {
        if (each == number) own.try_emplace(name);
      }
    }
    for (auto& [name, nodes] : own) {
      const auto [at, added] = first.try_emplace(name, Sequence{number, nodes});
      if (added) continue;
      const auto& others = at->second.nodes;
      const std::string group = name.empty() ? "all ranks" : "the process group " + fsin::in_quotes(name);
      for (std::size_t i = 0; i < std::max(nodes.size(), others.size()); ++i) {
        if (i >= nodes.size() || i >= others.size())
          return fmt::format("rank {} calls {} collectives of {}, rank {} calls {}", number, nodes.size(), group,
                             at->second.rank, others.size());
        if (nodes[i]->collective == others[i]->collective && nodes[i]->bytes == others[i]->bytes &&
            nodes[i]->peer == others[i]->peer)
          continue;
        using formats::chakra::collective_names;
        return fmt::format(
            "collective {} of {} differs: rank {} calls {} of {} B (node {}), rank {} {} of {} B (node {})", i + 1,
            group, at->second.rank, collective_names[static_cast<std::size_t>(others[i]->collective)], others[i]->bytes,
            others[i]->id, number, collective_names[static_cast<std::size_t>(nodes[i]->collective)], nodes[i]->bytes,
            nodes[i]->id);
      }
    }
  }
  return {};
}

}  // namespace trgen::programs::chakra
