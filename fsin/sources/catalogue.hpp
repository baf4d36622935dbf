// SPDX-License-Identifier: Apache-2.0
// The kinds of workload that an experiment can have, and what is asked of a workload before it is opened. A new kind is
// one file (source.hpp says what is in it) and one line here.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "fsin/config/catalogue.hpp"
#include "fsin/sources/jobs.hpp"
#include "fsin/sources/packets.hpp"
#include "fsin/sources/program.hpp"
#include "fsin/sources/synthetic.hpp"
#include "fsin/sources/trace.hpp"

namespace fsin::sources {

using Workloads = config::Catalogue<trgen::synth::SyntheticParams, trgen::replay::TraceParams,
                                    trgen::replay::ProgramParams, trgen::jobs::JobsParams, trgen::synth::PacketsParams>;
using WorkloadParams = Workloads::variant;

/// Checks the workload against the network and opens its files, which may take a while. Null after an error.
SourcePointer open(const WorkloadParams& workload, const Opening& opening);

/// Ranks run to their end: there is no load, and no window in which it is measured.
bool has_ranks(const WorkloadParams& workload);
/// The workload comes to an end of its own, so that there is no window.
bool has_end(const WorkloadParams& workload);
/// Messages are made at a load that is asked for.
bool has_load(const WorkloadParams& workload);
/// It can be judged whether the load is carried: what a search for saturation asks.
bool is_memoryless(const WorkloadParams& workload);
/// The workload may have rounds of a main loop, of which the first alone can be run.
bool may_have_rounds(const WorkloadParams& workload);
/// Several programs run at once.
bool has_jobs(const WorkloadParams& workload);
/// Each shot of several begins when all packets of the one before have arrived.
bool waits_for_all(const WorkloadParams& workload);
/// The facts of the network must have distances, or the links.
bool needs_distances(const WorkloadParams& workload);
bool needs_links(const WorkloadParams& workload);

/// "a trace or a program", for messages.
std::string noun_of(const WorkloadParams& workload);
/// The parameters that traces and programs have in common; null for anything else.
const trgen::replay::ReplayParams* replayed(const WorkloadParams& workload);
/// The costs of MPI calls; null where a workload makes none.
const trgen::replay::MpiParams* mpi_of(const WorkloadParams& workload);

/// Sources make what the load asks for and do not wait for room: the usual ones of a search for saturation.
void do_not_stall(WorkloadParams& workload);

/// Calls visit(path) for each file that the parameters name, so that it can be changed.
void for_each_file(WorkloadParams& workload, const std::function<void(std::filesystem::path&)>& visit);

/// Calls reads(noun, path) for each file that is read for the workload; of a trace in several files, for each of them.
void for_each_input(const WorkloadParams& workload,
                    const std::function<void(const std::string& noun, const std::filesystem::path&)>& reads);

}  // namespace fsin::sources
