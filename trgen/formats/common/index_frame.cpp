// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/index_frame.hpp"

#include <xxhash.h>

#include "trgen/record/state_table.hpp"

namespace trgen::formats {
namespace {

constexpr std::uint64_t head_bytes = 8;
constexpr std::uint64_t end_bytes = 8 + 8 + 8;

std::uint64_t digest_of(std::string_view bytes) { return ::XXH64(bytes.data(), bytes.size(), 0); }

std::uint64_t head_of_frame(std::uint64_t payload_bytes) { return frame_magic | payload_bytes << 32U; }

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
  NumberWriter frame;
  frame.fixed(head_of_frame(payload.size()));
  frame.bytes(payload);
  return frame.take();
}

std::string index_frame(std::string payload, std::uint64_t offset, std::string_view end_magic) {
  NumberWriter end;
  end.fixed(digest_of(payload));
  end.fixed(offset);
  end.bytes(end_magic);
  return skippable_frame(payload += end.written());
}

std::optional<FoundIndex> find_index(const io::RandomFile& file, std::string_view end_magic, std::string& why) {
  constexpr std::uint64_t smallest = 2 * head_bytes + end_bytes;
  why = "the file ends before its index";
  if (file.size() < smallest) return std::nullopt;
  const std::string end = bytes_at(file, file.size() - end_bytes, end_bytes, why);
  if (end.empty()) return std::nullopt;
  why = "the file does not end with its index";
  if (!end.ends_with(end_magic)) return std::nullopt;
  NumberReader tail(end);
  const std::uint64_t digest = tail.fixed();
  FoundIndex found;
  found.offset = tail.fixed();
  why = "the index is not where the file says";
  if (found.offset > file.size() - smallest || file.size() - found.offset > UINT32_MAX) return std::nullopt;
  const std::string frame = bytes_at(file, found.offset, file.size() - found.offset, why);
  if (frame.empty()) return std::nullopt;
  const std::string start = bytes_at(file, 0, head_bytes, why);
  if (start.empty()) return std::nullopt;
  found.behind_first = head_bytes + (NumberReader(start).fixed() >> 32U);
  found.payload = frame.substr(head_bytes, frame.size() - head_bytes - end_bytes);
  why = "the index is damaged";
  if (NumberReader(frame).fixed() != head_of_frame(frame.size() - head_bytes) || found.behind_first > found.offset ||
      digest_of(found.payload) != digest) {
    return std::nullopt;
  }
  why.clear();
  return found;
}

void put_census(NumberWriter& to, const record::CallCensus& census) {
  to.number(census.messages);
  to.number(census.states.size());
  for (const auto& each : census.states) {
    to.number(each.calls);
    to.number(each.holds ? 1 : 0);
  }
  to.number(census.pairs.size());
  for (const auto& each : census.pairs) {
    to.number(each.state);
    to.number(each.communicator);
    to.number(each.empty);
    to.number(each.moving);
  }
}

record::CallCensus get_census(NumberReader& from) {
  record::CallCensus census;
  census.messages = from.number();
  census.states.resize(from.number_to(record::StateTable::most));
  for (auto& each : census.states) {
    each.calls = from.number();
    each.holds = from.number_to(1) != 0;
  }
  census.pairs.resize(from.number_to(record::CallCensus::most_pairs + record::StateTable::most));
  for (auto& each : census.pairs) {
    each.state = static_cast<std::uint32_t>(from.number_to(UINT32_MAX));
    each.communicator = static_cast<std::uint32_t>(from.number_to(UINT32_MAX));
    each.empty = from.number();
    each.moving = from.number();
  }
  return census;
}

}  // namespace trgen::formats
