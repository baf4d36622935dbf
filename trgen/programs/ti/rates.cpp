// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/rates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"
#include "trgen/record/work_rate.hpp"

namespace trgen::programs::ti {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr unsigned fraction_bits = 20;  // of a nanosecond, in what is carried
constexpr Wide longest_ns = Wide{1} << 63U;

/// Parses one rate; its unit must be that of the rates before it.
std::optional<std::uint64_t> rate_of(std::string_view text, std::string& clock, std::string& why) {
  const auto rate = record::parse_work_rate(text, why);
  if (!rate) return std::nullopt;
  if (clock.empty()) clock = rate->clock;
  if (clock == rate->clock) return rate->per_second;
  why =
      fmt::format("{} is a rate of {}, and those before it are rates of {}", fsin::in_quotes(text), rate->clock, clock);
  return std::nullopt;
}

}  // namespace

Rates Rates::by_rank(std::vector<std::uint64_t> per_second) {
  Rates rates({{0, per_second.front()}});
  if (per_second.size() > 1) rates.of_rank_ = std::move(per_second);
  return rates;
}

std::uint64_t Rates::nanoseconds(std::uint32_t rank, std::uint64_t amount, std::uint64_t& carry) const {
  std::uint64_t per_second = rows_.front().per_second;
  if (!of_rank_.empty()) {
    per_second = of_rank_[std::min<std::size_t>(rank, of_rank_.size() - 1)];
  } else if (rows_.size() > 1) {
    const auto above = std::upper_bound(rows_.begin() + 1, rows_.end(), amount,
                                        [](std::uint64_t value, const Row& row) { return value < row.from; });
    per_second = std::prev(above)->per_second;
  }
  if (per_second == 1'000'000'000 && carry == 0) return amount;
  const Wide total = (Wide{amount} * 1'000'000'000 << fraction_bits) / per_second + carry;
  carry = static_cast<std::uint64_t>(total & ((Wide{1} << fraction_bits) - 1));
  return static_cast<std::uint64_t>(std::min(total >> fraction_bits, longest_ns));
}

std::string Rates::text() const {
  std::string text;
  for (const Row& row : rows_) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", row.from, row.per_second);
  for (const std::uint64_t each : of_rank_) text += fmt::format("; {}", each);
  return text;
}

std::optional<Rates> parse_rate_table(const std::vector<std::string>& rows, std::string& clock, std::string& why) {
  std::vector<Rates::Row> table;
  for (const std::string& text : rows) {
    const std::size_t colon = text.find(':');
    const auto from = fsin::parse_real(fsin::trimmed(std::string_view(text).substr(0, colon)));
    if (colon == std::string::npos || !from || *from < 0 || *from > 9e18) {
      why = fmt::format("{} is no row of a table of rates; write the smallest burst and its rate, e.g. \"1e6: 2 Gf/s\"",
                        fsin::in_quotes(text));
      return std::nullopt;
    }
    const auto rate = rate_of(fsin::trimmed(std::string_view(text).substr(colon + 1)), clock, why);
    if (!rate) return std::nullopt;
    const Rates::Row row{static_cast<std::uint64_t>(*from), *rate};
    if (table.empty() ? row.from != 0 : row.from <= table.back().from) {
      why = fmt::format("{}: the first row begins at 0, and each at more than the row before", fsin::in_quotes(text));
      return std::nullopt;
    }
    table.push_back(row);
  }
  return Rates(std::move(table));
}

std::optional<Rates> parse_rates(const std::vector<std::string>& rates, std::string& clock, std::string& why) {
  std::vector<std::uint64_t> numbers;
  for (const std::string& text : rates) {
    const auto rate = rate_of(fsin::trimmed(text), clock, why);
    if (!rate) return std::nullopt;
    numbers.push_back(*rate);
  }
  return Rates::by_rank(std::move(numbers));
}

}  // namespace trgen::programs::ti
