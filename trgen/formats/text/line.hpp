// SPDX-License-Identifier: Apache-2.0
// Parses one record line of the text format. Written for speed: a line ends with a newline, which no field contains, so
// that no other bound is checked. A fault is remembered with its place, and worded only when it is reported.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "trgen/record/record.hpp"
#include "trgen/record/state_table.hpp"

namespace trgen::formats::text {

enum class Field : std::uint8_t {
  rank,
  time,
  kind,
  function,
  any_source,
  peer,
  tag,
  communicator,
  bytes,
  attribute,
  end
};

class Line {
 public:
  explicit Line(record::StateTable& states) : states_(states) {}

  /// Reads the record that starts at `at` (not a blank). Returns the position after its newline, or null when it is
  /// faulty.
  const char* read(const char* at);

  std::uint32_t rank() const { return rank_; }
  const record::Record& record() const { return record_; }
  record::Record& record() { return record_; }

  /// The field that could not be read, and its first byte.
  Field fault() const { return fault_; }
  const char* fault_at() const { return fault_at_; }

 private:
  const char* message(const char* at);
  const char* state(const char* at);
  const char* attributes(const char* at);
  bool attribute(std::string_view key, std::string_view value);
  bool collective_fact(std::string_view key, std::string_view value);
  const char* line_end(const char* at);
  const char* natural(const char* at, std::uint64_t limit, std::uint64_t& value, Field field);
  const char* separator(const char* at) const;
  const char* fail(const char* at, Field field) {
    fault_ = field;
    fault_at_ = at;
    return nullptr;
  }

  record::StateTable& states_;
  record::Record record_;
  std::uint32_t rank_ = 0;
  Field fault_ = Field::rank;
  const char* fault_at_ = nullptr;
};

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }
inline bool is_field_char(char c) { return static_cast<unsigned char>(c) > ' ' && static_cast<unsigned char>(c) < 127; }

/// Words a fault, without file and line. `line` is the whole line without its newline.
std::string explain_fault(const Line& parser, std::string_view line);

}  // namespace trgen::formats::text
