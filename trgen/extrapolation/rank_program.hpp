// SPDX-License-Identifier: Apache-2.0
// What one rank does, read from its records: calls with their messages, in nested loops.
//
// A call is a state from its start to its end, with the messages and the calls in it; messages of a collective that was
// found (exchange.hpp) are one node. Two calls are equal when everything in them is: function, partners, communicators,
// bytes. Equal sequences become loops (structure/folding.hpp). Tags and times may vary from execution to execution, and
// are series; a time that has no structure keeps samples of how it spreads. The bytes of messages may vary too if that
// is wanted, as in sweeps over cells of different size. The first three of equal calls in a row are kept apart, since
// what is one neighbour twice in a small grid is two neighbours in a larger one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "trgen/extrapolation/exchange.hpp"
#include "trgen/extrapolation/time_samples.hpp"
#include "trgen/record/source.hpp"
#include "trgen/structure/series.hpp"

namespace trgen::extrapolation {

/// Tags, bytes and times that need more steps than this have no structure.
inline constexpr std::size_t most_steps = 64;
inline constexpr std::size_t most_time_steps = 24;

/// Numbers for the names of states, the same in all runs.
class Names {
 public:
  std::uint32_t number(const std::string& name);
  const std::vector<std::string>& all() const { return names_; }

 private:
  std::vector<std::string> names_;
};

enum class Part : std::uint8_t {
  loop,
  ladder,    ///< exchanges with partners that differ in one bit after the other (ladder.hpp)
  levels,    ///< levels of a multigrid, one after the other (level_ladder.hpp)
  level,     ///< one of them, in the program of a rank
  group,     ///< calls that belong together: receives that are posted, and what waits for them
  call,      ///< a state, from its start to its end
  message,   ///< a send or a receive
  exchange,  ///< the messages of one collective
};

/// What all executions of a node have in common.
struct Identity {
  Part part = Part::call;
  record::Kind way = record::Kind::send;  ///< message
  bool any_source = false;
  bool any_tag = false;
  bool falling = false;            ///< levels: from the finest to the coarsest one
  bool posted = false;             ///< message: not received in this call, but in what waits for it later
  bool facts = false;              ///< call: communicator, peer (the root), bytes and received are known
  std::uint8_t again = 0;          ///< call: equal calls right before it, at most 3
  std::uint32_t state = 0;         ///< call
  std::uint32_t communicator = 0;  ///< message, exchange, call with facts
  std::uint32_t peer = 0;          ///< message; call: root
  std::uint64_t bytes = 0;         ///< call; message: 0 where bytes may vary
  std::uint64_t extra = 0;         ///< receive: match; call: received, 0 where bytes may vary and blocks differ
  std::uint32_t exchange = 0;      ///< number of the call of a collective in its trace

  bool operator==(const Identity&) const = default;
};

/// Times of a node over its executions; those in the first pass of the loop around it besides.
struct Times {
  structure::SeriesBuilder series;
  double sum = 0;
  std::uint64_t count = 0;
  double first_sum = 0;
  std::uint64_t first_count = 0;  ///< 0 outside of loops
  TimeSamples first, rest;        ///< those of the first pass, and all others

  void add(std::int64_t gap);
  void append(const Times& other);
};

/// Bytes of a message or a call over its executions.
struct Sizes {
  structure::SeriesBuilder series;
  double sum = 0;

  void add(std::uint64_t bytes);
  void append(const Sizes& other);
};

struct RankNode {
  Identity is;
  std::uint64_t count = 1;  ///< of a loop: iterations; of a ladder or levels: rungs; of a level: its rung
  structure::SeriesBuilder tag;
  Sizes bytes;     ///< message, exchange
  Sizes received;  ///< call with facts
  Times gap;       ///< since the record before; of an exchange: without what its own first transfers take
  Times end;       ///< call: between the last record in it and its end
  /// Exchange: times before its sends and receives, after the first; and whether all are those of a program trace.
  std::array<Times, 2> inner;
  bool regular = true;
  std::vector<RankNode> body;
};

/// The programs of all ranks of a trace.
struct RunProgram {
  Exchanges exchanges;
  std::vector<std::vector<RankNode>> ranks;
};
/// `bytes_vary`: calls that differ in nothing but the bytes of messages, or of blocks that are data, are equal. Throws
/// record::TraceError where the trace cannot be read, or its states are not balanced. `posts_told`: calls that post a
/// receive are told by its partner, a message in them that is no record.
RunProgram read_program(const record::TraceSource& trace, Names& names, bool bytes_vary, bool posts_told = false);

}  // namespace trgen::extrapolation
