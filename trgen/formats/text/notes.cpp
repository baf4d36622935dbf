// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/text/notes.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fsin/core/text.hpp"

namespace trgen::formats::text {
namespace {

constexpr std::size_t most_communicators = std::size_t{1} << 16;
constexpr std::size_t most_members = std::size_t{1} << 26;  ///< of all communicators together
constexpr std::size_t most_uncaptured = 4096;

/// Removes the first word from `text` and returns it.
std::string_view next_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find_first_of(" \t"));
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  return word;
}

bool communicator(std::string_view value, std::uint32_t most_ranks, record::TraceNotes& notes) {
  const auto number = fsin::parse_natural(next_word(value));
  if (!number || *number > 0xffffffffU || notes.communicators.size() == most_communicators) return false;
  std::size_t members = 0;
  for (const auto& each : notes.communicators) members += each.members.size();
  record::Communicator made{.number = static_cast<std::uint32_t>(*number), .members = {}};
  if (!record::parse_ranks(value, most_ranks, made.members) || members + made.members.size() > most_members) {
    return false;
  }
  notes.communicators.push_back(std::move(made));
  return true;
}

bool incomplete(std::string_view value, std::uint32_t most_ranks, record::TraceNotes& notes) {
  const auto rank = fsin::parse_natural(next_word(value));
  if (!rank || *rank >= most_ranks || notes.incomplete.size() == most_ranks) return false;
  notes.incomplete.push_back({static_cast<std::uint32_t>(*rank), fsin::one_line(value.substr(0, 200))});
  return true;
}

bool not_captured(std::string_view value, record::TraceNotes& notes) {
  const std::string_view function = next_word(value);
  const auto calls = fsin::parse_natural(next_word(value));
  const auto bytes = fsin::parse_natural(value);
  if (function.empty() || !calls || !bytes || notes.not_captured.size() == most_uncaptured) return false;
  notes.not_captured.push_back({std::string(function.substr(0, 200)), *calls, *bytes});
  return true;
}

}  // namespace

Note read_note(std::string_view word, std::string_view value, std::uint32_t most_ranks, record::TraceNotes& notes) {
  const auto result = [](bool sound) { return sound ? Note::taken : Note::faulty; };
  if (word == "#communicator") return result(communicator(value, most_ranks, notes));
  if (word == "#incomplete") return result(incomplete(value, most_ranks, notes));
  if (word == "#not-captured") return result(not_captured(value, notes));
  if (word == "#clock" && record::is_clock(value)) {
    notes.clock = value;
    return Note::taken;
  }
  return Note::unknown;
}

bool read_lost(std::string_view value, record::Losses& losses) {
  constexpr std::size_t most_kinds = 256;
  const auto count = fsin::parse_natural(next_word(value));
  if (!count || *count == 0 || value.empty() || losses.counts().size() == most_kinds) return false;
  losses.add(fsin::one_line(value.substr(0, 200)), *count);
  return true;
}

std::string_view note_form(std::string_view word) {
  if (word == "#communicator") return "the line reads '#communicator <number> <ranks, e.g. 0-7,9,16-56:8>'";
  if (word == "#incomplete") return "the line reads '#incomplete <rank> <why>'";
  if (word == "#lost") return "the line reads '#lost <count> <what>'";
  return "the line reads '#not-captured <MPI_Function> <calls> <bytes>'";
}

}  // namespace trgen::formats::text
