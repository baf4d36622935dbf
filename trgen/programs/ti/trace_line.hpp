// SPDX-License-Identifier: Apache-2.0
// A line of a time-independent trace, `<rank> <action> <argument> ... <name>=<value> ...`, and its arguments as
// numbers. A missing or faulty one is noted, with its column; the line is refused as a whole at its end.
#pragma once

#include <array>
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
  std::size_t size() const { return size_; }
  bool has(std::size_t at) const { return at < size_; }

  /// A number at a place, fractions cut off; `missing` where the line is too short.
  std::int64_t number(std::size_t at, std::int64_t missing) { return has(at) ? number(at) : missing; }
  /// A number that must be there.
  std::int64_t number(std::size_t at) { return has(at) && words_[at].plain ? words_[at].value : other_number(at); }
  double real(std::size_t at);
  /// A number that is at least 0 and below 2^62.
  std::uint64_t count(std::size_t at);
  /// A tag, or any_tag.
  std::int32_t tag(std::size_t at);
  /// A rank, or any_rank for -333.
  std::uint32_t peer(std::size_t at);

  /// The value after `name=`; empty where there is none.
  std::string_view field(std::string_view name) const {
    return fields_.empty() ? std::string_view() : value_of_field(name);
  }

  /// Notes a fault of an argument, unless there is one already; an index beyond the last argument means the whole line.
  void refuse(std::size_t at, std::string why);
  bool good() const { return why_.empty(); }
  const std::string& why() const { return why_; }
  std::size_t column() const { return column_; }  ///< of the fault, from 1
  std::string form() const;

 private:
  /// A word, and its value where it is made of up to 18 digits, as nearly all are.
  struct Word {
    std::string_view text;
    std::int64_t value = 0;
    bool plain = false;
  };

  static const char* read_word(const char* at, const char* end, Word& word);
  std::int64_t other_number(std::size_t at);
  std::string_view value_of_field(std::string_view name) const;
  bool find_action(std::string_view name);
  std::size_t column_of(std::string_view word) const {
    return static_cast<std::size_t>(word.data() - text_.data()) + 1;
  }

  std::string_view text_;
  std::uint32_t rank_ = 0;
  const formats::ti::Action* action_ = nullptr;
  std::vector<Word> words_;  ///< the first `size_` are those of the line
  std::size_t size_ = 0;
  std::vector<std::string_view> fields_;
  std::string why_;
  std::size_t column_ = 0;
  /// Names as they were written, with their meaning, so that the table is rarely searched: by a hash of the name.
  struct Known {
    std::string name;
    const formats::ti::Action* action = nullptr;
  };
  std::array<Known, 64> known_;
};

}  // namespace trgen::programs::ti
