// SPDX-License-Identifier: Apache-2.0
// The kinds of workload that an experiment can have.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/experiment/experiment.hpp"
#include "trgen/jobs/jobs_params.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/packets/packet_workload.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::experiment {

struct Workloads
    : config::Catalogue<trgen::synth::SyntheticParams, trgen::replay::TraceParams, trgen::replay::ProgramParams,
                        trgen::jobs::JobsParams, trgen::synth::PacketsParams> {};

}  // namespace fsin::experiment
