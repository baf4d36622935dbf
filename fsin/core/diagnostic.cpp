// SPDX-License-Identifier: Apache-2.0
// See diagnostic.hpp.
#include "fsin/core/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/core/text.hpp"

namespace fsin {

Mark Mark::at(std::uint64_t at_line, std::uint64_t at_column) const {
  Mark other = *this;
  other.line = at_line;
  other.column = at_column;
  other.is_default = false;
  return other;
}

const std::string& Mark::source() const {
  static const std::string none;
  return source_ ? *source_ : none;
}

std::string Mark::text() const {
  std::string out = one_line(source());
  if (line > 0) out += fmt::format(":{}", line);
  if (line > 0 && column > 0) out += fmt::format(":{}", column);
  if (is_default) out += " (default)";
  return out;
}

std::string Diagnostic::text() const {
  std::string place = mark.text();
  if (!place.empty()) place += ": ";
  return fmt::format("{}{}{}", place, severity == Severity::warning ? "warning: " : "", one_line(message));
}

void Diagnostics::add(Diagnostic entry) {
  std::size_t& count = entry.severity == Severity::error ? error_count_ : warning_count_;
  if (entry.severity == Severity::error && count == 0) first_error_ = entry.error_class;
  if (count++ < limit_) entries_.push_back(std::move(entry));
}

void Diagnostics::error(const Mark& mark, std::string message) {
  add({Severity::error, ErrorClass::configuration, mark, std::move(message)});
}

void Diagnostics::input_error(const Mark& mark, std::string message) {
  // The faults of a trace come as one text with a line each; each line is an error of its own.
  std::size_t begin = 0;
  for (std::size_t end = message.find('\n'); end != std::string::npos; end = message.find('\n', begin)) {
    if (end > begin) add({Severity::error, ErrorClass::input, mark, message.substr(begin, end - begin)});
    begin = end + 1;
  }
  if (begin < message.size() || begin == 0) add({Severity::error, ErrorClass::input, mark, message.substr(begin)});
}

void Diagnostics::warning(const Mark& mark, std::string message) {
  add({Severity::warning, ErrorClass::configuration, mark, std::move(message)});
}

int Diagnostics::exit_code() const { return ok() ? 0 : static_cast<int>(first_error_); }

std::string Diagnostics::text() const {
  std::string out;
  for (const Diagnostic& entry : entries_) out += entry.text() + "\n";
  const std::size_t errors = error_count_ - std::min(error_count_, limit_);
  const std::size_t warnings = warning_count_ - std::min(warning_count_, limit_);
  if (errors > 0) out += fmt::format("... and {} more error{}\n", errors, errors == 1 ? "" : "s");
  if (warnings > 0) out += fmt::format("... and {} more warning{}\n", warnings, warnings == 1 ? "" : "s");
  return out;
}

void Diagnostics::print(std::FILE* out) const {
  const std::string lines = text();
  std::fwrite(lines.data(), 1, lines.size(), out);
  std::fflush(out);
}

}  // namespace fsin
