// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/formats/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

struct NamedUnit {
  std::string_view name;
  double value;
};
constexpr std::array sizes{NamedUnit{"b", 1},        NamedUnit{"byte", 1},     NamedUnit{"bytes", 1},
                           NamedUnit{"kib", 0x1p10}, NamedUnit{"kb", 1e3},     NamedUnit{"mib", 0x1p20},
                           NamedUnit{"mb", 1e6},     NamedUnit{"gib", 0x1p30}, NamedUnit{"gb", 1e9}};
constexpr std::array times{NamedUnit{"ps", 1e-3},  NamedUnit{"ns", 1},       NamedUnit{"us", 1e3},
                           NamedUnit{"usec", 1e3}, NamedUnit{"usecs", 1e3},  NamedUnit{"ms", 1e6},
                           NamedUnit{"msec", 1e6}, NamedUnit{"s", 1e9},      NamedUnit{"sec", 1e9},
                           NamedUnit{"nsec", 1},   NamedUnit{"seconds", 1e9}};
constexpr std::array size_names{"size", "bytes", "byte", "length", "msgsize", "message"};
constexpr std::array time_names{"time", "latency", "rtt", "round", "roundtrip", "oneway", "duration", "t"};

/// The words of a name: `Time [us]` is time and us, `size_B` is size and b.
std::vector<std::string> words_in(std::string_view field) {
  std::vector<std::string> words(1);
  for (const char c : field) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

template <class Names>
bool any_in(const std::vector<std::string>& words, const Names& names) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(names.begin(), names.end(), std::string_view(word)) != names.end();
  });
}

template <class Units>
std::optional<double> unit_in(const std::vector<std::string>& words, const Units& units) {
  for (const std::string& word : words) {
    for (const NamedUnit& unit : units) {
      if (unit.name == word) return unit.value;
    }
  }
  return std::nullopt;
}

struct Columns {
  std::size_t size = 0;
  std::size_t time = 1;
  double bytes = 1;
  std::optional<double> ns;
  bool round_trip = false;
};

bool is_comment(const Line& line) { return line.words.empty() || line.starts_with("#"); }

std::vector<std::string_view> fields_of(std::string_view text) {
  const char separator = text.find(',') != std::string_view::npos    ? ','
                         : text.find(';') != std::string_view::npos  ? ';'
                         : text.find('\t') != std::string_view::npos ? '\t'
                                                                     : ' ';
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t at = text.find(separator);
    std::string_view field = text.substr(0, at);
    field.remove_prefix(std::min(field.find_first_not_of(" \t\""), field.size()));
    field = field.substr(0, field.find_last_not_of(" \t\"") + 1);
    if (separator != ' ' || !field.empty()) fields.push_back(field);
    if (at == std::string_view::npos) return fields;
    text.remove_prefix(at + 1);
  }
}

/// Columns of the head. Empty after an error.
std::optional<Columns> columns_of(const Line& head, Reading& reading) {
  Columns columns;
  std::optional<std::size_t> size, time;
  const auto fields = fields_of(head.text);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto words = words_in(fields[i]);
    const bool names_time = any_in(words, time_names);
    if (!names_time && any_in(words, size_names)) {
      if (size) {
        reading.error(head, "two columns of sizes; leave one of them out");
        return std::nullopt;
      }
      size = i;
      columns.bytes = unit_in(words, sizes).value_or(1);
    } else if (names_time) {
      if (time) {
        reading.error(head, fmt::format("two columns of times, {} and {}; leave one of them out",
                                        in_quotes(fields[*time]), in_quotes(fields[i])));
        return std::nullopt;
      }
      time = i;
      columns.ns = unit_in(words, times);
      columns.round_trip = any_in(words, std::array{"rtt", "round", "roundtrip"});
    }
  }
  if (!size || !time) {
    reading.error(head, fmt::format("no column of {} in the head; name the columns for example size_B,time_us",
                                    size ? "times" : "sizes"));
    return std::nullopt;
  }
  columns.size = *size;
  columns.time = *time;
  return columns;
}

bool is_number(std::string_view text) { return parse_real(text).has_value(); }

/// True for a value with a unit of its own, which is refused: the unit of the head holds for the column.
bool has_own_unit(std::string_view field) {
  return !field.empty() && std::isdigit(static_cast<unsigned char>(field.front())) != 0 && !is_number(field);
}

}  // namespace

bool CsvFormat::recognises(std::span<const Line> lines) {
  const auto first = std::find_if_not(lines.begin(), lines.end(), is_comment);
  if (first == lines.end()) return false;
  const auto fields = fields_of(first->text);
  if (fields.size() < 2) return false;
  if (is_number(fields[0]) && is_number(fields[1])) return true;
  return std::any_of(fields.begin(), fields.end(),
                     [](std::string_view field) { return any_in(words_in(field), time_names); });
}

void CsvFormat::read(Reading& reading) {
  std::optional<Columns> columns;
  reading.any_order();
  for (const Line& line : reading.lines) {
    if (is_comment(line)) continue;
    const auto fields = fields_of(line.text);
    if (!columns) {
      const bool headed = !is_number(fields[0]);
      columns = headed ? columns_of(line, reading) : Columns{};
      if (!columns) return;
      if (reading.options.time_ns && columns->ns && *reading.options.time_ns != *columns->ns) {
        return reading.error(line, "the head names another unit of time than --time-unit; leave the option out");
      }
      if (!columns->ns) columns->ns = reading.options.time_ns;
      if (!columns->ns) {
        return reading.error(line,
                             "the unit of the times is not known; name the column for example time_us, or give "
                             "--time-unit us");
      }
      if (headed) continue;
    }
    if (fields.size() <= std::max(columns->size, columns->time)) {
      return reading.error(line, fmt::format("{} where the first line has more; the file was cut off here",
                                             counted(fields.size(), "field")));
    }
    for (const std::string_view field : {fields[columns->size], fields[columns->time]}) {
      if (!has_own_unit(field)) continue;
      return reading.error(line, fmt::format("{} has a unit of its own, but that of the head holds for the column; "
                                             "write all values as numbers in one unit",
                                             in_quotes(field)));
    }
    const bool halved = columns->round_trip || reading.options.round_trip;
    reading.add(line, fields[columns->size], fields[columns->time], *columns->ns / (halved ? 2 : 1), columns->bytes);
  }
  const bool halved = reading.options.round_trip || (columns && columns->round_trip);
  reading.taken(halved ? "round trips, halved" : "times one way, as they stand in the file");
}

}  // namespace fsin::calibration
