// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/core/units.hpp"

namespace trgen::record {
namespace {

constexpr std::string_view forms =
    "write \"record 1000\", \"2.5 s\", \"marker MPI_Barrier\" or \"marker MPI_Barrier 3\"";

/// Parses the number of a record or an occurrence: 1 or more.
std::optional<std::uint64_t> parse_count(std::string_view text) {
  const auto number = fsin::parse_natural(text);
  return number && *number > 0 ? number : std::nullopt;
}

/// Names may contain blanks in some formats, so only a last word of digits is a number.
std::optional<Place> parse_marker(std::string_view text, std::string& error) {
  const auto blank = text.rfind(' ');
  const std::string_view last = blank == std::string_view::npos ? std::string_view{} : text.substr(blank + 1);
  if (last.empty() || last.find_first_not_of("0123456789") != std::string_view::npos) {
    return Place{Place::Kind::marker, 1, std::string(text)};
  }
  const auto number = parse_count(last);
  if (!number) {
    error = fmt::format("{} is not the number of an occurrence; occurrences count from 1", fsin::in_quotes(last));
    return std::nullopt;
  }
  return Place{Place::Kind::marker, *number, std::string(fsin::trimmed(text.substr(0, blank)))};
}

std::optional<Place> parse_record(std::string_view text, std::string& error) {
  const auto number = parse_count(text);
  if (number) return Place{Place::Kind::record, *number};
  error = fmt::format("{} is not the number of a record; records count from 1 on each rank", fsin::in_quotes(text));
  return std::nullopt;
}

std::optional<Place> parse_time(std::string_view text, std::string& error) {
  constexpr double latest = 9e18;  // as 64-bit nanoseconds: 285 years
  const auto time = fsin::parse_quantity<fsin::Nanoseconds>(text, error);
  if (time && time->value <= latest) {
    return Place{Place::Kind::time, static_cast<std::uint64_t>(std::llround(time->value))};
  }
  const bool has_number = !text.empty() && text.front() >= '0' && text.front() <= '9';
  if (!has_number || error.empty()) {
    error = fmt::format("{} is not a place in a trace; {}", fsin::in_quotes(text), forms);
  }
  return std::nullopt;
}

/// Prints a time in the largest unit in which it is whole.
std::string time_text(std::uint64_t ns) {
  std::string_view unit = "ns";
  for (const std::string_view larger : {"us", "ms", "s"}) {
    if (ns == 0 || ns % 1000 != 0) break;
    ns /= 1000;
    unit = larger;
  }
  return fmt::format("{} {}", ns, unit);
}

std::optional<RegionFault> marker_fault(const std::optional<Place>& place, bool at_to,
                                        std::span<const std::string> states) {
  if (!place || place->kind != Place::Kind::marker) return std::nullopt;
  if (std::find(states.begin(), states.end(), place->name) != states.end()) return std::nullopt;
  if (states.empty()) return RegionFault{at_to, "the trace has no states, so no markers; name a record or a time"};
  const std::vector<std::string_view> names(states.begin(), states.end());
  return RegionFault{at_to, fmt::format("no state {} in the trace{}", fsin::in_quotes(place->name),
                                        fsin::suggestion(place->name, names, "its states"))};
}

}  // namespace

std::optional<Place> parse_place(std::string_view text, std::string& error) {
  text = fsin::trimmed(text);
  const auto blank = text.find(' ');
  const std::string_view word = text.substr(0, blank);
  const std::string_view rest =
      blank == std::string_view::npos ? std::string_view{} : fsin::trimmed(text.substr(blank));
  if ((word == "record" || word == "marker") && rest.empty()) {
    error = fmt::format("{} needs a {} after it; {}", word, word == "record" ? "number" : "name", forms);
    return std::nullopt;
  }
  if (word == "record") return parse_record(rest, error);
  if (word == "marker") return parse_marker(rest, error);
  return parse_time(text, error);
}

std::string to_text(const Place& place) {
  switch (place.kind) {
    case Place::Kind::record:
      return fmt::format("record {}", place.number);
    case Place::Kind::marker:
      return fmt::format("marker {} {}", place.name, place.number);
    default:
      return time_text(place.number);
  }
}

std::string to_text(const Region& region) {
  return fmt::format("from {} to {}", region.from ? to_text(*region.from) : "the beginning",
                     region.to ? to_text(*region.to) : "the end");
}

std::vector<RegionFault> region_faults(const Region& region, std::span<const std::string> state_names) {
  std::vector<RegionFault> faults;
  if (auto fault = marker_fault(region.from, false, state_names)) faults.push_back(*fault);
  if (auto fault = marker_fault(region.to, true, state_names)) faults.push_back(*fault);
  if (!region.from || !region.to || region.from->kind != region.to->kind || region.from->name != region.to->name) {
    return faults;
  }
  if (region.to->number <= region.from->number) {
    faults.push_back({true, fmt::format("{} is not after {}, where the region begins, and the region excludes its end; "
                                        "name a later end or an earlier beginning",
                                        to_text(*region.to), to_text(*region.from))});
  }
  return faults;
}

}  // namespace trgen::record
