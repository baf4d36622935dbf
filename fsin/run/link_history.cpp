// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/link_history.hpp"

#include <algorithm>
#include <cmath>

#include "fsin/core/rng.hpp"

namespace fsin::run {
namespace {

using engine::LinkRates;

/// In 2^-24 phits, as rates are.
std::uint64_t units(double phits) {
  return phits > 0 ? static_cast<std::uint64_t>(std::llround(phits * LinkRates::full)) : 0;
}

/// Number of the random stream, beyond those of the jobs, of which there are at most 65,535.
std::uint64_t drawn_backlog(std::uint64_t seed, std::uint32_t link, unsigned packet_phits) {
  const PhiloxWords words = philox({seed, Purpose::job}, link, 1);
  return (std::uint64_t{words[0]} * packet_phits >> 32U) * LinkRates::full + words[1] % LinkRates::full;
}

}  // namespace

LinkHistory::Row& LinkHistory::row(std::uint32_t link) {
  std::uint32_t& number = row_of_[link];
  if (number == none) {
    number = static_cast<std::uint32_t>(rows_.size());
    rows_.emplace_back();
    make_room(windows_);
  }
  return rows_[number];
}

void LinkHistory::add(std::uint32_t link, double phits, Cycle first, Cycle last) {
  Row& carried = row(link);
  make_room(last / window_ + 1);
  const std::size_t from = first / window_;
  const std::size_t to = last / window_;
  if (carried.phits.size() <= to) {
    carried.phits.resize(to + 1);
    carried.change.resize(to + 1);
  }
  if (from == to) {
    carried.phits[from] += phits;
    return;
  }
  const double rate = phits / static_cast<double>(last - first + 1);
  carried.phits[from] += rate * static_cast<double>((from + 1) * window_ - first);
  carried.phits[to] += rate * static_cast<double>(last + 1 - to * window_);
  carried.change[from + 1] += rate * static_cast<double>(window_);
  carried.change[to] -= rate * static_cast<double>(window_);
}

void LinkHistory::settle(Row& row) {
  double more = 0;
  for (std::size_t i = 0; i < row.phits.size(); ++i) {
    more += row.change[i];
    row.change[i] = 0;
    row.phits[i] += more;
  }
}

void LinkHistory::make_room(std::size_t windows) {
  windows_ = std::max(windows_, windows);
  while (windows_ > 1 && windows_ * rows_.size() > most_cells_) {
    for (Row& row : rows_) {
      settle(row);
      const std::size_t half = (row.phits.size() + 1) / 2;
      row.phits.resize(2 * half);
      for (std::size_t i = 0; i < half; ++i) row.phits[i] = row.phits[2 * i] + row.phits[2 * i + 1];
      row.phits.resize(half);
      row.change.resize(half);
    }
    window_ *= 2;
    windows_ = (windows_ + 1) / 2;
  }
}

void LinkHistory::add_steps(const Row& row, std::uint32_t most, LinkRates& rates) const {
  const std::uint64_t always = std::min<std::uint64_t>(units(row.always), most);
  std::uint64_t before = 0;
  const auto step = [&](std::size_t window, std::uint64_t rate) {
    if (rate != before) rates.steps.push_back({window * window_, static_cast<std::uint32_t>(rate)});
    before = rate;
  };
  std::uint64_t rest = 0;  // of the windows before
  std::size_t i = 0;
  for (; i < row.phits.size(); ++i) {
    rest += units(row.phits[i]) + always * window_;
    const std::uint64_t rate = std::min<std::uint64_t>(rest / window_, most);
    rest -= rate * window_;
    step(i, rate);
  }
  if (rest >= window_) {
    step(i, most);
    if (always == most) return;  // it never catches up
    i += rest / ((most - always) * window_) + 1;
  }
  step(i, always);
}

LinkRates LinkHistory::rates(const std::function<unsigned(std::uint32_t link)>& phit_cycles, unsigned packet_phits,
                             std::uint64_t seed) {
  LinkRates rates;
  for (std::uint32_t link = 0; link < row_of_.size(); ++link) {
    rates.first.push_back(rates.steps.size());
    rates.backlog.push_back(drawn_backlog(seed, link, packet_phits));
    if (row_of_[link] == none) continue;
    Row& row = rows_[row_of_[link]];
    settle(row);
    add_steps(row, LinkRates::full / phit_cycles(link), rates);
  }
  rates.first.push_back(rates.steps.size());
  return rates;
}

}  // namespace fsin::run
