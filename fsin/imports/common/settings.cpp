// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/common/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/core/decimal.hpp"
#include "fsin/core/text.hpp"
#include "fsin/imports/common/format.hpp"

namespace fsin::imports {

const Setting* Settings::find(std::string_view name) const {
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const Setting& each) { return each.name == name; });
  return found == all_.end() ? nullptr : &*found;
}

const Setting* Settings::read(std::string_view name) {
  const Setting* found = find(name);
  if (found != nullptr) all_[static_cast<std::size_t>(found - all_.data())].read = true;
  return found;
}

void Settings::add(Setting setting) {
  std::erase_if(all_, [&](const Setting& each) { return each.name == setting.name; });
  all_.push_back(std::move(setting));
}

const Mark& Settings::mark(std::string_view name) const {
  const Setting* found = find(name);
  return found != nullptr ? found->mark : file_;
}

std::string Settings::words(std::string_view name, std::string_view fallback) const {
  const Setting* found = find(name);
  return found != nullptr ? fmt::format("{} = {}", name, found->value)
                          : fmt::format("{} = {} (default)", name, fallback);
}

std::string Settings::text(std::string_view name, std::string_view fallback) {
  const Setting* found = read(name);
  return found != nullptr ? found->value : std::string(fallback);
}

std::uint64_t Settings::natural(std::string_view name, std::uint64_t fallback, std::uint64_t low, std::uint64_t high,
                                Diagnostics& diagnostics) {
  const Setting* found = read(name);
  if (found == nullptr) return fallback;
  const auto number = parse_whole_number(found->value);
  if (number && *number >= low && *number <= high) return *number;
  diagnostics.error(found->mark, fmt::format("{} must be a whole number from {} to {}, not {}", name, low, high,
                                             in_quotes(found->value)));
  return fallback;
}

double Settings::number(std::string_view name, double fallback, double low, double high, Diagnostics& diagnostics) {
  const Setting* found = read(name);
  if (found == nullptr) return fallback;
  const auto number = parse_real(found->value);
  if (number && *number >= low && *number <= high) return *number;
  diagnostics.error(found->mark,
                    fmt::format("{} must be a number from {} to {}, not {}", name, low, high, in_quotes(found->value)));
  return fallback;
}

std::vector<std::string> Settings::names(std::string_view prefix) const {
  std::vector<std::string> made;
  for (const Setting& each : all_) {
    if (each.name.starts_with(prefix)) made.push_back(each.name);
  }
  return made;
}

void Settings::ignore(std::string_view name) { read(name); }

void Settings::ignore(std::string_view name, std::string_view value) {
  const Setting* found = find(name);
  if (found == nullptr) return;
  const auto number = parse_real(found->value);
  if (found->value == value || (number && number == parse_real(value))) read(name);
}

std::vector<const Setting*> Settings::unread() const {
  std::vector<const Setting*> made;
  for (const Setting& each : all_) {
    if (!each.read) made.push_back(&each);
  }
  return made;
}

void add_overrides(const Source& source, Settings& to) {
  for (const std::string& each : source.overrides) {
    const std::size_t equals = each.find('=');
    to.add({each.substr(0, equals), each.substr(equals + 1), Mark("override " + in_quotes(each))});
  }
}

std::optional<std::vector<double>> numbers_of(std::string_view list) {
  std::vector<double> made;
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return true;
    const auto number = parse_real(word);
    word.clear();
    if (number) made.push_back(*number);
    return number.has_value();
  };
  for (const char c : list) {
    if (c == '{' || c == '}' || c == ',' || c == ' ' || c == '\t' || c == '\n') {
      if (!end_word()) return std::nullopt;
    } else {
      word += c;
    }
  }
  if (!end_word() || made.empty()) return std::nullopt;
  return made;
}

}  // namespace fsin::imports
