// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/clog2/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "fsin/core/text.hpp"
#include "trgen/formats/clog2/format.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::clog2 {
namespace {

constexpr std::size_t most_fields = 64;

/// The fields of the preamble: texts that end with a zero byte, with blanks around them removed.
std::vector<std::string_view> preamble_fields(std::string_view text) {
  std::vector<std::string_view> fields;
  while (!text.empty() && text[0] != '\0' && fields.size() < most_fields) {
    std::string_view field = text.substr(0, text.find('\0'));
    text.remove_prefix(std::min(field.size() + 1, text.size()));
    field = field.substr(0, field.find_last_not_of(' ') + 1);
    fields.push_back(field);
  }
  return fields;
}

}  // namespace

Stream::Stream(io::Input& in) : in_(in) { read_preamble(); }

void Stream::fail(std::string_view what) const {
  throw record::TraceError(fmt::format("{}: {} (record {}, byte {}); copy or make the file again", in_.name(), what,
                                       number_, block_start_ + at_));
}

void Stream::read_preamble() {
  constexpr std::size_t big_endian_at = 2;
  constexpr std::size_t finalized_at = 4;
  constexpr std::size_t block_at = 6;
  constexpr std::size_t world_at = 10;
  if (fill(layout::preamble_bytes) < layout::preamble_bytes) fail("the file ends within its preamble");
  const auto fields = preamble_fields({block_.data(), block_.size()});
  if (fields.empty() || fields[0] != layout::version) {
    throw record::TraceError(fmt::format("{}: version {} is not read, only {}; convert it with the clog2 tools of MPE2",
                                         in_.name(), fields.empty() ? "" : fsin::in_quotes(fields[0]),
                                         layout::version));
  }
  if (fields.size() <= world_at) fail("the preamble lacks fields");
  big_endian_ = fields[big_endian_at] == "TRUE";
  finalized_ = fields[finalized_at] == "TRUE";
  const auto block = fsin::parse_natural(fields[block_at]);
  if (!block || *block < layout::preamble_bytes || *block > layout::most_block_bytes) {
    fail(fmt::format("block size {} is not from {} to {}", fsin::in_quotes(fields[block_at]), layout::preamble_bytes,
                     layout::most_block_bytes));
  }
  block_bytes_ = *block;
  const auto world = fsin::parse_natural(fields[world_at]);
  if (!world || *world == 0 || *world > most_announced_ranks) {
    fail(fmt::format("the number of processes {} is not from 1 to {}", fsin::in_quotes(fields[world_at]),
                     most_announced_ranks));
  }
  world_size_ = *world;
  at_ = block_.size();
}

/// Reads the next `want` bytes of the file into the block; fewer only at the end of the file.
std::size_t Stream::fill(std::size_t want) {
  constexpr std::size_t step = std::size_t{1} << 16;
  block_start_ += block_.size();
  block_.clear();
  at_ = 0;
  while (block_.size() < want) {
    const std::size_t before = block_.size();
    block_.resize(std::min(before + step, want));
    const std::size_t got = in_.read(std::span<char>(block_).subspan(before));
    block_.resize(before + got);
    if (got == 0) break;
  }
  return block_.size();
}

std::uint64_t Stream::unsigned_at(std::string_view bytes, std::size_t at, std::size_t size) const {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t place = big_endian_ ? at + i : at + size - 1 - i;
    value = value << 8 | static_cast<unsigned char>(bytes[place]);
  }
  return value;
}

std::int32_t Stream::number(const LogRecord& record, std::size_t at) const {
  return std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(unsigned_at(record.body, at, 4)));
}

std::string_view Stream::text(const LogRecord& record, std::size_t at, std::size_t size) {
  const std::string_view field = record.body.substr(at, size);
  return field.substr(0, field.find('\0'));
}

/// Takes the next `size` bytes of the block.
std::string_view Stream::rest_of_block(std::size_t size) const {
  const std::string_view rest = std::string_view(block_.data(), block_.size()).substr(at_);
  if (rest.size() < size) {
    fail(block_.size() < block_bytes_ ? "the file is cut short" : "a record crosses the end of its block");
  }
  return rest.substr(0, size);
}

void Stream::read_record(LogRecord& record) {
  const std::string_view header = rest_of_block(layout::header_bytes);
  const auto type = static_cast<std::int32_t>(unsigned_at(header, 20, 4));
  if (type < 0 || static_cast<std::size_t>(type) >= layout::body_bytes.size()) {
    fail(fmt::format("record type {} is unknown", type));
  }
  const std::size_t size = layout::header_bytes + layout::body_bytes[static_cast<std::size_t>(type)];
  record = {.time_s = std::bit_cast<double>(unsigned_at(header, 0, 8)),
            .communicator = static_cast<std::int32_t>(unsigned_at(header, 8, 4)),
            .rank = static_cast<std::int32_t>(unsigned_at(header, 12, 4)),
            .type = static_cast<layout::Type>(type),
            .number = number_,
            .body = rest_of_block(size).substr(layout::header_bytes)};
  at_ += size;
}

bool Stream::next(LogRecord& record) {
  while (true) {
    if (at_ >= block_.size() && fill(block_bytes_) == 0) fail("the file ends before the end of its log");
    ++number_;
    read_record(record);
    if (record.type != layout::Type::end_block) return record.type != layout::Type::end_log;
    at_ = block_.size();  // the rest of a block after its last record is undefined
  }
}

void Stream::drain() {
  while (fill(block_bytes_) > 0) {
  }
}

}  // namespace trgen::formats::clog2
