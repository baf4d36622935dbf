// SPDX-License-Identifier: Apache-2.0
// Files of CPU times (`cpu.record`, `cpu.replay`): what the ranks of a live run have computed between their calls, so
// that another run takes the same times. A text, compressed where its name says so (.gz, .zst, .bz2):
//
//   #fsin-cpu 1
//   #ranks 2
//   #command ./program 10
//   rank 0                      what follows is of rank 0, up to the next line of this kind
//   MPI_Comm_rank 1250000       a burst of 1,250,000 ps, which ended at this call
//   clock 0                     one that ended where the program read a clock; `sleep`: where it slept
//
// The bursts of a rank stand in their order; ranks are interleaved in any way. A replay must come to the same calls.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fsin/core/input_path.hpp"
#include "fsin/live/rank_queues.hpp"

namespace fsin::sources {

/// Throws record::TraceError for a file that cannot be read.
std::shared_ptr<const live::RecordedBursts> read_cpu_times(const InputPath& file);

/// Begins the file with the first burst, and gives it its name in the end. Throws record::TraceError.
std::unique_ptr<live::Chronicle> write_cpu_times(std::string file, std::uint32_t ranks,
                                                 const std::vector<std::string>& command);

}  // namespace fsin::sources
