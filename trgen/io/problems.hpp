// SPDX-License-Identifier: Apache-2.0
// Faults of a trace file, collected until there are enough of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trgen::io {

/// Reading stops at this many faults: more messages would not help.
inline constexpr std::size_t most_problems = 5;
inline constexpr std::uint64_t most_warnings = 5;

class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  /// Remembers `file:line: text`; line 0 stands for the whole file. Throws record::TraceError when it is one too many.
  void add(std::uint64_t line, std::string_view text);
  /// Remembers it and throws.
  [[noreturn]] void stop(std::uint64_t line, std::string_view text);
  void throw_if_any() const;

 private:
  std::string file_;
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace trgen::io
