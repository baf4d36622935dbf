// SPDX-License-Identifier: Apache-2.0
// Diagnostics: every mistake in what a user wrote, collected with the place where it was written.
//
// A message reads `file:line:column: what; what to do`, one line, and is written for someone in a hurry. Code that
// reads input adds to a Diagnostics and goes on, so that one run reports all mistakes; the command prints them and
// exits with exit_code(). Exceptions are left for bugs of the program itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fsin {

/// A place in a source. Lines and columns count from 1; 0 means unknown. The name of the source is shared, so a mark is
/// cheap to copy.
struct Mark {
  std::uint64_t line = 0;
  std::uint64_t column = 0;
  /// The value is a default: the mark is the nearest enclosing place that was written.
  bool is_default = false;

  Mark() = default;
  explicit Mark(std::string source_name, std::uint64_t at_line = 0, std::uint64_t at_column = 0)
      : line(at_line), column(at_column), source_(std::make_shared<const std::string>(std::move(source_name))) {}

  /// Another place in the same source.
  Mark at(std::uint64_t at_line, std::uint64_t at_column = 0) const;
  /// The name of the source: a file as the user gave it, or `override 'a.b=c'`; empty if there is none.
  const std::string& source() const;
  /// `exp.yaml:12:6`, `cg.txt:12`, `exp.yaml`, `exp.yaml:4:3 (default)`; empty without a source.
  std::string text() const;

 private:
  std::shared_ptr<const std::string> source_;
};

enum class Severity : std::uint8_t { warning, error };

/// Kind of a mistake; the value is the exit code of the command that reports it.
enum class ErrorClass : std::uint8_t { configuration = 2, input = 3 };

struct Diagnostic {
  Severity severity = Severity::error;
  ErrorClass error_class = ErrorClass::configuration;
  Mark mark;
  std::string message;

  /// The whole line, without the newline; control characters are escaped.
  std::string text() const;
};

/// Collects diagnostics. Only the first `limit` errors and the first `limit` warnings are kept; all are counted.
class Diagnostics {
 public:
  static constexpr std::size_t default_limit = 50;

  explicit Diagnostics(std::size_t limit = default_limit) : limit_(limit) {}

  /// A mistake in the usage or the configuration (exit code 2).
  void error(const Mark& mark, std::string message);
  /// A file that cannot be read or written, or a faulty trace (exit code 3).
  void input_error(const Mark& mark, std::string message);
  void warning(const Mark& mark, std::string message);
  /// An entry of another collection.
  void add(Diagnostic entry);

  bool ok() const { return error_count_ == 0; }
  std::size_t error_count() const { return error_count_; }
  std::size_t warning_count() const { return warning_count_; }
  /// The entries that were kept, in the order they were added.
  std::span<const Diagnostic> entries() const { return entries_; }

  /// 0 without errors, else the class of the first error: 2 configuration, 3 input.
  int exit_code() const;

  /// One line an entry, then a line that counts what was not kept.
  std::string text() const;
  void print(std::FILE* out) const;

 private:
  std::size_t limit_;
  std::size_t error_count_ = 0;
  std::size_t warning_count_ = 0;
  ErrorClass first_error_ = ErrorClass::configuration;
  std::vector<Diagnostic> entries_;
};

}  // namespace fsin
