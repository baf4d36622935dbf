// SPDX-License-Identifier: Apache-2.0
// The workload of an experiment as a value of any kind (catalogue.hpp has their list), and what is asked of it before
// it is opened.
#pragma once

#include <string>

#include "fsin/config/choice.hpp"
#include "fsin/sources/kind.hpp"

namespace trgen::replay {
struct MpiParams;
struct ReplayParams;
}  // namespace trgen::replay

namespace fsin::sources {

struct Workloads;  // the list: catalogue.hpp
using AnyWorkload = config::Choice<Workloads>;

/// Checks the workload against the network and opens its files, which may take a while. Null after an error.
SourcePointer open(const AnyWorkload& workload, const Opening& opening);

/// Ranks run to their end: there is no load, and no window in which it is measured.
bool has_ranks(const AnyWorkload& workload);
/// The workload comes to an end of its own, so that there is no window.
bool has_end(const AnyWorkload& workload);
/// Messages are made at a load that is asked for.
bool has_load(const AnyWorkload& workload);
/// The workload may have rounds of a main loop, of which the first alone can be run.
bool may_have_rounds(const AnyWorkload& workload);
/// Several programs run at once.
bool has_jobs(const AnyWorkload& workload);
/// Each shot of several begins when all packets of the one before have arrived.
bool waits_for_all(const AnyWorkload& workload);
/// The facts of the network must have distances, or the links.
bool needs_distances(const AnyWorkload& workload);
bool needs_links(const AnyWorkload& workload);

/// "a trace or a program", for messages.
std::string noun_of(const AnyWorkload& workload);
/// The parameters that traces and programs have in common; null for anything else.
const trgen::replay::ReplayParams* replayed(const AnyWorkload& workload);
/// The costs of MPI calls; null where a workload makes none.
const trgen::replay::MpiParams* mpi_of(const AnyWorkload& workload);

/// Sources make what the load asks for and do not wait for room: the usual ones of a search for saturation.
void do_not_stall(AnyWorkload& workload);

}  // namespace fsin::sources

extern template class fsin::config::Choice<fsin::sources::Workloads>;
