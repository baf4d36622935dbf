// SPDX-License-Identifier: Apache-2.0
// The arguments of one call, taken from the values of its event.
#pragma once

#include <cstdint>
#include <string>

#include "trgen/formats/scalatrace/rank_calls.hpp"

namespace trgen::formats::scalatrace {

__extension__ using WideBytes = unsigned __int128;

struct RankCalls::Arguments {
  const RankCalls& calls;
  const Event& event;
  std::uint32_t rank;
  CallState& state;
  Unused& unused;

  bool has(Parameter parameter) const { return find(parameter) != nullptr; }
  /// The next value; a fault where the event has none for this rank.
  std::int64_t value(Parameter parameter);
  std::int64_t value(Parameter parameter, std::int64_t otherwise) {
    return has(parameter) ? value(parameter) : otherwise;
  }
  /// The next value, which counts something.
  std::uint64_t count(Parameter parameter);
  /// The sum of the next `size` counts; `own` becomes that with the number `place`.
  WideBytes counts(Parameter parameter, std::uint64_t size, std::uint64_t place, std::uint64_t& own);
  /// Bytes of an element.
  std::uint64_t element(Parameter datatype);
  std::uint64_t bytes(WideBytes wide) const;
  std::uint32_t communicator();
  /// The partner of a message: (value + rank) modulo ranks is its number in the communicator.
  std::uint32_t destination(std::uint32_t communicator) { return partner(value(Parameter::destination), communicator); }
  /// The same of a receive; no_rank with `any` set where it takes the message of any source.
  std::uint32_t source(std::uint32_t communicator, bool& any);
  std::uint32_t root(std::uint32_t communicator);
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::uint32_t partner(std::int64_t number, std::uint32_t communicator) const;
  const ValuesByRank* find(Parameter parameter) const;
};

}  // namespace trgen::formats::scalatrace
