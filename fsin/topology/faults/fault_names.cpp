// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/faults/fault_names.hpp"

#include "fsin/core/text.hpp"

namespace fsin::topology {
namespace {

std::string_view without_blanks_around(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::optional<RouterId> RouterNames::numbered(std::string_view digits, std::size_t from, std::size_t to) const {
  const auto number = parse_natural(std::string(digits));
  if (!number || *number >= to - from) return std::nullopt;
  return RouterId(from + *number);
}

std::optional<RouterId> RouterNames::find(std::string_view text) {
  text = without_blanks_around(text);
  if (text.empty()) return std::nullopt;
  const PortGraph& graph = topology_.graph;
  if (const auto router = numbered(text, 0, graph.routers())) return router;
  if (text.front() == 'n') {
    if (const auto router = numbered(text.substr(1), 0, graph.nodes())) return router;
  } else if (text.front() == 's') {
    if (const auto router = numbered(text.substr(1), graph.nodes(), graph.routers())) return router;
  }
  if (spoken_.empty()) {
    for (std::size_t r = 0; r < graph.routers(); ++r) {
      spoken_.emplace(topology_.geometry->router_name(RouterId(r)), RouterId(r));
    }
  }
  const auto found = spoken_.find(std::string(text));
  return found == spoken_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::pair<RouterId, RouterId>> RouterNames::find_pair(std::string_view text) {
  for (std::size_t dash = text.find('-'); dash != std::string_view::npos; dash = text.find('-', dash + 1)) {
    const auto from = find(text.substr(0, dash)), to = find(text.substr(dash + 1));
    if (from && to) return std::pair(*from, *to);
  }
  return std::nullopt;
}

Timed split_time(std::string_view text) {
  const auto split = [&text](std::string_view word) -> std::optional<Cycle> {
    const std::size_t place = text.rfind(word);
    if (place == std::string_view::npos) return std::nullopt;
    const auto cycle = parse_natural(std::string(without_blanks_around(text.substr(place + word.size()))));
    if (cycle) text = text.substr(0, place);
    return cycle;
  };
  const std::optional<Cycle> until = split(" until "), at = split(" at ");
  return {text, at, until};
}

}  // namespace fsin::topology
