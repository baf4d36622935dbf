// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/element.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/platform/units.hpp"

namespace fsin::platform {

Places::Places(std::string_view text, Mark source) : lines_{0}, source_(std::move(source)) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') lines_.push_back(i + 1);
  }
}

Mark Places::at(std::ptrdiff_t offset) const {
  if (offset < 0) return source_;
  const auto place = static_cast<std::size_t>(offset);
  const auto after = std::upper_bound(lines_.begin(), lines_.end(), place);
  return source_.at(static_cast<std::uint64_t>(after - lines_.begin()), place - *(after - 1) + 1);
}

std::vector<Element> Element::children() const {
  std::vector<Element> all;
  for (const pugi::xml_node& each : node_.children()) {
    if (each.type() == pugi::node_element) all.emplace_back(each, *places_, *diagnostics_);
  }
  return all;
}

std::string Element::required(const char* key) const {
  if (!has(key)) error(fmt::format("<{}> has no attribute {}; add it", name(), key));
  return text(key);
}

double Element::bandwidth(const char* key) const {
  const std::string written = required(key);
  const auto value = bandwidth_of(written);
  if (value && *value > 0 && std::isfinite(*value)) return *value;
  if (has(key)) {
    error(
        fmt::format("{}=\"{}\" is no bandwidth above 0; write one such as 1.25GBps or 10Gbps", key, one_line(written)));
  }
  return 1;
}

double Element::time(const char* key) const {
  const std::string written = required(key);
  const auto value = time_of(written);
  if (value && std::isfinite(*value)) return *value;
  if (has(key)) error(fmt::format("{}=\"{}\" is no time; write one such as 1us or 50ns", key, one_line(written)));
  return 0;
}

double Element::speed(const char* key) const {
  const std::string written = required(key);
  const auto value = speed_of(written);
  if (value && *value > 0 && std::isfinite(*value)) return *value;
  if (has(key)) error(fmt::format("{}=\"{}\" is no speed above 0; write one such as 2Gf", key, one_line(written)));
  return 1;
}

std::uint32_t Element::count(const char* key, std::uint32_t otherwise) const {
  if (!has(key)) return otherwise;
  const auto numbers = numbers_of(text(key), ',', 1'000'000'000);
  if (numbers && numbers->size() == 1 && numbers->front() > 0) return numbers->front();
  error(fmt::format("{}=\"{}\" is no whole number above 0", key, one_line(text(key))));
  return otherwise;
}

std::size_t Element::choice(const char* key, std::span<const std::string_view> names) const {
  if (!has(key)) return 0;
  const std::string written = text(key);
  const auto same = [&](std::string_view name) {
    return std::equal(name.begin(), name.end(), written.begin(), written.end(), [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    });
  };
  const auto found = std::find_if(names.begin(), names.end(), same);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  error(fmt::format("{}=\"{}\" is not read here; {}", key, one_line(written),
                    fmt::format("write one of {}", fmt::join(names, ", "))));
  return 0;
}

void Element::refuse(const char* key, std::string_view why) const {
  if (has(key)) error(fmt::format("{}: {}; remove the attribute", key, why));
}

std::optional<std::vector<std::uint32_t>> numbers_of(std::string_view text, char separator, std::uint32_t most) {
  std::vector<std::uint32_t> numbers;
  while (true) {
    std::uint32_t value = 0;
    const std::size_t end = std::min(text.find(separator), text.size());
    std::string_view word = text.substr(0, end);
    while (!word.empty() && word.front() == ' ') word.remove_prefix(1);
    while (!word.empty() && word.back() == ' ') word.remove_suffix(1);
    const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || stop != word.data() + word.size() || value > most) return std::nullopt;
    numbers.push_back(value);
    if (end == text.size()) return numbers;
    text.remove_prefix(end + 1);
  }
}

}  // namespace fsin::platform
