// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/alog/line.hpp"

#include <algorithm>

#include "fsin/core/text.hpp"
#include "trgen/formats/clog2/layout.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::alog {
namespace {

constexpr std::string_view prefix = "MPI_";

bool equal_letters(std::string_view one, std::string_view two) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return one.size() == two.size() && std::equal(one.begin(), one.end(), two.begin(),
                                                [&](char left, char right) { return lower(left) == lower(right); });
}

}  // namespace

bool Line::parse(std::string_view line) {
  io::Fields fields(line);
  for (std::int64_t* const field : {&type, &process, &task, &data}) {
    const auto value = fsin::parse_integer(fields.next());
    if (!value) return false;
    *field = *value;
  }
  const auto turn = fsin::parse_natural(fields.next());
  const auto time = parse_microseconds(fields.next());
  if (!turn || !time) return false;
  cycle = *turn;
  time_ns = *time;
  comment = fields.rest();
  comment = comment.substr(0, comment.find_last_not_of(" \t") + 1);
  return true;
}

std::optional<std::uint64_t> parse_microseconds(std::string_view text) {
  constexpr std::uint64_t ns_per_us = 1000;
  constexpr std::size_t decimals = 3;
  const std::size_t point = std::min(text.find('.'), text.size());
  const auto whole = fsin::parse_natural(text.substr(0, point));
  if (!whole || *whole >= latest_time_ns / ns_per_us) return std::nullopt;
  const std::string_view fraction = text.substr(std::min(point + 1, text.size()));
  std::uint64_t part = 0;
  for (std::size_t i = 0; i < std::max(decimals, fraction.size()); ++i) {
    const char digit = i < fraction.size() ? fraction[i] : '0';
    if (digit < '0' || digit > '9') return std::nullopt;
    if (i < decimals) part = part * 10 + static_cast<std::uint64_t>(digit - '0');
  }
  return *whole * ns_per_us + part;
}

std::string_view mpi_function(std::string_view state) {
  if (state.starts_with(prefix)) return state;
  for (const clog2::layout::KnownState& each : clog2::layout::states) {
    if (each.name.starts_with(prefix) && equal_letters(each.name.substr(prefix.size()), state)) return each.name;
  }
  return {};
}

}  // namespace trgen::formats::alog
