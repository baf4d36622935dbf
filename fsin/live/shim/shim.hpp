// SPDX-License-Identifier: Apache-2.0
// The shim: a library that is preloaded into every rank of a live run, between the program and its MPI library. It
// knows when the program is inside a call of MPI, measures what it computes outside, and answers its clocks and sleeps
// with simulated time. The generated wrappers (generate.py) stand before all functions of MPI.
#pragma once

#include <cstdint>

#include "fsin/live/rank_state.hpp"

namespace fsin::live::shim {

/// The state of this rank; its block is null outside a live run.
RankState& rank();

/// True while the program is between MPI_Init and MPI_Finalize and its clock is a simulated one.
bool runs();

/// Where CPU bursts end: at a call of MPI, by its number among the wrapped functions, or where the program reads a
/// clock or sleeps.
struct Place {
  std::uint32_t number = 0;
  const char* name = "";
};
/// Places beside the wrapped functions; `mark`: of a region.
enum class Beside : std::uint32_t { clock, sleep, init, finalize, mark, fabric };
Place place(Beside beside);
Place place(FabricCall call);

/// The rank has no more to do in simulated time: where MPI_Finalize begins, or a program without MPI ends.
void finish();

/// From now on, a code other than 0 with which the process ends is told (without MPI).
void note_exit_code();

/// Takes what the calling thread has computed since it left MPI into the clock, and logs it.
void count_computing(const Place& place);
/// Logs that the outermost call ends.
void log_leave(const Place& place);
/// The thread computes from now on.
void begin_computing();

/// The clock as the program reads it, which costs time where it does nothing else.
std::uint64_t read_clock();
/// What the calling thread has computed is taken into the clock, as where the program reads it.
void mark_clock();
/// The program sleeps.
void sleep_for(std::uint64_t picoseconds);

/// The function of that name behind the shim; ends the run if there is none.
void* next_function(const char* name);

/// CPU time of the calling thread, ns.
std::uint64_t cpu_time();

/// Whether the code at this address belongs to the libraries beneath MPI.
bool beneath_mpi(const void* caller);

/// ps of a CPU time, as the run scales it.
std::uint64_t scaled_time(std::uint64_t nanoseconds);

}  // namespace fsin::live::shim
