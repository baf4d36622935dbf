// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/processes/record_reader.hpp"

#include <fmt/core.h>

#include "trgen/replay/explain.hpp"

namespace trgen::replay {

std::string RecordReader::remark() const { return incomplete_text(*source_); }

std::string RecordReader::place_of(std::uint32_t rank, std::uint64_t record, std::uint64_t line) const {
  return fmt::format("record {}, {}:{}", source_->number_in_file(rank, record), source_->name(), line);
}

}  // namespace trgen::replay
