// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/container/index.hpp"

#include <fmt/format.h>
#include <xxhash.h>
#include <zstd.h>

#include <algorithm>

#include "trgen/formats/common/contract.hpp"
#include "trgen/io/problems.hpp"
#include "trgen/record/state_table.hpp"

namespace trgen::formats::container {
namespace {

constexpr std::string_view index_magic = "TRGENIDX";
constexpr std::string_view end_magic = "trgenidx";
constexpr std::uint64_t oldest_version = 2;  // the version without a census
constexpr std::uint64_t version = 3;
constexpr std::size_t frame_header_bytes = 8;
constexpr std::size_t end_bytes = 8 + 8 + 8;

void put_fixed(std::string& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to.push_back(static_cast<char>(value >> (8 * i)));
}

std::uint64_t get_fixed(std::string_view from) {
  std::uint64_t value = 0;
  for (std::size_t i = from.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(from[i]);
  return value;
}

void put(std::string& to, std::uint64_t value) {
  for (; value >= 128; value >>= 7) to.push_back(static_cast<char>(value | 128U));
  to.push_back(static_cast<char>(value));
}

/// Reads numbers from a text. A number that is missing reads as zero, and makes the text unsound.
class Numbers {
 public:
  explicit Numbers(std::string_view text) : left_(text) {}

  std::uint64_t next() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = get_fixed(text(1));
      value |= (byte & 127U) << shift;
      if (byte < 128) return value;
    }
    sound_ = false;
    return 0;
  }

  std::string_view text(std::size_t size) {
    if (size > left_.size()) {
      sound_ = false;
      left_ = {};
      return {};
    }
    const std::string_view taken = left_.substr(0, size);
    left_.remove_prefix(size);
    return taken;
  }

  bool sound() const { return sound_; }
  std::size_t left() const { return left_.size(); }

 private:
  std::string_view left_;
  bool sound_ = true;
};

std::uint64_t digest_of(std::string_view bytes) { return ::XXH64(bytes.data(), bytes.size(), 0); }

bool read_backwards(Numbers& numbers, Index& index) {
  index.backwards = numbers.next();
  const std::uint64_t count = numbers.next();
  if (count > io::most_warnings || count > index.backwards) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    Index::Backwards place;
    for (auto* const field : {&place.line, &place.rank, &place.from_ns, &place.to_ns}) *field = numbers.next();
    index.backwards_places.push_back(place);
  }
  return numbers.sound();
}

/// Reads the places of all ranks' frames, which follow each other up to the index.
bool read_ranks(Numbers& numbers, std::uint64_t ranks, std::uint64_t end, Index& index) {
  if (index.header_bytes > end - index.header_offset) return false;
  index.offsets = {index.header_offset + index.header_bytes};
  index.offsets.reserve(ranks + 1);
  index.firsts.reserve(ranks + 1);
  for (std::uint64_t rank = 0; rank < ranks; ++rank) {
    const std::uint64_t bytes = numbers.next();
    const std::uint64_t records = numbers.next();
    constexpr std::uint64_t most_records = std::uint64_t{1} << 38;  // of all ranks; ensures that sums fit 64 bits
    if (bytes > end - index.offsets.back() || (bytes == 0) != (records == 0) || records > most_records) return false;
    index.offsets.push_back(index.offsets.back() + bytes);
    index.firsts.push_back(index.firsts.back() + records);
  }
  return numbers.sound() && index.offsets.back() == end && index.firsts.back() > 0;
}

bool read_census(Numbers& numbers, Index& index) {
  record::CallCensus& census = index.census.emplace();
  census.messages = numbers.next();
  const std::uint64_t states = numbers.next();
  if (states > record::StateTable::most) return false;
  for (std::uint64_t i = 0; i < states; ++i) {
    const std::uint64_t calls = numbers.next();
    census.states.push_back({calls, numbers.next() != 0});
  }
  const std::uint64_t pairs = numbers.next();
  if (pairs > record::CallCensus::most_pairs + record::StateTable::most) return false;
  for (std::uint64_t i = 0; i < pairs; ++i) {
    record::CallCensus::Pair pair;
    pair.state = static_cast<std::uint32_t>(numbers.next());
    pair.communicator = static_cast<std::uint32_t>(numbers.next());
    pair.empty = numbers.next();
    pair.moving = numbers.next();
    census.pairs.push_back(pair);
  }
  return numbers.sound();
}

void put_census(std::string& to, const record::CallCensus& census) {
  put(to, census.messages);
  put(to, census.states.size());
  for (const auto& each : census.states) {
    put(to, each.calls);
    put(to, each.holds ? 1 : 0);
  }
  put(to, census.pairs.size());
  for (const auto& each : census.pairs) {
    for (const std::uint64_t field :
         {std::uint64_t{each.state}, std::uint64_t{each.communicator}, each.empty, each.moving}) {
      put(to, field);
    }
  }
}

