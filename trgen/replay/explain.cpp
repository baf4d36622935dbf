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

std::string arrival(const Rank& rank, bool sender_at_end, const Mailbox& mailbox) {
  const Mailbox::Standing standing = mailbox.standing(*rank.flow);
  if (standing.of != 0 && standing.anything_sent) {
    return fmt::format("{} of {} packets arrived", standing.arrived, standing.of);
  }
  if (sender_at_end) return "nothing sent yet, and the sender has reached the end of its records";
  return "nothing sent yet";
}

}  // namespace

std::vector<std::string> explain(const std::vector<Rank>& ranks, const record::TraceSource& source,
                                 const Mailbox& mailbox, const std::function<bool(std::uint32_t)>& here,
                                 std::size_t most) {
  std::vector<std::string> lines;
  for (std::uint32_t number = 0; number < ranks.size() && lines.size() < most; ++number) {
    const Rank& rank = ranks[number];
    const Event& event = rank.head;
    if (rank.at(Event::Kind::receive)) {
      lines.push_back(fmt::format("rank {} (node {}) waits for {} B from {}: {}; {}", number, rank.node, event.bytes,
                                  message_name(event), place_name(event, number, source),
                                  arrival(rank, here(event.peer) && ranks[event.peer].at(Event::Kind::end), mailbox)));
    } else if (rank.at(Event::Kind::send)) {
      lines.push_back(fmt::format("rank {} (node {}) waits for room to send {} B to {}: {}; {} packets left", number,
                                  rank.node, event.bytes, message_name(event), place_name(event, number, source),
                                  rank.packets_left));
    }
  }
  return lines;
}

}  // namespace trgen::replay
