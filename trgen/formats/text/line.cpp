// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/text/line.hpp"

#include <limits>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/common/values.hpp"

namespace trgen::formats::text {
namespace {

constexpr std::uint64_t most_u32 = std::numeric_limits<std::uint32_t>::max();
constexpr int most_digits = 19;  // more digits may not fit 64 bits

constexpr std::uint16_t letters(char first, char second) {
  return static_cast<std::uint16_t>(static_cast<unsigned char>(first) | static_cast<unsigned char>(second) << 8);
}

}  // namespace

/// Skips the separator after a field: the first byte of the next field.
inline const char* Line::separator(const char* at) const {
  while (is_blank(*at)) ++at;
  return at;
}

inline const char* Line::natural(const char* at, std::uint64_t limit, std::uint64_t& value, Field field) {
  const char* const from = at;
  std::uint64_t number = 0;
  for (unsigned digit = static_cast<unsigned>(*at - '0'); digit <= 9; digit = static_cast<unsigned>(*++at - '0')) {
    number = number * 10 + digit;
  }
  if (at == from || at - from > most_digits || number > limit || is_field_char(*at)) return fail(from, field);
  value = number;
  return separator(at);
}

const char* Line::read(const char* at) {
  std::uint64_t value = 0;
  record_ = {};
  at = natural(at, most_u32 - 1, value, Field::rank);
  if (at == nullptr) return nullptr;
  rank_ = static_cast<std::uint32_t>(value);
  at = natural(at, latest_time_ns, record_.time_ns, Field::time);
  if (at == nullptr) return nullptr;
  const char* const kind = at;
  while (is_field_char(*at)) ++at;
  if (at - kind != 2) return fail(kind, Field::kind);
  at = separator(at);
  switch (letters(kind[0], kind[1])) {
    case letters('S', 'S'):
      record_.kind = record::Kind::state_start;
      return state(at);
    case letters('S', 'E'):
      record_.kind = record::Kind::state_end;
      return state(at);
    case letters('M', 'S'):
      record_.kind = record::Kind::send;
      return message(at);
    case letters('M', 'R'):
      record_.kind = record::Kind::receive;
      return message(at);
    default:
      return fail(kind, Field::kind);
  }
}

const char* Line::message(const char* at) {
  std::uint64_t value = 0;
  at = natural(at, most_u32 - 1, value, Field::peer);
  if (at == nullptr) return nullptr;
  record_.peer = static_cast<std::uint32_t>(value);
  const bool negative = *at == '-';
  const char* const tag = at;
  at = natural(negative ? at + 1 : at, std::uint64_t{std::numeric_limits<std::int32_t>::max()} + (negative ? 1 : 0),
               value, Field::tag);
  if (at == nullptr) return fail(tag, Field::tag);
  record_.tag =
      static_cast<std::int32_t>(negative ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value));
  at = natural(at, most_u32, value, Field::communicator);
  if (at == nullptr) return nullptr;
  record_.communicator = static_cast<std::uint32_t>(value);
  at = natural(at, most_message_bytes, record_.bytes, Field::bytes);
  if (at == nullptr) return nullptr;
  return is_field_char(*at) ? attributes(at) : line_end(at);
}

const char* Line::state(const char* at) {
  const char* end = at;
  unsigned char bits = 0;
  while (is_name_char(*end)) bits |= static_cast<unsigned char>(*end++);
  const auto size = static_cast<std::size_t>(end - at);
  if (size == 0 || size > longest_state_name) return fail(at, Field::function);
  constexpr unsigned char beyond_ascii = 0x80;
  if ((bits & beyond_ascii) != 0 && fsin::find_non_text({at, size})) return fail(at, Field::function);
  const auto number = states_.number({at, size});
  if (!number) return fail(at, Field::function);
  record_.state = *number;
  end = separator(end);
  constexpr std::string_view any = "ANY_SOURCE";
  if (!is_field_char(*end)) return line_end(end);
  if (*end == 'A' && record_.kind == record::Kind::state_start) {
    const char* word = end;
    while (is_field_char(*word)) ++word;
    if (std::string_view(end, static_cast<std::size_t>(word - end)) != any) return fail(end, Field::any_source);
    record_.any_source = true;
    end = separator(word);
  }
  return attributes(end);
}

/// Reads words of the form key=value, up to the end of the line.
const char* Line::attributes(const char* at) {
  const bool allowed = record_.kind == record::Kind::receive || record_.kind == record::Kind::state_start;
  while (allowed && is_field_char(*at)) {
    const char* end = at;
    while (is_field_char(*end)) ++end;
    const std::string_view word(at, static_cast<std::size_t>(end - at));
    const auto equals = word.find('=');
    if (equals == std::string_view::npos) return fail(at, Field::end);
    if (!attribute(word.substr(0, equals), word.substr(equals + 1))) return fail(at, Field::attribute);
    at = separator(end);
  }
  return line_end(at);
}

bool Line::attribute(std::string_view key, std::string_view value) {
  if (record_.kind == record::Kind::state_start) return collective_fact(key, value);
  if (key == "any") {
    record_.any_source = value == "source" || value == "both";
    record_.any_tag = value == "tag" || value == "both";
    return record_.any_source || record_.any_tag;
  }
  const auto number = fsin::parse_natural(value);
  if (key != "match" || !number || *number == 0) return false;
  record_.match = *number;
  return true;
}

bool Line::collective_fact(std::string_view key, std::string_view value) {
  const auto number = fsin::parse_natural(value);
  if (!number) return false;
  if (!record_.collective) record_.peer = record::no_rank;
  record_.collective = true;
  if (key == "communicator" && *number <= most_u32) {
    record_.communicator = static_cast<std::uint32_t>(*number);
  } else if (key == "root" && *number < most_u32) {
    record_.peer = static_cast<std::uint32_t>(*number);
  } else if (key == "sent" && *number <= most_message_bytes) {
    record_.bytes = *number;
  } else if (key == "received" && *number <= most_message_bytes) {
    record_.received = *number;
  } else {
    return false;
  }
  return true;
}

const char* Line::line_end(const char* at) {
  if (*at == '\r') ++at;
  return *at == '\n' ? at + 1 : fail(at, Field::end);
}

}  // namespace trgen::formats::text
