// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/explain.hpp"

#include <fmt/core.h>

namespace trgen::replay {
namespace {

std::string message_name(const Event& event) {
  return fmt::format("rank {}, tag {}, communicator {}", event.peer, event.tag, event.communicator);
}

std::string place_name(const Event& event, std::uint32_t rank, const record::TraceSource& source) {
  return fmt::format("record {}, {}:{}", source.number_in_file(rank, event.record), source.name(), event.line);
}

std::string arrival(std::uint32_t number, const Rank& rank, bool sender_at_end,
                    const fsin::workload::Carrier& carrier) {
  if (rank.flow->sent != 0) return carrier.arrived(number, rank.flow->index);
  if (sender_at_end) return "nothing sent yet, and the sender has reached the end of its records";
  return "nothing sent yet";
}

}  // namespace

std::vector<std::string> explain(const std::vector<Rank>& ranks, const std::vector<std::uint32_t>& node_of_rank,
                                 const record::TraceSource& source, const fsin::workload::Carrier& carrier,
                                 const std::function<bool(std::uint32_t)>& here, std::size_t most) {
  std::vector<std::string> lines;
  for (std::uint32_t number = 0; number < ranks.size() && lines.size() < most; ++number) {
    const Rank& rank = ranks[number];
    const Event& event = rank.head;
    const std::uint32_t node = node_of_rank[number];
    if (rank.at(Event::Kind::receive)) {
      const bool sender_at_end = here(event.peer) && ranks[event.peer].at(Event::Kind::end);
      lines.push_back(fmt::format("rank {} (node {}) waits for {} B from {}: {}; {}", number, node, event.bytes,
                                  message_name(event), place_name(event, number, source),
                                  arrival(number, rank, sender_at_end, carrier)));
    } else if (rank.at(Event::Kind::send)) {
      lines.push_back(fmt::format("rank {} (node {}) waits for room to send {} B to {}: {}; {}", number, node,
                                  event.bytes, message_name(event), place_name(event, number, source),
                                  carrier.left(number)));
    }
  }
  return lines;
}

std::string incomplete_text(const record::TraceSource& source) {
  const auto& incomplete = source.notes().incomplete;
  if (incomplete.empty()) return {};
  return fmt::format(
      "the trace is incomplete: {} of {} ranks end before their program did, and who waits for them waits for ever "
      "(rank {}: {})",
      incomplete.size(), source.ranks(), incomplete.front().rank, incomplete.front().why);
}

}  // namespace trgen::replay
