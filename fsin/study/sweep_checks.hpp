// SPDX-License-Identifier: Apache-2.0
// The door of a sweep (forecast/admission.hpp), through which all of its points go before anything is simulated. Each
// different network is built and looked at once; what concerns many points is told once.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "fsin/core/diagnostic.hpp"
#include "fsin/study/sweep_plan.hpp"
#include "fsin/study/sweep_runner.hpp"

namespace fsin::study {

/// Adds what forecast::admit() would say of the points, the first error alone. Networks that are too large to be built
/// for a look are checked when they are run, and one warning counts those of which it is not decided whether they can
/// deadlock. Throws record::TraceError when a trace cannot be read again.
void admit(const SweepPlan& plan, const SweepOptions& options, bool allow_deadlock, Diagnostics& diagnostics);

/// The checked network of a point, for its runs. Throws Refused.
std::shared_ptr<const run::CheckedTopology> admitted_network(const SweepPlan& plan, std::size_t point);

/// A network that was too large to be looked at beforehand cannot be simulated.
class Refused : public std::runtime_error {
 public:
  explicit Refused(Diagnostics diagnostics)
      : std::runtime_error("a network of the sweep is refused"), diagnostics_(std::move(diagnostics)) {}
  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Diagnostics diagnostics_;
};

}  // namespace fsin::study
