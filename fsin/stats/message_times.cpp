// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/message_times.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace fsin::stats {

std::optional<double> slowdown_of(Cycle time, std::optional<double> alone) {
  if (!alone) return std::nullopt;
  if (*alone <= 0) return time == 0 ? std::optional(1.0) : std::nullopt;
  return static_cast<double>(time) / *alone;
}

void RoundedValues::add(std::uint64_t value) {
  constexpr std::uint64_t most_exact = 9'999;
  std::uint64_t step = 1;
  while (value / step > most_exact) step *= 10;
  const std::uint64_t up = value % step * 2 >= step && step > 1 ? 1 : 0;
  ++counts_[(value / step + up) * step];
  ++count_;
  sum_ += static_cast<double>(value);
  max_ = std::max(max_, value);
}

double RoundedValues::percentile(double part) const {
  const auto rank = static_cast<std::uint64_t>(std::ceil(part * static_cast<double>(count_)));
  std::uint64_t before = 0;
  for (const auto& [value, count] : counts_) {
    before += count;
    if (before >= rank) return static_cast<double>(std::min(value, max_));
  }
  return static_cast<double>(max_);
}

Percentiles RoundedValues::percentiles(double unit) const {
  if (count_ == 0) return {};
  return {sum_ / static_cast<double>(count_) / unit, percentile(0.5) / unit, percentile(0.95) / unit,
          percentile(0.99) / unit, static_cast<double>(max_) / unit};
}

void MessageTimesBySize::add(std::uint64_t bytes, Cycle time, std::optional<double> alone) {
  Class& one = classes_[static_cast<std::size_t>(std::bit_width(bytes))];
  one.times.add(time);
  all_.times.add(time);
  most_bytes_ = std::max(most_bytes_, bytes);
  least_bytes_ = std::min(least_bytes_, bytes);
  const auto slowdown = slowdown_of(time, alone);
  if (!slowdown) return;
  const auto counted = static_cast<std::uint64_t>(std::llround(std::min(*slowdown * parts, 0x1p62)));
  one.slowdowns.add(counted);
  all_.slowdowns.add(counted);
}

MessageSizes MessageTimesBySize::row(const Class& one, std::uint64_t from, std::uint64_t to) {
  return {
      from, to, one.times.count(), one.times.percentiles(1), one.slowdowns.count(), one.slowdowns.percentiles(parts)};
}

MessageTimes MessageTimesBySize::times() const {
  MessageTimes times;
  times.messages = all_.times.count();
  for (unsigned width = 0; width < classes_.size(); ++width) {
    if (classes_[width].times.count() == 0) continue;
    const std::uint64_t from = width == 0 ? 0 : std::uint64_t{1} << (width - 1);
    times.sizes.push_back(row(classes_[width], from, width == 0 ? 0 : from + (from - 1)));
  }
  times.all = row(all_, times.messages == 0 ? 0 : least_bytes_, most_bytes_);
  return times;
}

}  // namespace fsin::stats
