// SPDX-License-Identifier: Apache-2.0
// Numbers printed for people: a handful of digits and a unit prefix.
#pragma once

#include <cstdint>
#include <string>

namespace fsin {

/// Prints 4 significant digits without exponent for ordinary sizes: "45.23", "0.0123", "123456".
std::string number_text(double value);
/// A mean and the half width of its interval, to read side by side.
struct EstimateText {
  std::string value;
  std::string half_width;  ///< empty when it is not finite
  /// "22.5 +- 5.7"; the value alone where there is no half width.
  std::string both() const { return half_width.empty() ? value : value + " +- " + half_width; }
};

/// Rounds a mean and its half width: two digits of the half width and as many decimals of the mean, of which no more
/// than six digits are shown; four digits of a mean without a half width, or with one of zero.
EstimateText estimate_text(double mean, double half_width);
/// "1.234 ms"; ns up to s, then "3 min 20 s", "2 h 5 min".
std::string seconds_text(double seconds);
/// Unit for a time of so many seconds: the largest of s, ms, us and ns in which it is at least 1.
struct TimeUnit {
  double seconds;  ///< length of the unit
  const char* name;
};
TimeUnit time_unit(double seconds);
/// "12.3 MiB".
std::string bytes_text(std::uint64_t bytes);
/// Prints 8.12e6 as "8.12 M", to be followed by a space and the unit.
std::string count_text(double count);
/// Digits in groups of three: "1 234 567".
std::string grouped_text(std::uint64_t value);

}  // namespace fsin
