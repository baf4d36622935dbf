// SPDX-License-Identifier: Apache-2.0
// See text.hpp.
#include "fsin/core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace fsin {
namespace {

template <class Number>
std::optional<Number> parse_whole(std::string_view text, std::string_view digits) {
  if (digits.empty() || digits.front() < '0' || digits.front() > '9') return std::nullopt;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

unsigned byte_at(std::string_view text, std::size_t at) {
  return at < text.size() ? static_cast<unsigned char>(text[at]) : 0U;
}

struct Sequence {
  std::size_t length;  ///< bytes, the lead byte included
  unsigned lead_bits;  ///< bits of the code point in the lead byte
  unsigned least;      ///< smallest code point that needs this many bytes
};

std::optional<Sequence> sequence_of(unsigned lead) {
  if (lead >= 0xC2 && lead < 0xE0) return Sequence{2, lead & 0x1FU, 0x80};
  if (lead >= 0xE0 && lead < 0xF0) return Sequence{3, lead & 0x0FU, 0x800};
  if (lead >= 0xF0 && lead < 0xF5) return Sequence{4, lead & 0x07U, 0x10000};
  return std::nullopt;
}

/// Bytes of the well-formed, printable multi-byte character at `at`; 0 if there is none.
std::size_t wide_character(std::string_view text, std::size_t at) {
  const std::optional<Sequence> sequence = sequence_of(byte_at(text, at));
  if (!sequence) return 0;
  unsigned code = sequence->lead_bits;
  for (std::size_t i = 1; i < sequence->length; ++i) {
    const unsigned next = byte_at(text, at + i);
    if ((next & 0xC0U) != 0x80U) return 0;
    code = code << 6U | (next & 0x3FU);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  const bool control = code >= 0x80 && code < 0xA0;
  return code < sequence->least || code > 0x10FFFF || surrogate || control ? 0 : sequence->length;
}

/// Bytes of the printable character at `at`; 0 if it must be escaped.
std::size_t printable(std::string_view text, std::size_t at) {
  const unsigned byte = byte_at(text, at);
  if (byte >= 0x80) return wide_character(text, at);
  return byte >= 0x20 && byte != 0x7F ? 1 : 0;
}

std::string escaped(char character) {
  switch (character) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return fmt::format("\\x{:02x}", static_cast<unsigned char>(character));
  }
}

}  // namespace

std::optional<std::uint64_t> parse_natural(std::string_view text) { return parse_whole<std::uint64_t>(text, text); }

std::optional<std::int64_t> parse_integer(std::string_view text) {
  return parse_whole<std::int64_t>(text, text.substr(text.starts_with('-') ? 1 : 0));
}

std::optional<double> parse_real(std::string_view text) {
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
  });
  double value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (!plain || problem != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

std::string print_real(double value) {
  std::array<char, 32> buffer{};
  const auto [end, problem] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return problem == std::errc{} ? std::string(buffer.data(), end) : fmt::format("{}", value);
}

std::string one_line(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = printable(text, at);
    out += length > 0 ? std::string(text.substr(at, length)) : escaped(text[at]);
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string in_quotes(std::string_view text, std::size_t limit) {
  if (text.size() <= limit) return '"' + one_line(text) + '"';
  // Cut before a character, not inside one.
  std::size_t cut = limit;
  while (cut > 0 && (byte_at(text, cut) & 0xC0U) == 0x80U) --cut;
  return '"' + one_line(text.substr(0, cut)) + "...\"";
}

std::optional<std::size_t> find_non_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = printable(text, at);
    if (length == 0 && text[at] != '\n' && text[at] != '\r' && text[at] != '\t') return at;
    at += std::max<std::size_t>(length, 1);
  }
  return std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

std::string decimal_text(std::uint64_t value, unsigned digits) {
  std::string text = fmt::format("{:0{}}", value, digits + 1);
  text.insert(text.size() - digits, ".");
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string counted(std::size_t count, std::string_view singular) {
  return fmt::format("{} {}{}", count, singular, count == 1 ? "" : "s");
}

}  // namespace fsin
