// SPDX-License-Identifier: Apache-2.0
// One line that says which network and which workload an experiment has: "torus 8x8, dor, 3 VCs, bubble; synthetic
// uniform at load 0.4". Made from the written form of the experiment (config::Tree), so that a topology, a pattern or a
// kind of program needs no words of its own; of the keys of a workload it shows those that tell experiments apart.
#pragma once

#include <string>

#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

/// The shape alone: "torus 8x8".
std::string headline_of_topology(const Experiment& experiment);

/// Network and workload in one line, for the head of a report.
std::string headline(const Experiment& experiment);

}  // namespace fsin::experiment
