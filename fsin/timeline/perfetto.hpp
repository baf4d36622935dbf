// SPDX-License-Identifier: Apache-2.0
// The Trace Event Format of Chrome, which Perfetto (ui.perfetto.dev), chrome://tracing and Speedscope open: a track for
// each rank, and for each stream of a rank below it, with the MPI calls that it was in and, inside them, what it did;
// arrows for messages, and each message from send to delivery as an asynchronous event with its bytes and tag. Times
// are in microseconds of the simulated machine. Source: "Trace Event Format", Google, 2016.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "fsin/timeline/recorder.hpp"
#include "fsin/workload/rank_names.hpp"

namespace fsin::timeline {

struct Labels {
  std::string title;  ///< title of the run
  bool ranks = true;  ///< tracks are ranks; false: tracks are nodes, which only have messages
  double seconds_per_cycle = 0;
  workload::RankNames names{};  ///< of the tracks, where they are ranks
};

/// Opens the file; throws OutputError when it cannot be written.
std::unique_ptr<Writer> make_perfetto_writer(const std::filesystem::path& path, const Labels& labels);

}  // namespace fsin::timeline
