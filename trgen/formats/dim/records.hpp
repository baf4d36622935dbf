// SPDX-License-Identifier: Apache-2.0
// A line of a Dimemas trace as a record number and its fields, in the current format or in SDDF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::formats::dim {

/// Numbers of records, and two kinds that only SDDF has.
enum class RecordKind : std::uint8_t {
  noop,
  burst,
  send,
  receive,
  operation,
  event,
  block_begin,
  block_end,
  communicator,
  block_name,
  other,  ///< a definition or an operation that is not modelled; its name is in `name`
  none,   ///< no record: a blank line, a comment, part of a description
  faulty,
};

class Line {
 public:
  /// Reads a line. The fields are valid as long as the line is.
  RecordKind read(std::string_view line);

  const std::vector<std::string_view>& fields() const { return fields_; }
  /// The name of a record of RecordKind::other.
  const std::string& name() const { return name_; }

 private:
  RecordKind numbered(std::string_view line);
  RecordKind sddf(std::string_view line);

  std::vector<std::string_view> fields_;
  std::string name_;
  bool describing_ = false;  ///< within the description of an SDDF record
};

}  // namespace trgen::formats::dim
