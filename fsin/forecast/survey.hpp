// SPDX-License-Identifier: Apache-2.0
// The network of an experiment as a graph: its bisection, its path diversity, its cables and ports.
// Everything takes a bounded time, and what is left out of a large network is said.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/analysis/cost.hpp"
#include "fsin/analysis/diversity.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/run/bounds.hpp"

namespace fsin::forecast {

struct Bisection {
  std::optional<double> links;  ///< one way; nothing where neither is there
  bool estimate = false;        ///< by a partitioner: the bisection is at most this
};

struct Survey {
  Bisection bisection;
  std::optional<analysis::Diversity> diversity;
  analysis::Cost cost;
};

/// `topology` is the built one of the experiment.
/// Told what is looked at next: "cutting the network in halves".
using TellStage = std::function<void(std::string_view)>;

Survey survey_of(const experiment::Experiment& experiment, const topology::Topology& topology,
                 const run::Bounds& bounds, const TellStage& begin);

/// "16 links, one way between two halves of the nodes", that it is an estimate, or why there is none.
std::string bisection_text(const Bisection& bisection);
std::string diversity_text(const std::optional<analysis::Diversity>& diversity);
/// "cables ..." and "ports ...", two texts of one line each.
std::string cables_text(const analysis::Cost& cost);
std::string ports_text(const analysis::Cost& cost);

}  // namespace fsin::forecast
