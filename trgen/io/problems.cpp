// SPDX-License-Identifier: Apache-2.0
#include "trgen/io/problems.hpp"

#include <fmt/format.h>

#include "trgen/record/trace_error.hpp"

namespace trgen::io {

void Problems::add(std::uint64_t line, std::string_view text) {
  add_text(line, line == 0 ? fmt::format("{}: {}", file_, text) : fmt::format("{}:{}: {}", file_, line, text));
}

void Problems::add(std::uint64_t line, std::uint64_t column, std::string_view text) {
  add_text(line, fmt::format("{}:{}:{}: {}", file_, line, column, text));
}

void Problems::add_text(std::uint64_t line, std::string_view text) {
  if (count_ > 0) text_ += '\n';
  text_ += text;
  if (++count_ == most_problems) {
    text_ += fmt::format("\n{}: stopped reading at line {} after {} faults", file_, line, count_);
    throw record::TraceError(text_);
  }
}

void Problems::stop(std::uint64_t line, std::string_view text) {
  add(line, text);
  throw record::TraceError(text_);
}

void Problems::throw_if_any() const {
  if (count_ > 0) throw record::TraceError(text_);
}

}  // namespace trgen::io
