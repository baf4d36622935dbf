// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/trace_line.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/ti/fields.hpp"
#include "trgen/programs/operation.hpp"

namespace trgen::programs::ti {
namespace {

constexpr std::int64_t most_count = std::int64_t{1} << 62;

bool is_blank(char c) { return c <= ' ' && (c == ' ' || c == '\t'); }

std::string_view without_p(std::string_view word) {
  if (word.starts_with('p')) word.remove_prefix(1);
  return word;
}

/// Parses a number of 64 bits in any notation; fractions are cut off.
std::optional<std::int64_t> number_of(std::string_view text) {
  if (const auto exact = fsin::parse_integer(text)) return exact;
  const auto value = fsin::parse_real(text);
  if (!value || !(std::fabs(*value) < static_cast<double>(most_count))) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

}  // namespace

/// Reads the next word; returns its end. The value is computed on the way, so that no digit is looked at twice.
const char* TraceLine::read_word(const char* at, const char* end, Word& word) {
  constexpr std::ptrdiff_t most_digits = 18;
  while (at != end && is_blank(*at)) ++at;
  const char* const begin = at;
  std::uint64_t value = 0;
  for (; at != end && *at >= '0' && *at <= '9'; ++at) value = 10 * value + static_cast<std::uint64_t>(*at - '0');
  word.plain = at != begin && at - begin <= most_digits && (at == end || is_blank(*at));
  word.value = static_cast<std::int64_t>(value);
  while (at != end && !is_blank(*at)) ++at;
  word.text = {begin, static_cast<std::size_t>(at - begin)};
  return at;
}

bool TraceLine::read(std::string_view text) {
  text_ = text;
  size_ = 0;
  fields_.clear();
  why_.clear();
  action_ = nullptr;
  const char* const end = text.data() + text.size();
  Word rank, action;
  const char* at = read_word(read_word(text.data(), end, rank), end, action);
  const std::string_view name = action.text;
  const auto number = rank.plain ? rank.value : number_of(without_p(rank.text));
  if (!number || *number < 0 || *number >= any_rank) {
    column_ = column_of(rank.text);
    why_ = fmt::format("{} is not a rank; a line reads '<rank> <action> <arguments>'", fsin::in_quotes(rank.text));
    return false;
  }
  rank_ = static_cast<std::uint32_t>(*number);
  if (!find_action(name)) {
    column_ = name.empty() ? text.size() + 1 : column_of(name);
    std::vector<std::string_view> names;
    for (const auto& each : formats::ti::actions()) names.push_back(each.name);
    const auto near = fsin::nearest(name, names);
    why_ = fmt::format("unknown action {}{}", fsin::in_quotes(name),
                       near ? fmt::format("; did you mean \"{}\"?", *near) : "");
    return false;
  }
  while (true) {
    if (size_ == words_.size()) words_.emplace_back();
    Word& word = words_[size_];
    at = read_word(at, end, word);
    if (word.text.empty()) return true;
    if (!word.plain && formats::ti::is_field(word.text)) {
      fields_.push_back(word.text);
    } else {
      ++size_;
    }
  }
}

bool TraceLine::find_action(std::string_view name) {
  if (name.empty()) return false;
  const auto hash = static_cast<std::size_t>(7 * name.front() + name.back()) + name.size();
  Known& known = known_[hash % known_.size()];
  if (known.name != name) {
    action_ = formats::ti::find_action(name);
    if (action_ == nullptr) return false;
    known = {std::string(name), action_};
  }
  action_ = known.action;
  return true;
}

std::string TraceLine::form() const {
  return fmt::format("<rank> {}{}{}", action_->name, action_->form.empty() ? "" : " ", action_->form);
}

void TraceLine::refuse(std::size_t at, std::string why) {
  if (!good()) return;
  column_ = has(at) ? column_of(words_[at].text) : text_.size() + 1;
  why_ = std::move(why);
}

/// A number in another notation; a missing one is a fault.
std::int64_t TraceLine::other_number(std::size_t at) {
  if (!has(at)) {
    refuse(at, "an argument is missing");
    return 0;
  }
  const auto value = number_of(without_p(words_[at].text));
  if (!value) refuse(at, fmt::format("{} is not a number", fsin::in_quotes(words_[at].text)));
  return value.value_or(0);
}

double TraceLine::real(std::size_t at) {
  const auto value = has(at) ? fsin::parse_real(words_[at].text) : std::nullopt;
  if (!value || *value < 0)
    refuse(at, has(at) ? fmt::format("{} is no number from 0 on", fsin::in_quotes(words_[at].text))
                       : "an argument is missing");
  return value.value_or(0);
}

std::uint64_t TraceLine::count(std::size_t at) {
  const std::int64_t value = number(at);
  if (value >= 0 && value < most_count) return static_cast<std::uint64_t>(value);
  refuse(at, fmt::format("{} is no count: it is below 0, or too large", value));
  return 0;
}

std::int32_t TraceLine::tag(std::size_t at) {
  const std::int64_t value = number(at);
  if (value == formats::ti::any_tag) return any_tag;
  if (value > std::numeric_limits<std::int32_t>::min() && value <= std::numeric_limits<std::int32_t>::max())
    return static_cast<std::int32_t>(value);
  refuse(at, fmt::format("{} is no tag, which has 32 bits", value));
  return 0;
}

std::uint32_t TraceLine::peer(std::size_t at) {
  const std::int64_t value = number(at);
  if (value == formats::ti::any_source) return any_rank;
  if (value >= 0 && value < any_rank) return static_cast<std::uint32_t>(value);
  refuse(at, fmt::format("{} is no rank", value));
  return 0;
}

std::string_view TraceLine::value_of_field(std::string_view name) const { return formats::ti::field(fields_, name); }

}  // namespace trgen::programs::ti
