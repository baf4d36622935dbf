// SPDX-License-Identifier: Apache-2.0
// The check before a simulation whether its network can deadlock (fsin/deadlock).
#pragma once

#include "fsin/core/diagnostic.hpp"
#include "fsin/deadlock/design.hpp"
#include "fsin/experiment/experiment.hpp"

namespace fsin::forecast {

/// The budget of the check in `fsin run` and `fsin sweep`: about a second. A network for which it does not suffice
/// runs.
inline constexpr deadlock::Budget quick_budget{.states = 2'000'000, .queues = 4'000'000};

/// Nothing of a network without routers. `topology` is the built one of the experiment.
std::optional<deadlock::Verdict> deadlock_verdict(const engine::Design& design, const topology::Topology& topology,
                                                  const deadlock::Budget& budget = {});

/// For people: "free: ...", "not free: ...", "not decided: ...", in one line.
std::string verdict_text(const deadlock::Verdict& verdict);

/// The key at which a network that can deadlock is reported.
inline constexpr std::string_view routing_key = "network.routing.type";

/// Adds an error where the verdict is that the network can deadlock.
void refuse_unsafe(const experiment::LoadedExperiment& loaded, const deadlock::Verdict& verdict,
                   Diagnostics& diagnostics);

/// Adds an error where the network is shown to be unsafe, and a warning where that is not decided.
void refuse_deadlock(const experiment::LoadedExperiment& loaded, const engine::Design& design,
                     const topology::Topology& topology, Diagnostics& diagnostics);

}  // namespace fsin::forecast
