// SPDX-License-Identifier: Apache-2.0
// The loop over time steps of a program: what a longer run has more of.
//
// The calls of a rank are equal if their functions, partners and bytes are; or, if that finds no loop, if their
// functions and partners are. A loop is a stretch in which each call equals the one a fixed number of calls before it;
// the main loop is the one that holds most records, with the shortest body if others hold about as many. Its iterations
// are counted on the rank where it holds most. A rank on which a shorter body runs a whole multiple as often, as at the
// end of a line of ranks, makes several passes in an iteration. A pass more, made of what stands around the loop, is
// left there.
//
// Iterations that are added repeat a block of recorded ones, the same for all ranks: a message finds its receive,
// whatever varies from iteration to iteration. Tags count on as they do in the trace. A rank whose loop is another one
// gets no iterations. In a block, as many messages and bytes must go from each rank to each other one as are received
// there; so nothing is added that does not end.
//
// What iterations do now and then, such as a norm in every twentieth, is added only as often as the body shows it.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/record/channel.hpp"
#include "trgen/record/source.hpp"

namespace trgen::extrapolation {

struct MainLoop {
  struct OfRank {
    std::uint64_t begin = 0;   ///< records before the loop
    std::uint64_t length = 0;  ///< records of an iteration; 0: the rank has no part in the loop
  };
  std::uint64_t iterations = 0;
  std::uint64_t period = 0;  ///< iterations after which tags repeat, or are larger by the same
  std::uint64_t block = 0;   ///< iterations that are repeated, the last ones of the trace: a multiple of the period
  std::vector<OfRank> ranks;
  double share = 0;  ///< of all records
  std::string why;   ///< why there is none that can be made longer; empty otherwise
};

/// Numbers of the receives of a rank, by channel: those that Record::match compares with.
class ReceiveNumbers {
 public:
  /// The next receive: how many messages later than its own it takes.
  std::int64_t ahead(const record::Channel& channel, std::uint64_t match) {
    const std::uint64_t own = next(channel);
    return match == 0 ? 0 : static_cast<std::int64_t>(match - own);
  }
  /// The number of the next receive.
  std::uint64_t next(const record::Channel& channel) { return ++numbers_[channel]; }

 private:
  std::unordered_map<record::Channel, std::uint64_t, record::ChannelHash> numbers_;
};

/// Throws record::TraceError where the trace cannot be read.
MainLoop find_main_loop(const record::TraceSource& trace);

}  // namespace trgen::extrapolation
