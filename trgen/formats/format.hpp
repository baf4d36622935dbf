// SPDX-License-Identifier: Apache-2.0
// What a trace format is: one struct in a file of its own, and one line in catalogue.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>

#include "trgen/formats/input.hpp"
#include "trgen/formats/output.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats {

struct ReadOptions {
  /// A rank of this size or more is an error unless a header announces so many ranks.
  std::uint32_t most_ranks = std::uint32_t{4} << 20;
};

/// Most ranks that a header may announce.
inline constexpr std::uint32_t most_announced_ranks = std::uint32_t{1} << 24;

// Contract
//  * sniff(head) says whether content that begins with `head` (up to 4 KiB) is of this format.
//  * read() hands every record to the sink in the order of the file, each with a peer below the number of ranks and a
//    state of facts.states; fills header_ranks, ranks, records, comments and warnings of `facts`, `records` as it goes.
//    Throws TraceError for a faulty trace, lets DataError pass; memory is bounded by the number of ranks.
//  * write() writes a whole trace. It never needs to seek and holds nothing but a cursor.
template <class F>
concept Format = requires(std::span<const char> head, Input& in, record::TraceFacts& facts, record::RecordSink& sink,
                          const record::TraceSource& trace, Output& out) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::doc } -> std::convertible_to<std::string_view>;
  { F::suffix } -> std::convertible_to<std::string_view>;
  { F::sniff(head) } -> std::same_as<bool>;
  { F::read(in, facts, sink, ReadOptions{}) } -> std::same_as<void>;
  { F::write(trace, out) } -> std::same_as<void>;
};

}  // namespace trgen::formats
