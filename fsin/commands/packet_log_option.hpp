// SPDX-License-Identifier: Apache-2.0
// --packet-log of fsin run: every packet of the run in a file.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fsin/cli/command.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/run/run_options.hpp"

namespace fsin::commands {

inline constexpr cli::Option packet_log_option{"packet-log", "FILE",
                                               "write every packet as comma-separated values, compressed where the "
                                               "name ends in .gz, .zst or .bz2; workload: {type: "
                                               "packets} reads such a file"};

/// Adds an error for everything that keeps a log from being one run in one thread, with packets.
void check_packet_log(const experiment::Experiment& experiment, const run::RunOptions& how, bool checkpoint,
                      Diagnostics& diagnostics);

/// Starts the file; null where none is asked for. Throws trgen::record::TraceError.
std::unique_ptr<run::PacketLogFile> open_packet_log(const std::optional<std::string>& path,
                                                    const workload::NetworkFacts& facts);

}  // namespace fsin::commands
