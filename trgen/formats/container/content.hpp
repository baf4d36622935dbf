// SPDX-License-Identifier: Apache-2.0
// The decompressed content of a container, in order: header lines, names of states, then frames of records.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "trgen/io/input.hpp"
#include "trgen/record/sink.hpp"

namespace trgen::formats::container {

class Content {
 public:
  explicit Content(io::Input& in) : in_(in) {}

  /// Reads header lines and names of states into `facts`, and returns the header lines. Throws record::TraceError.
  std::string read_header(record::TraceFacts& facts);

  /// The next `bytes` bytes of the content, fewer at its end; valid until the next call.
  std::span<const char> peek(std::size_t bytes);
  void take(std::size_t bytes) { taken_ += bytes; }

 private:
  /// Reads up to and including the next `end`, which must come.
  std::string read_to(char end);
  void read_states(record::StateTable& states);

  io::Input& in_;
  std::vector<char> buffer_;
  std::size_t taken_ = 0;
  std::size_t filled_ = 0;
};

}  // namespace trgen::formats::container
