// SPDX-License-Identifier: Apache-2.0
// Combination of the keys `pattern`, `sizes`, `parts` and `phases` of synthetic load: phases of so many cycles, each
// with parts of a pattern and sizes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "fsin/config/yaml_text.hpp"
#include "fsin/core/diagnostic.hpp"
#include "trgen/synth/any_pattern.hpp"
#include "trgen/synth/messages/traffic.hpp"
#include "trgen/synth/sizes/any_sizes.hpp"

namespace trgen::synth {

/// The place where a key of the parameters ("pattern", "load", ...) was written.
using MarkOf = std::function<fsin::Mark(std::string_view key)>;

struct PartPlan {
  double weight = 1;
  AnyPattern pattern;
  AnySizes sizes;

  template <class F>
  void fields(F& f) {
    f("weight", weight, "share of the load, in any unit").range(0.0, 1e12);
    f.choice("pattern", pattern, "destinations of the messages of this part");
    f.choice("sizes", sizes, "sizes of the messages of this part");
  }
};

struct PhasePlan {
  fsin::CycleCount cycles{1000};
  std::optional<double> load;
  AnyPattern pattern;
  AnySizes sizes;
  std::vector<PartPlan> parts;

  template <class F>
  void fields(F& f) {
    f("cycles", cycles, "length of the phase")
        .range(fsin::CycleCount{1}, fsin::CycleCount{1'000'000'000'000})
        .required();
    f("load", load, "offered load in the phase, phits/node/cycle").range(0.0, 64.0);
    f.choice("pattern", pattern, "destinations of the messages of this phase");
    f.choice("sizes", sizes, "sizes of the messages of this phase");
  }
};

/// Phases of one workload. Files that it names are read once.
struct Plan {
  std::vector<PhasePlan> phases;
};

/// The keys that a plan is made of, as text.
struct PlanText {
  const AnyPattern& pattern;
  const AnySizes& sizes;
  const std::vector<fsin::config::YamlText>& parts;
  const std::vector<fsin::config::YamlText>& phases;
};

/// Reads parts and phases. Errors are in `diagnostics`; the plan has a phase then too.
Plan plan_of(const PlanText& text, fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// Adds an error for every pattern and every distribution of sizes that does not suit the network.
void check_plan(const Plan& plan, const NetworkFacts& facts, fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// The traffic of a checked plan, at a load for the phases that have none of their own.
Traffic make_traffic(const Plan& plan, double load, bool repeat, const NetworkFacts& facts, std::uint64_t seed);

}  // namespace trgen::synth