bool parse(std::string_view payload, std::uint64_t end, Index& index) {
  Numbers numbers(payload);
  if (numbers.text(index_magic.size()) != index_magic) return false;
  const std::uint64_t written = numbers.next();
  if (written < oldest_version || written > version) return false;
  const std::uint64_t ranks = numbers.next();
  index.header_bytes = numbers.next();
  index.header_lines = numbers.next();
  index.longest_frame = numbers.next();
  index.longest_content = numbers.next();
  index.digest = get_fixed(numbers.text(8));
  // Each rank takes at least two bytes of the index, which bounds the memory for it.
  const bool sound = ranks > 0 && ranks <= most_announced_ranks && ranks <= numbers.left() / 2 &&
                     index.longest_content <= most_frame_content &&
                     index.longest_frame <= ::ZSTD_compressBound(most_frame_content) && index.header_lines >> 48 == 0;
  return sound && read_backwards(numbers, index) && read_ranks(numbers, ranks, end, index) &&
         (written < version || read_census(numbers, index)) && numbers.left() == 0;
}

/// Reads `bytes` bytes at `offset`; empty on failure, with the reason in `why`.
std::string bytes_at(const io::RandomFile& file, std::uint64_t offset, std::uint64_t bytes, std::string& why) {
  std::string text(bytes, '\0');
  std::string fault = file.read(offset, text);
  if (fault.empty()) return text;
  why = std::move(fault);
  return {};
}

}  // namespace

std::string skippable_frame(std::string_view payload) {
  std::string frame;
  put_fixed(frame, frame_magic, 4);
  put_fixed(frame, payload.size(), 4);
  return frame += payload;
}

std::string encode(const Index& index, std::uint64_t offset) {
  std::string payload(index_magic);
  put(payload, index.census ? version : oldest_version);
  put(payload, index.ranks());
  put(payload, index.header_bytes);
  put(payload, index.header_lines);
  put(payload, index.longest_frame);
  put(payload, index.longest_content);
  put_fixed(payload, index.digest, 8);
  put(payload, index.backwards);
  put(payload, index.backwards_places.size());
  for (const auto& place : index.backwards_places) {
    for (const std::uint64_t field : {place.line, place.rank, place.from_ns, place.to_ns}) put(payload, field);
  }
  for (std::uint32_t rank = 0; rank < index.ranks(); ++rank) {
    put(payload, index.offsets[rank + 1] - index.offsets[rank]);
    put(payload, index.records(rank));
  }
  if (index.census) put_census(payload, *index.census);
  put_fixed(payload, digest_of(payload), 8);
  put_fixed(payload, offset, 8);
  return skippable_frame(payload += end_magic);
}

std::optional<Index> read_index(const io::RandomFile& file, std::string& why) {
  constexpr std::uint64_t smallest = 2 * frame_header_bytes + end_bytes;
  why = "the file ends before its index";
  if (file.size() < smallest) return std::nullopt;
  const std::string end = bytes_at(file, file.size() - end_bytes, end_bytes, why);
  if (end.empty()) return std::nullopt;
  why = "the file does not end with its index";
  if (!end.ends_with(end_magic)) return std::nullopt;
  const std::uint64_t offset = get_fixed(std::string_view(end).substr(8, 8));
  why = "the index is not where the file says";
  if (offset > file.size() - smallest || file.size() - offset > 0xffffffffU) return std::nullopt;
  const std::string frame = bytes_at(file, offset, file.size() - offset, why);
  if (frame.empty()) return std::nullopt;
  const std::string start = bytes_at(file, 0, frame_header_bytes, why);
  if (start.empty()) return std::nullopt;
  Index index;
  index.header_offset = frame_header_bytes + get_fixed(std::string_view(start).substr(4, 4));
  const std::string_view header = std::string_view(frame).substr(0, frame_header_bytes);
  const std::string_view payload =
      std::string_view(frame).substr(frame_header_bytes, frame.size() - frame_header_bytes - end_bytes);
  const bool framed = get_fixed(header.substr(0, 4)) == frame_magic &&
                      get_fixed(header.substr(4, 4)) == frame.size() - frame_header_bytes &&
                      index.header_offset <= offset;
  why = "the index is damaged";
  if (!framed || digest_of(payload) != get_fixed(std::string_view(end).substr(0, 8)) ||
      !parse(payload, offset, index)) {
    return std::nullopt;
  }
  why.clear();
  return index;
}

}  // namespace trgen::formats::container
