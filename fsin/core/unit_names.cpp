// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/unit_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/core/text.hpp"

namespace fsin {
namespace {

constexpr std::uint64_t kilo = 1000, mega = kilo * 1000, giga = mega * 1000, tera = giga * 1000;
constexpr std::uint64_t kibi = 1024, mebi = kibi * 1024, gibi = mebi * 1024, tebi = gibi * 1024;

constexpr std::array units{
    Unit{Dimension::size, "B", 1},
    Unit{Dimension::size, "kB", kilo},
    Unit{Dimension::size, "KiB", kibi},
    Unit{Dimension::size, "MB", mega},
    Unit{Dimension::size, "MiB", mebi},
    Unit{Dimension::size, "GB", giga},
    Unit{Dimension::size, "GiB", gibi},
    Unit{Dimension::size, "TB", tera},
    Unit{Dimension::size, "TiB", tebi},
    Unit{Dimension::rate, "b/s", 1},
    Unit{Dimension::rate, "kb/s", kilo},
    Unit{Dimension::rate, "Mb/s", mega},
    Unit{Dimension::rate, "Gb/s", giga},
    Unit{Dimension::rate, "Tb/s", tera},
    Unit{Dimension::rate, "B/s", 8},
    Unit{Dimension::rate, "kB/s", 8 * kilo},
    Unit{Dimension::rate, "KiB/s", 8 * kibi},
    Unit{Dimension::rate, "MB/s", 8 * mega},
    Unit{Dimension::rate, "MiB/s", 8 * mebi},
    Unit{Dimension::rate, "GB/s", 8 * giga},
    Unit{Dimension::rate, "GiB/s", 8 * gibi},
    Unit{Dimension::rate, "TB/s", 8 * tera},
    Unit{Dimension::time, "ps", 1},
    Unit{Dimension::time, "ns", kilo},
    Unit{Dimension::time, "us", mega},
    Unit{Dimension::time, "ms", giga},
    Unit{Dimension::time, "s", tera},
    Unit{Dimension::length, "mm", mega},
    Unit{Dimension::length, "cm", 10 * mega},
    Unit{Dimension::length, "m", giga},
    Unit{Dimension::length, "km", tera},
    Unit{Dimension::speed, "m/s", 1},
    Unit{Dimension::speed, "km/s", kilo},
    Unit{Dimension::speed, "m/us", mega},
    Unit{Dimension::speed, "m/ns", giga},
    Unit{Dimension::packets, "packet", 1},
    Unit{Dimension::packets, "packets", 1},
    Unit{Dimension::cycles, "cycle", 1},
    Unit{Dimension::cycles, "cycles", 1},
};

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

/// Converts common spellings of units of sizes and rates to that of the table: GBps to GB/s, Gbit/s to Gb/s, KiBytes to
/// KiB. Bits and bytes stay distinct; where only the letter b distinguishes them, its case decides.
std::string plain_spelling(std::string_view name) {
  std::string plain;
  for (const std::string_view prefix : {"Ki", "Mi", "Gi", "Ti", "k", "M", "G", "T"}) {
    if (!take(name, prefix)) continue;
    plain = prefix;
    break;
  }
  // Longest first, so that none hides a longer one.
  struct Word {
    std::string_view word;
    char letter;
  };
  constexpr std::array words{Word{"Bytes", 'B'}, Word{"bytes", 'B'}, Word{"Byte", 'B'}, Word{"byte", 'B'},
                             Word{"Bits", 'b'},  Word{"bits", 'b'},  Word{"Bit", 'b'},  Word{"bit", 'b'},
                             Word{"B", 'B'},     Word{"b", 'b'}};
  const auto* word =
      std::find_if(words.begin(), words.end(), [&name](const Word& each) { return take(name, each.word); });
  if (word == words.end()) return {};
  plain += word->letter;
  if (name == "ps" || name == "/s" || name == "/sec") return plain + "/s";
  return name.empty() ? plain : std::string();
}

bool is_small(char c) { return c >= 'a' && c <= 'z'; }

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

}  // namespace

std::span<const Unit> all_units() { return units; }

std::string_view base_unit(Dimension dimension) {
  switch (dimension) {
    case Dimension::size:
      return "B";
    case Dimension::rate:
      return "Gb/s";
    case Dimension::time:
    case Dimension::delay:
      return "ns";
    case Dimension::length:
      return "m";
    case Dimension::speed:
      return "m/ns";
    case Dimension::packets:
      return "packets";
    case Dimension::cycles:
      return "cycles";
    case Dimension::none:
      break;
  }
  return "";
}

bool suits(const Unit& unit, Dimension dimension) {
  if (dimension != Dimension::delay) return unit.dimension == dimension;
  return unit.dimension == Dimension::cycles || unit.dimension == Dimension::time ||
         unit.dimension == Dimension::length;
}

std::vector<std::string_view> unit_names(Dimension dimension) {
  std::vector<std::string_view> names;
  for (const Unit& unit : units) {
    if (suits(unit, dimension)) names.push_back(unit.name);
  }
  return names;
}

const Unit* find_unit(std::string_view name) {
  const auto find = [](std::string_view wanted) {
    return std::find_if(units.begin(), units.end(), [wanted](const Unit& unit) { return unit.name == wanted; });
  };
  const auto* found = find(name);
  if (found == units.end()) found = find(plain_spelling(name));
  if (found == units.end() && (name == "\xc2\xb5s" || name == "\xce\xbcs")) found = find("us");
  if (found == units.end() && name.ends_with("sec")) found = find(name.substr(0, name.size() - 2));
  return found == units.end() ? nullptr : found;
}

/// Units that an unknown name can mean, each with its value: K may be 1000 or 1024, and in a name all in small or all
/// in capital letters b may be bits or bytes. The reader decides.
std::string unit_guess(std::string_view name, Dimension dimension) {
  const bool has_capital = name.find('B') != std::string_view::npos;
  if (dimension == Dimension::size && !has_capital && name.find('b') != std::string_view::npos) {
    return "; a small b is a bit, write B for bytes;";
  }
  std::string low = lower_case(name);
  if (dimension == Dimension::rate && low.ends_with("ps")) low.replace(low.size() - 2, 2, "/s");
  const bool mixed = name != lower_case(name) && std::any_of(name.begin(), name.end(), is_small);
  const char letter = has_capital ? 'B' : 'b';
  const bool lettered = dimension == Dimension::size || dimension == Dimension::rate;  // bits and bytes
  std::vector<std::string> guesses;
  for (const Unit& unit : units) {
    if (!suits(unit, dimension)) continue;
    if (!lettered && name.front() == 'M') continue;  // m is a thousandth and M a million
    if (lettered && mixed && unit.name.find(letter) == std::string_view::npos) continue;
    const std::string plain = lower_case(unit.name);
    if (low != plain && !(low.starts_with('k') && plain == "ki" + low.substr(1))) continue;
    const std::string_view base = dimension == Dimension::rate ? "b/s" : "B";
    guesses.push_back(!lettered ? in_quotes(unit.name)
                                : fmt::format("{} ({} {})", in_quotes(unit.name), unit.scale, base));
  }
  return guesses.empty() ? ";" : fmt::format("; did you mean {}?", fmt::join(guesses, " or "));
}

}  // namespace fsin
