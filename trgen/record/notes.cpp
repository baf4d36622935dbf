// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/notes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"

namespace trgen::record {
namespace {

/// Ranks in equal steps: the position of the first one, their number and the step.
struct Run {
  std::size_t count = 1;
  std::uint32_t step = 1;
};

Run run_at(const std::vector<std::uint32_t>& ranks, std::size_t from) {
  if (from + 1 >= ranks.size() || ranks[from + 1] <= ranks[from]) return {};
  Run run{.count = 2, .step = ranks[from + 1] - ranks[from]};
  while (from + run.count < ranks.size() && ranks[from + run.count] > ranks[from + run.count - 1] &&
         ranks[from + run.count] - ranks[from + run.count - 1] == run.step) {
    ++run.count;
  }
  // Two ranks make no series.
  return run.count == 2 && run.step > 1 ? Run{} : run;
}

/// Appends "5", "0-7" or "16-56:8" to `ranks`.
bool parse_item(std::string_view item, std::uint32_t most, std::vector<std::uint32_t>& ranks) {
  std::uint64_t step = 1;
  if (const auto colon = item.find(':'); colon != std::string_view::npos) {
    const auto value = fsin::parse_natural(item.substr(colon + 1));
    if (!value || *value == 0 || item.find('-') == std::string_view::npos) return false;
    step = *value;
    item = item.substr(0, colon);
  }
  const auto dash = item.find('-');
  const auto first = fsin::parse_natural(item.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : fsin::parse_natural(item.substr(dash + 1));
  if (!first || !last || *first > *last || *last >= most) return false;
  if ((*last - *first) / step >= most - ranks.size()) return false;
  for (std::uint64_t rank = *first; rank <= *last; rank += step) ranks.push_back(static_cast<std::uint32_t>(rank));
  return true;
}

}  // namespace

void Losses::add(std::string_view what, std::uint64_t count) {
  if (count == 0) return;
  const auto found = std::find_if(counts_.begin(), counts_.end(), [&](const auto& each) { return each.first == what; });
  if (found == counts_.end()) {
    counts_.emplace_back(what, count);
  } else {
    found->second += count;
  }
}

std::size_t communicator_size(const TraceNotes& notes, std::uint32_t number) {
  const auto members = [&](std::uint32_t wanted) -> std::size_t {
    const auto& all = notes.communicators;
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.number == wanted; });
    return found == all.end() ? 0 : found->members.size();
  };
  const std::size_t exact = members(number);
  return exact != 0 || number % 2 == 0 ? exact : members(number - 1);
}

std::string ranks_text(const std::vector<std::uint32_t>& ranks) {
  std::string text;
  for (std::size_t at = 0; at < ranks.size();) {
    const Run run = run_at(ranks, at);
    const std::string_view comma = text.empty() ? "" : ",";
    const std::uint32_t last = ranks[at + run.count - 1];
    if (run.count == 1) {
      text += fmt::format("{}{}", comma, ranks[at]);
    } else if (run.step == 1) {
      text += fmt::format("{}{}-{}", comma, ranks[at], last);
    } else {
      text += fmt::format("{}{}-{}:{}", comma, ranks[at], last, run.step);
    }
    at += run.count;
  }
  return text;
}

bool parse_ranks(std::string_view text, std::uint32_t most, std::vector<std::uint32_t>& ranks) {
  ranks.clear();
  while (true) {
    const auto comma = text.find(',');
    if (!parse_item(text.substr(0, comma), most, ranks)) return false;
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace trgen::record
