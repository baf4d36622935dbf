// SPDX-License-Identifier: Apache-2.0
// Bandwidths and delays of links that the topology itself has, as a graph from a file may.
#pragma once

#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

/// Fills the lists by class from what the topology itself says of its links: each list that the experiment does not
/// write, with link.bandwidth or link.delay for the classes of which the topology says nothing.
///
/// A link takes a whole number of cycles for a phit. Where the bandwidths do not divide link.bandwidth and the
/// experiment writes none, link.bandwidth becomes the lowest multiple of the fastest link, up to 20 times, by which all
/// others are met to 1 %, or else the one by which they are met best. Links of other speeds than the file has, up to
/// 20 % off, have a warning with both; what is farther off is left for check_link_classes() to refuse.
void take_class_values(LoadedExperiment& loaded, Diagnostics& diagnostics);

}  // namespace fsin::experiment
