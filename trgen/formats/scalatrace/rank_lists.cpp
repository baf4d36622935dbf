// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/rank_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::scalatrace {

/// The numbers of a list, one after the other.
class NumbersOfList {
 public:
  explicit NumbersOfList(std::string_view text) : fields_(text) {}

  std::optional<std::int64_t> take() { return fsin::parse_integer(fields_.next()); }
  bool done() const { return fields_.done(); }

 private:
  io::Fields fields_;
};

namespace {

constexpr std::int64_t most_dimensions = 24;

struct Reach {
  std::uint64_t number;
  std::int64_t stride;
};

}  // namespace

bool RankLists::fail(std::string why) {
  why_ = std::move(why);
  return false;
}

bool RankLists::add_part(NumbersOfList& numbers, std::vector<std::uint32_t>& members) {
  const auto dimensions = numbers.take();
  const auto first = numbers.take();
  if (!dimensions || *dimensions > -1 || *dimensions < -most_dimensions || !first || *first < 0)
    return fail("a list of ranks reads '<parts> -<dimensions> <first> <number> <stride> ...'");
  std::vector<Reach> reaches;
  std::uint64_t count = 1;
  for (std::int64_t i = 0; i < -*dimensions; ++i) {
    const auto number = numbers.take();
    const auto stride = numbers.take();
    if (!number || *number < 1 || !stride) return fail("a dimension of a list of ranks reads '<number> <stride>'");
    reaches.push_back({static_cast<std::uint64_t>(*number), *stride});
    if (reaches.back().number > most_ranks_ || (count *= reaches.back().number) > most_ranks_)
      return fail(fmt::format("a list of ranks has more than {} of them, the most that are read", most_ranks_));
  }
  if ((in_all_ += count) > most_members)
    return fail(fmt::format("the lists of ranks have more than {} members in all", most_members));
  std::vector<std::int64_t> made{*first};
  for (const Reach& each : reaches) {
    const std::size_t before = made.size();
    for (std::uint64_t i = 1; i < each.number; ++i) {
      // Whatever leaves the range of ranks never returns a rank, so that sums stay small.
      std::int64_t step = 0;
      if (__builtin_mul_overflow(each.stride, static_cast<std::int64_t>(i), &step))
        return fail("a stride is too large");
      for (std::size_t j = 0; j < before; ++j) {
        std::int64_t rank = 0;
        if (__builtin_add_overflow(made[j], step, &rank)) return fail("a stride is too large");
        made.push_back(rank);
      }
    }
  }
  for (const std::int64_t rank : made) {
    if (rank < 0 || static_cast<std::uint64_t>(rank) >= most_ranks_)
      return fail(fmt::format("rank {} cannot be: ranks are 0 to {}", rank, most_ranks_ - 1));
    members.push_back(static_cast<std::uint32_t>(rank));
  }
  return true;
}

std::optional<std::uint32_t> RankLists::add(std::string_view text) {
  std::string key(text);
  if (const auto found = by_text_.find(key); found != by_text_.end()) return found->second;
  NumbersOfList numbers(text);
  std::vector<std::uint32_t> members;
  const auto parts = numbers.take();
  if (!parts || *parts < 1) {
    fail("a list of ranks reads '<parts> -<dimensions> <first> <number> <stride> ...'");
    return std::nullopt;
  }
  for (std::int64_t i = 0; i < *parts; ++i) {
    if (!add_part(numbers, members)) return std::nullopt;
  }
  if (!numbers.done()) {
    fail("a list of ranks has more numbers than its parts need");
    return std::nullopt;
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  ranks_ = std::max(ranks_, members.back() + 1);
  sets_.push_back(std::move(members));
  const auto number = static_cast<std::uint32_t>(sets_.size() - 1);
  by_text_.emplace(std::move(key), number);
  return number;
}

bool RankLists::has(std::uint32_t set, std::uint32_t rank) const {
  const auto& members = sets_[set];
  if (rank < members.front() || rank > members.back()) return false;
  const bool all = members.back() - members.front() + 1 == members.size();
  return all || std::binary_search(members.begin(), members.end(), rank);
}

}  // namespace trgen::formats::scalatrace
