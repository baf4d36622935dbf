// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/container/index.hpp"

#include <zstd.h>

#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/index_frame.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::container {
namespace {

constexpr std::string_view index_magic = "TRGENIDX";
constexpr std::string_view end_magic = "trgenidx";
constexpr std::uint64_t oldest_version = 2;  // the version without a census
constexpr std::uint64_t version = 3;

bool read_backwards(NumberReader& numbers, Index& index) {
  index.backwards = numbers.number();
  const std::uint64_t count = numbers.number();
  if (count > io::most_warnings || count > index.backwards) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    Index::Backwards place;
    for (auto* const field : {&place.line, &place.rank, &place.from_ns, &place.to_ns}) *field = numbers.number();
    index.backwards_places.push_back(place);
  }
  return numbers.sound();
}

/// Reads the places of all ranks' frames, which follow each other up to the index.
bool read_ranks(NumberReader& numbers, std::uint64_t ranks, std::uint64_t end, Index& index) {
  if (index.header_bytes > end - index.header_offset) return false;
  index.offsets = {index.header_offset + index.header_bytes};
  index.offsets.reserve(ranks + 1);
  index.firsts.reserve(ranks + 1);
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    const std::uint64_t bytes = numbers.number();
    const std::uint64_t records = numbers.number();
    constexpr std::uint64_t most_records = std::uint64_t{1} << 38;  // of all ranks; ensures that sums fit 64 bits
    if (bytes > end - index.offsets.back() || (bytes == 0) != (records == 0) || records > most_records) return false;
    index.offsets.push_back(index.offsets.back() + bytes);
    index.firsts.push_back(index.firsts.back() + records);
  }
  return numbers.sound() && index.offsets.back() == end && index.firsts.back() > 0;
}

bool read_census(NumberReader& numbers, Index& index) {
  index.census = get_census(numbers);
  return numbers.sound();
}

bool parse(std::string_view payload, std::uint64_t end, Index& index) {
  NumberReader numbers(payload);
  if (numbers.bytes(index_magic.size()) != index_magic) return false;
  const std::uint64_t written = numbers.number();
  if (written < oldest_version || written > version) return false;
  const std::uint64_t ranks = numbers.number();
  index.header_bytes = numbers.number();
  index.header_lines = numbers.number();
  index.longest_frame = numbers.number();
  index.longest_content = numbers.number();
  index.digest = numbers.fixed();
  // Each rank takes at least two bytes of the index, which bounds the memory for it.
  const bool sound = ranks > 0 && ranks <= most_announced_ranks && ranks <= numbers.left() / 2 &&
                     index.longest_content <= most_frame_content &&
                     index.longest_frame <= ::ZSTD_compressBound(most_frame_content) && index.header_lines >> 48 == 0;
  return sound && read_backwards(numbers, index) && read_ranks(numbers, ranks, end, index) &&
         (written < version || read_census(numbers, index)) && numbers.at_end();
}

}  // namespace

std::string encode(const Index& index, std::uint64_t offset) {
  NumberWriter payload;
  payload.bytes(index_magic);
  payload.number(index.census ? version : oldest_version);
  payload.number(index.ranks());
  payload.number(index.header_bytes);
  payload.number(index.header_lines);
  payload.number(index.longest_frame);
  payload.number(index.longest_content);
  payload.fixed(index.digest);
  payload.number(index.backwards);
  payload.number(index.backwards_places.size());
  for (const auto& place : index.backwards_places) {
    for (const std::uint64_t field : {place.line, place.rank, place.from_ns, place.to_ns}) payload.number(field);
  }
  for (std::uint32_t rank = 0; rank < index.ranks(); ++rank) {
    payload.number(index.offsets[rank + 1] - index.offsets[rank]);
    payload.number(index.records(rank));
  }
  if (index.census) put_census(payload, *index.census);
  return index_frame(payload.take(), offset, end_magic);
}

std::optional<Index> read_index(const io::RandomFile& file, std::string& why) {
  const auto found = find_index(file, end_magic, why);
  if (!found) return std::nullopt;
  Index index;
  index.header_offset = found->behind_first;
  if (parse(found->payload, found->offset, index)) return index;
  why = "the index is damaged";
  return std::nullopt;
}

}  // namespace trgen::formats::container
