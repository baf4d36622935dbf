// SPDX-License-Identifier: Apache-2.0
// Checks that the states of a rank open and close in turn, and that its messages are inside them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::commands {

class StateCheck {
 public:
  explicit StateCheck(const record::TraceSource& trace) : names_(trace.state_names()), open_(trace.ranks()) {}

  /// Checks the next record of a rank; describes its fault, if any.
  std::optional<std::string> next(std::uint32_t rank, const record::Record& record);
  /// Ends a rank; describes its fault, if any. `last` becomes the record that opened its open state.
  std::optional<std::string> end(std::uint32_t rank, record::Record& last) const;

  /// Number of messages outside states, in a trace that has states, and the place of the first.
  std::uint64_t outside() const { return names_.empty() ? 0 : outside_; }
  std::uint64_t first_outside() const { return first_outside_; }

 private:
  struct Open {
    std::uint64_t line = 0;
    std::uint16_t state = 0;
  };
  static constexpr std::size_t deepest = 16;

  const std::vector<std::string>& names_;
  std::vector<std::vector<Open>> open_;
  std::uint64_t outside_ = 0;
  std::uint64_t first_outside_ = 0;
};

}  // namespace trgen::commands
