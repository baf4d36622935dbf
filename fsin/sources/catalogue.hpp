// SPDX-License-Identifier: Apache-2.0
// The kinds of workload that an experiment can have. A new kind is one file (source.hpp says what is in it) and one
// line here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/sources/any_workload.hpp"
#include "fsin/sources/flows.hpp"
#include "fsin/sources/jobs.hpp"
#include "fsin/sources/live.hpp"
#include "fsin/sources/packets.hpp"
#include "fsin/sources/program.hpp"
#include "fsin/sources/synthetic.hpp"
#include "fsin/sources/trace.hpp"

namespace fsin::sources {

struct Workloads
    : config::Catalogue<trgen::synth::SyntheticParams, trgen::replay::TraceParams, trgen::replay::ProgramParams,
                        trgen::jobs::JobsParams, trgen::synth::PacketsParams, FlowsParams, LiveParams> {};

}  // namespace fsin::sources
