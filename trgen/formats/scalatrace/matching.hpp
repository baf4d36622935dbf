// SPDX-License-Identifier: Apache-2.0
// The messages on their way to one rank, and its receives that wait for one: a message goes to the receive that was
// posted first among those that match, a receive takes the message that arrived first (MPI-4.0, section 3.5).
#pragma once

#include <compare>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <optional>

#include "trgen/formats/scalatrace/rank_calls.hpp"

namespace trgen::formats::scalatrace {

/// A message that was sent.
struct Sent {
  std::uint32_t source = 0;
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint64_t bytes = 0;
  std::uint64_t clock = 0;    ///< of its sender
  std::uint64_t arrival = 0;  ///< its number among all messages
};

class Mailbox {
 public:
  /// Posts a receive. Returns its message where that is there already.
  std::optional<Sent> post(const Message& receive);
  /// A message arrives. Returns the receive that takes it, if one waits.
  std::optional<Message> arrive(const Sent& message);

 private:
  struct Key {
    std::uint32_t communicator;
    std::int32_t tag;
    std::uint32_t source;
    auto operator<=>(const Key&) const = default;
  };

  static bool fits(const Message& receive, const Key& message);

  std::map<Key, std::deque<Sent>> arrived_;
  std::list<Message> posted_;
};

}  // namespace trgen::formats::scalatrace
