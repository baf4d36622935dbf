// SPDX-License-Identifier: Apache-2.0
// A line of a time-independent trace, `<rank> <action> <argument> ... <name>=<value> ...`, and its arguments as
// numbers. A missing or faulty one is noted, with its column; the line is refused as a whole at its end.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/formats/ti/actions.hpp"

namespace trgen::programs::ti {

class TraceLine {
 public:
  /// Splits a line that is neither blank nor a comment. False after a fault.
  bool read(std::string_view text);

  std::uint32_t rank() const { return rank_; }
  const formats::ti::Action& action() const { return *action_; }
  std::size_t size() const { return words_.size(); }
  bool has(std::size_t at) const { return at < words_.size(); }

  /// A number at a place, fractions cut off; `missing` where the line is too short.
  std::int64_t number(std::size_t at, std::int64_t missing);
  /// A number that must be there.
  std::int64_t number(std::size_t at);
  double real(std::size_t at);
  /// Not below 0, and below 2^62.
  std::uint64_t count(std::size_t at);
  /// A tag, or any_tag.
  std::int32_t tag(std::size_t at);
  /// A rank, or any_rank for -333.
  std::uint32_t peer(std::size_t at);

  /// The value after `name=`; empty where there is none.
  std::string_view field(std::string_view name) const;

  /// Notes a fault of an argument, unless there is one already; of the whole line beyond the last argument.
  void refuse(std::size_t at, std::string why);
  bool good() const { return why_.empty(); }
  const std::string& why() const { return why_; }
  std::size_t column() const { return column_; }  ///< of the fault, from 1
  std::string form() const;

 private:
  bool find_action(std::string_view name);
  std::size_t column_of(std::string_view word) const {
    return static_cast<std::size_t>(word.data() - text_.data()) + 1;
  }

  std::string_view text_;
  std::uint32_t rank_ = 0;
  const formats::ti::Action* action_ = nullptr;
  std::vector<std::string_view> words_;
  std::vector<std::string_view> fields_;
  std::string why_;
  std::size_t column_ = 0;
  /// Names as they were written, with what they mean, so that the table is searched once for each.
  struct Known {
    std::string name;
    const formats::ti::Action* action = nullptr;
  };
  std::vector<Known> known_;
};

}  // namespace trgen::programs::ti
