// SPDX-License-Identifier: Apache-2.0
// A line of a Dimemas trace as a record number and its fields, whether it is of the current format or in SDDF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::formats::dim {

/// Numbers of records, and two that SDDF alone has.
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
  none,   ///< nothing: blank, a comment, a part of a description
  faulty,
};

class Line {
 public:
  /// The fields are good as long as the line.
  RecordKind read(std::string_view line);

  const std::vector<std::string_view>& fields() const { return fields_; }
  /// Of RecordKind::other: what it is.
  const std::string& name() const { return name_; }

 private:
  RecordKind numbered(std::string_view line);
  RecordKind sddf(std::string_view line);

  std::vector<std::string_view> fields_;
  std::string name_;
  bool describing_ = false;  ///< within the description of an SDDF record
};

}  // namespace trgen::formats::dim
