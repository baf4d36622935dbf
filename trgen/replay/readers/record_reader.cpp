// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/readers/record_reader.hpp"

#include <fmt/core.h>

namespace trgen::replay {

std::string RecordReader::remark() const {
  const auto& incomplete = source_->notes().incomplete;
  if (incomplete.empty()) return {};
  return fmt::format(
      "the trace is incomplete: {} of {} ranks end before their program did, and who waits for them waits for ever "
      "(rank {}: {})",
      incomplete.size(), source_->ranks(), incomplete.front().rank, incomplete.front().why);
}

std::string_view RecordReader::unit(std::uint32_t /*rank*/) const {
  const std::string& clock = source_->notes().clock;
  return record::is_volume(clock) ? std::string_view(clock) : "ns";
}

std::string RecordReader::place_of(std::uint32_t rank, std::uint64_t record, std::uint64_t line) const {
  return fmt::format("record {}, {}:{}", source_->number_in_file(rank, record), source_->name(), line);
}

}  // namespace trgen::replay
