// SPDX-License-Identifier: Apache-2.0
// Writes the MPI calls of a captured program as a time-independent trace: amounts of work in place of CPU bursts, and
// collectives as calls on their communicators in place of their messages.
//
// Lines have the additions that write_program.hpp (trgen/programs/ti) describes, where the program has communicators
// other than all ranks. Modelled: blocking and synchronous sends, started sends, receives where they complete,
// collectives with equal shares on any communicator. Where the trace has the messages inside collectives, those with a
// count for each rank are written as these messages; where it has not, as equal shares of their sums, with a count in
// the losses. Not modelled: when a started send was waited for (nothing waits for it), and when a receive was posted
// (it stands where it completed). Non-blocking collectives are written as blocking ones, with a count.
#pragma once

#include <cstdint>
#include <string>

#include "trgen/record/source.hpp"

namespace trgen::formats::ti {

/// Conversion of the times of a trace to amounts of work.
struct Work {
  std::string clock = "instructions";  ///< unit of work: instructions or flops
  double for_each = 1;  ///< amount of work for a unit of time of the trace: 1 where the trace counts work already
  std::uint64_t per_second = 0;  ///< speed of the machine of the capture, written into the trace; 0: unknown
};

/// `path` becomes the list, `path`_files the folder with a file for each rank. Throws record::TraceError.
void write_calls(const record::TraceSource& trace, const std::string& path, const Work& work, record::Losses& losses);

}  // namespace trgen::formats::ti
