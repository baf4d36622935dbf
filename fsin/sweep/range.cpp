// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "fsin/core/decimal.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"

namespace fsin::sweep {
namespace {

using config::Tree;

constexpr std::array<std::string_view, 3> range_keys{"from", "to", "step"};

/// A number and the unit behind it, empty for a plain number.
struct Number {
  Decimal value;
  std::string unit;
};

std::optional<Number> parse_number(const std::string& text) {
  // The unit begins with the first letter that is not the e of an exponent.
  std::size_t end = std::min(text.find_first_not_of("0123456789.-+eE"), text.size());
  std::string_view number = std::string_view(text).substr(0, end);
  while (number.ends_with(' ')) number.remove_suffix(1);
  const auto value = parse_decimal(number);
  if (!value) return std::nullopt;
  const std::size_t unit = text.find_first_not_of(' ', end);
  return Number{*value, unit == std::string::npos ? std::string() : text.substr(unit)};
}

/// The digits with so many places behind the point; empty beyond 10^18, so that sums and differences of three fit.
std::optional<std::int64_t> digits_at(Decimal number, unsigned places) {
  constexpr std::int64_t most = 1'000'000'000'000'000'000;
  for (; number.places < places; ++number.places) {
    if (number.digits > most / 10 || number.digits < -most / 10) return std::nullopt;
    number.digits *= 10;
  }
  return number.digits;
}

class Range {
 public:
  Range(const Tree& range, Diagnostics& diagnostics) : range_(range), diagnostics_(diagnostics) {}

  std::optional<Tree> expand() {
    if (!read()) return std::nullopt;
    const auto values = count();
    if (!values) return std::nullopt;
    Tree list;
    list.kind = Tree::Kind::list;
    list.mark = range_.mark;
    list.key = range_.key;
    list.key_mark = range_.key_mark;
    for (std::int64_t i = 0; i < *values; ++i) {
      Tree value = config::text_tree(text_of(from_ + i * step_));
      value.mark = range_.mark;
      list.items.push_back(std::move(value));
    }
    return list;
  }

 private:
  void error(const Mark& mark, std::string message) {
    diagnostics_.error(mark, fmt::format("{}: {}", in_quotes(range_.key), message));
  }

  std::string text_of(std::int64_t digits) const {
    const std::string number = print_decimal({digits, places_});
    return unit_.empty() ? number : fmt::format("{} {}", number, unit_);
  }

  bool read() {
    const std::size_t errors = diagnostics_.error_count();
    for (const Tree& entry : range_.items) {
      if (std::find(range_keys.begin(), range_keys.end(), entry.key) != range_keys.end()) continue;
      error(entry.key_mark, fmt::format("unknown key {} in a range{}", in_quotes(entry.key),
                                        suggestion(entry.key, range_keys, "its keys")));
    }
    std::array<Number, 3> numbers;
    for (std::size_t i = 0; i < range_keys.size(); ++i) {
      if (const auto number = read_number(range_keys[i])) numbers[i] = *number;
    }
    if (diagnostics_.error_count() > errors) return false;
    unit_ = numbers[0].unit;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
      if (numbers[i].unit == unit_) continue;
      error(range_.find(range_keys[i])->mark,
            fmt::format("{} and from have different units; give all three numbers the same unit", range_keys[i]));
      return false;
    }
    return align(numbers);
  }

  std::optional<Number> read_number(std::string_view key) {
    const Tree* node = range_.find(key);
    if (node == nullptr) {
      error(range_.mark, fmt::format("the range has no {}; write {{from: 0.1, to: 0.9, step: 0.1}}", key));
      return std::nullopt;
    }
    auto number = node->is_scalar() ? parse_number(node->text) : std::nullopt;
    if (!number) {
      error(node->mark, fmt::format("{} is not a decimal number of at most 18 digits; write for example {}: 0.1",
                                    node->is_scalar() ? in_quotes(node->text) : std::string(key), key));
    }
    return number;
  }

  /// All three to the same number of places.
  bool align(const std::array<Number, 3>& numbers) {
    for (const Number& number : numbers) places_ = std::max(places_, number.value.places);
    const auto from = digits_at(numbers[0].value, places_);
    const auto to = digits_at(numbers[1].value, places_);
    const auto step = digits_at(numbers[2].value, places_);
    if (!from || !to || !step) {
      error(range_.mark, "the numbers of the range have too many digits; write shorter ones");
      return false;
    }
    from_ = *from;
    distance_ = *to - *from;
    step_ = *step;
    return true;
  }

  std::optional<std::int64_t> count() {
    const Mark& mark = range_.find("step")->mark;
    if (distance_ == 0 && step_ != 0) return 1;
    if (step_ == 0) {
      error(mark, "a step of 0 never reaches the end; give another step");
      return std::nullopt;
    }
    if ((distance_ < 0) != (step_ < 0)) {
      error(mark, fmt::format("a step of {} leads away from {}; write step: {}", text_of(step_),
                              text_of(from_ + distance_), text_of(-step_)));
      return std::nullopt;
    }
    const std::int64_t steps = distance_ / step_;
    if (steps >= most_range_values) {
      error(mark, fmt::format("the range has {} values, more than the {} that are allowed; make the step larger",
                              steps + 1, most_range_values));
      return std::nullopt;
    }
    if (distance_ % step_ != 0) {
      error(mark, fmt::format("steps of {} from {} do not reach {}; write to: {} or to: {}", text_of(step_),
                              text_of(from_), text_of(from_ + distance_), text_of(from_ + steps * step_),
                              text_of(from_ + (steps + 1) * step_)));
      return std::nullopt;
    }
    return steps + 1;
  }

  const Tree& range_;
  Diagnostics& diagnostics_;
  std::string unit_;
  unsigned places_ = 0;
  std::int64_t from_ = 0, distance_ = 0, step_ = 0;
};

}  // namespace

bool is_range(const Tree& map) {
  return map.is_map() && std::any_of(range_keys.begin(), range_keys.end(), [&map](std::string_view key) {
           const Tree* entry = map.find(key);
           return entry != nullptr && entry->is_scalar();
         });
}

std::optional<Tree> expand_range(const Tree& range, Diagnostics& diagnostics) {
  return Range(range, diagnostics).expand();
}

}  // namespace fsin::sweep
