// SPDX-License-Identifier: Apache-2.0
// Words the faults of a record line.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/text/line.hpp"

namespace trgen::formats::text {
namespace {

struct FieldWords {
  std::string_view name;
  std::string_view needs;
};

/// Words by value of Field.
constexpr std::array<FieldWords, 11> words_of_field{{{"rank", "a whole number from 0 to 4294967294"},
                                                     {"time", "whole nanoseconds, 0 to 9223372036854775808"},
                                                     {"record kind", "SS, SE, MS or MR"},
                                                     {"MPI function", "a name of at most 255 letters"},
                                                     {"mark", "ANY_SOURCE or nothing"},
                                                     {"peer rank", "a whole number from 0 to 4294967294"},
                                                     {"tag", "a whole number of 32 bits, -2147483648 to 2147483647"},
                                                     {"communicator", "a whole number from 0 to 4294967295"},
                                                     {"number of bytes", "a whole number from 0 to 281474976710656"},
                                                     {"mark", "one of those listed"},
                                                     {"end of the line", "nothing"}}};

constexpr std::string_view message_form = "<rank> <time> MS|MR <peer> <tag> <communicator> <bytes>";
constexpr std::string_view state_form = "<rank> <time> SS|SE <MPI_Function>";

/// The form that the line should have had, as far as it can be recognised.
std::string form(Field fault, const record::Record& record) {
  if (fault == Field::rank || fault == Field::time || fault == Field::kind) {
    return fmt::format("'{}' or '{}'", message_form, state_form);
  }
  return fmt::format("'{}'", record::is_message(record.kind) ? message_form : state_form);
}

std::string_view marks(record::Kind kind) {
  return kind == record::Kind::receive ? "any=source|tag|both, match=<number from 1>"
                                       : "communicator=<number>, root=<rank>, sent=<bytes>, received=<bytes>";
}

std::string token_at(std::string_view line, std::size_t at) {
  std::size_t end = at;
  while (end < line.size() && !is_blank(line[end]) && line[end] != '\r') ++end;
  return std::string(line.substr(at, end - at));
}

std::string not_text(std::string_view line, std::size_t at) {
  return fmt::format("byte 0x{:02x} in column {} is not text; is the file damaged, or of another format?",
                     static_cast<unsigned char>(line[at]), at + 1);
}

}  // namespace

std::string explain_fault(const Line& parser, std::string_view line) {
  const auto at = static_cast<std::size_t>(parser.fault_at() - line.data());
  if (const auto odd = fsin::find_non_text(line)) return not_text(line, *odd);
  const Field field = parser.fault();
  const FieldWords& need = words_of_field[static_cast<std::size_t>(field)];
  const std::string token = at < line.size() ? token_at(line, at) : std::string{};
  if (field == Field::attribute) {
    return fmt::format("{} is not a mark of {}; known marks: {}", fsin::in_quotes(token),
                       record::kind_name(parser.record().kind), marks(parser.record().kind));
  }
  if (field == Field::end) {
    return fmt::format("unexpected {} after the last field; a record reads {}",
                       fsin::in_quotes(token.empty() ? "\r" : token), form(field, parser.record()));
  }
  if (token.empty()) {
    return fmt::format("the line ends where the {} should be; a record reads {}", need.name,
                       form(field, parser.record()));
  }
  if (field == Field::kind) {
    const auto& kinds = record::kind_names;
    return fmt::format("unknown record kind {}{}", fsin::in_quotes(token),
                       fsin::suggestion(token, kinds, "valid kinds"));
  }
  if (field == Field::bytes && token[0] == '-') {
    return fmt::format("number of bytes {} is negative; a message has 0 bytes or more", fsin::in_quotes(token));
  }
  if (field == Field::function && token.size() <= longest_state_name) {
    return fmt::format("{}: the file names more than {} different functions; is it a trace?", fsin::in_quotes(token),
                       record::StateTable::most);
  }
  return fmt::format("{} {} must be {}", need.name, fsin::in_quotes(token), need.needs);
}

}  // namespace trgen::formats::text
