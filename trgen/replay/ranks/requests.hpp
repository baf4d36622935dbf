// SPDX-License-Identifier: Apache-2.0
// The requests of a rank: messages that it has started and not waited for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "trgen/programs/operation.hpp"

namespace trgen::replay {

struct Request {
  /// received: its message is there, for a rank whose receives are matched (matching.hpp).
  enum class State : std::uint8_t { inactive, sending, sent, receiving, received };
  State state = State::inactive;
  std::int32_t tag = 0;
  std::uint32_t peer = 0;
  std::uint32_t communicator = 0;
  std::uint64_t bytes = 0;

  static Request of(const programs::Operation& message, State state) {
    return {state, message.tag, message.peer, message.communicator, message.amount};
  }
};

/// By number; those that the rank has not used are inactive.
class Requests {
 public:
  Request& operator[](std::uint32_t number) {
    if (requests_.size() <= number) requests_.resize(number + std::size_t{1});
    return requests_[number];
  }
  const Request* find(std::uint32_t number) const { return number < requests_.size() ? &requests_[number] : nullptr; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.requests_);
  }

 private:
  std::vector<Request> requests_;
};

/// Instead of a number: a blocking send or receive. programs::no_request: an answer, or a message for which nobody
/// waits.
inline constexpr std::uint32_t own_request = 0xfffffffe;
using programs::no_request;

}  // namespace trgen::replay
