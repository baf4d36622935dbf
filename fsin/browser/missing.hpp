// SPDX-License-Identifier: Apache-2.0
// Parts of C++20 that the standard library of Debian 12's emscripten (libc++ 13) does not have yet, and Random123,
// whose header refuses processors that its authors have not tried. The build for browsers includes this before every
// source (CMakeLists.txt); no other build sees it.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <string>
#include <system_error>

// Philox needs nothing of a processor; the 64-bit variants, which are not used, would ask for inline assembly.
#define R123_USE_ASM_GNU 0
#define R123_USE_MULHILO64_C99 1
#define __riscv 1  // NOLINT: one of the names that it accepts
#include <Random123/philox.h>
#undef __riscv

#include <fmt/format.h>

namespace std {  // NOLINT(cert-dcl58-cpp): as the library itself would have them

#ifndef __cpp_lib_bit_cast
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
#endif

/// The shortest text that reads back as the same number, as to_chars() of later libraries writes it.
inline to_chars_result written(char* first, char* last, const std::string& text) {
  if (static_cast<std::size_t>(last - first) < text.size()) return {last, errc::value_too_large};
  return {std::copy(text.begin(), text.end(), first), errc{}};
}
inline to_chars_result to_chars(char* first, char* last, double value) {
  return written(first, last, fmt::format("{}", value));
}
inline to_chars_result to_chars(char* first, char* last, double value, chars_format /*fixed*/) {
  constexpr int most_digits = 17 + 308;
  std::string text = fmt::format("{:.0f}", value);
  for (int digits = 1; digits <= most_digits && strtod(text.c_str(), nullptr) != value; ++digits)
    text = fmt::format("{:.{}f}", value, digits);
  return written(first, last, text);
}
/// Decimal numbers; the callers look for other letters before.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const std::string text(first, last);
  if (text.empty() || (text[0] != '-' && text[0] != '.' && (text[0] < '0' || text[0] > '9')))
    return {first, errc::invalid_argument};
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  value = read;
  return {first + (end - text.c_str()), errc{}};
}

namespace ranges {

template <class Range, class Predicate>
auto find_if(Range&& range, Predicate predicate) {
  return std::find_if(std::begin(range), std::end(range), predicate);
}
template <class Range, class Predicate>
bool any_of(Range&& range, Predicate predicate) {
  return std::any_of(std::begin(range), std::end(range), predicate);
}
template <class Range, class Order = std::less<>, class Projection>
auto min_element(Range&& range, Order /*less*/, Projection of) {
  return std::min_element(std::begin(range), std::end(range), [&](const auto& one, const auto& other) {
    return std::invoke(of, one) < std::invoke(of, other);
  });
}

}  // namespace ranges
}  // namespace std
