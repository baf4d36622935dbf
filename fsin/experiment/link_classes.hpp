// SPDX-License-Identifier: Apache-2.0
// Links of different speed and delay: network.link.bandwidth_by_class and delay_by_class, which have one entry for each
// class of links that the topology has, and the cycles that they become.
#pragma once

#include <string>
#include <vector>

#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

/// Times of the links of each class, which check_link_classes() has passed; empty where all links are alike.
std::vector<engine::LinkTimes> link_times_of(const NetworkParams& network);

/// A line for each class, for the heads of reports: "global links: 4 cycles a phit (25 Gb/s), delay 500 ns = 16
/// cycles". Empty where all links are alike, or the model has none.
std::vector<std::string> link_class_lines(const NetworkParams& network);

/// Adds an error for a list that has not one entry for each class, for a bandwidth that is not that of the cycle
/// divided by a whole number, and for phits, packets or delays of more cycles than the engines count; and a warning for
/// lists that the model of the network does not look at. Must pass before design_of().
void check_link_classes(const LoadedExperiment& loaded, Diagnostics& diagnostics);

}  // namespace fsin::experiment
