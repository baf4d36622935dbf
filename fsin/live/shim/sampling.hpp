// SPDX-License-Identifier: Apache-2.0
// What a program says to the run by fsin_live.h, and CPU bursts that are sampled without its help (cpu.sample).
//
// Sampled blocks are executed until their mean time is known, and are then left out for it: that time is added to what
// the thread has computed, so that all else (clocks, traces, recorded bursts) sees a burst of that length.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fsin/live/sites.hpp"

namespace fsin::live::shim {

struct SiteId {
  SiteKind kind = SiteKind::local;
  const char* name = "";
  std::int32_t line = 0;
};

/// The site, which is new where no rank has been there; ends the run where there are too many. Any thread may ask at
/// any time.
Site& find_site(const SiteId& id);
/// Below most_sites.
std::size_t number_of(const Site& site);

/// A call of MPI that the program makes while a sampled block is open ends the run.
void check_no_block(const char* call);
/// Ends the regions that the calling thread has begun.
void end_regions();

/// The outermost call, by its number, is made from here, or from a library beneath MPI that the program calls.
void note_caller(int number, const void* caller);
/// With cpu.sample: the time that counts for a burst of which the CPU time is `measured` (ps), and which ends at a call
/// of MPI.
std::uint64_t sampled_burst(std::uint64_t measured);
/// The burst has ended at a clock, a sleep or a mark instead.
void burst_was_cut();

}  // namespace fsin::live::shim
