// SPDX-License-Identifier: Apache-2.0
// From a row of a CSV file to the design and the workload that it describes.
#pragma once

#include <string>

#include "fsin/engine/engine.hpp"
#include "fsin/workload/network_facts.hpp"
#include "tests/oracles/csv.hpp"
#include "trgen/synth/synthetic.hpp"

namespace oracles {

/// Design, built topology and what a workload has to know of them.
struct Setup {
  fsin::engine::Design design;
  fsin::topology::Topology topology;
  fsin::workload::NetworkFacts facts;
};

/// Throws std::runtime_error for a word that no column may hold, or for a design that check() refuses.
Setup make_setup(const Row& row);

/// The synthetic load of a row.
trgen::synth::SyntheticParams make_load(const Row& row);

/// "torus 8x8, 3 VC, adaptive smart, uniform, load 0.4", with whatever is not the usual: for people.
std::string describe(const Row& row);

}  // namespace oracles
