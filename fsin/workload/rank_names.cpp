// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/rank_names.hpp"

#include <fmt/format.h>

namespace fsin::workload {
namespace {

std::vector<std::uint32_t> streams_of(std::span<const RankAccount> accounts) {
  std::vector<std::uint32_t> stream_of;
  for (const RankAccount& each : accounts)
    stream_of.push_back(each.is_stream() ? each.stream_of : static_cast<std::uint32_t>(stream_of.size()));
  return stream_of;
}

}  // namespace

RankNames::RankNames(std::span<const std::uint32_t> stream_of) : names_(stream_of.size()) {
  for (std::uint32_t number = 0; number < stream_of.size(); ++number)
    if (stream_of[number] == number) names_[number].rank = static_cast<std::uint32_t>(ranks_++);
  if (ranks_ == stream_of.size()) {
    names_.clear();
    return;
  }
  std::vector<std::uint32_t> streams(stream_of.size());
  for (std::uint32_t number = 0; number < stream_of.size(); ++number) {
    const std::uint32_t of = stream_of[number];
    if (of != number) names_[number] = {names_[of].rank, ++streams[of]};
  }
}

RankNames::RankNames(std::span<const RankAccount> accounts) : RankNames(streams_of(accounts)) {}

std::string RankNames::text(std::size_t number) const {
  const RankName name = (*this)[number];
  return name.stream == 0 ? fmt::format("{}", name.rank) : fmt::format("{}, stream {}", name.rank, name.stream);
}

}  // namespace fsin::workload
