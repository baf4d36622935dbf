// SPDX-License-Identifier: Apache-2.0
// Collects the faults of a trace file, up to a maximum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace trgen::io {

/// Reading stops after this many faults, since more messages would not help.
inline constexpr std::size_t most_problems = 5;
inline constexpr std::uint64_t most_warnings = 5;

class Problems {
 public:
  explicit Problems(std::string file) : file_(std::move(file)) {}

  /// Adds `file:line: text`; line 0 stands for the whole file. Throws record::TraceError when the maximum is reached.
  void add(std::uint64_t line, std::string_view text);
  /// Adds `file:line:column: text`.
  void add(std::uint64_t line, std::uint64_t column, std::string_view text);
  /// Adds the fault and throws.
  [[noreturn]] void stop(std::uint64_t line, std::string_view text);
  void throw_if_any() const;

 private:
  void add_text(std::uint64_t line, std::string_view text);

  std::string file_;
  std::string text_;
  std::size_t count_ = 0;
};

}  // namespace trgen::io
