// SPDX-License-Identifier: Apache-2.0
// The states of a trace that its records are of.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "trgen/record/source.hpp"
#include "trgen/record/state_table.hpp"

namespace trgen::formats::loops {

/// Numbers the states that records are of, in the order in which they come: a trace may have names that no record is
/// of, and states with the same name.
class UsedStates {
 public:
  explicit UsedStates(const record::TraceSource& trace)
      : trace_(trace), numbers_(trace.state_names().size(), unknown) {}

  void renumber(record::Record& record) {
    if (record::is_message(record.kind)) return;
    std::uint16_t& number = numbers_[record.state];
    if (number == unknown) number = number_of(trace_.state_names()[record.state]);
    record.state = number;
  }

  const std::vector<std::string>& names() const { return table_.names(); }

 private:
  static constexpr std::uint16_t unknown = 0xffff;
  static_assert(record::StateTable::most < unknown);

  std::uint16_t number_of(const std::string& name) {
    if (const auto number = table_.number(name)) return *number;
    throw record::TraceError(
        fmt::format("{}: it has more than {} states, which is too many", trace_.name(), record::StateTable::most));
  }

  const record::TraceSource& trace_;
  record::StateTable table_;
  std::vector<std::uint16_t> numbers_;
};

}  // namespace trgen::formats::loops
