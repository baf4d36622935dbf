// SPDX-License-Identifier: Apache-2.0
// The parameters of one routing of the catalogue, of any type, and the questions that can be asked of them.
#pragma once

#include <optional>
#include <string>

#include "fsin/config/choice.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::routing {

struct Routings;  // the list: catalogue.hpp
using AnyRouting = config::Choice<Routings>;

/// True if packets of this routing may choose among several paths.
bool is_adaptive(const AnyRouting& params);

/// True if its algorithm compares queues of other routers (LookingAround).
bool looks_around(const AnyRouting& params);

/// True if its tables can follow changes of the network in the course of a run (Rerouting).
bool reroutes(const AnyRouting& params);

/// The names of all routings of which that is true: "shortest, ...".
std::string rerouting_names();

/// True if its algorithm remembers earlier requests of a header (RoutingAlgorithm::remembers).
bool remembers(const AnyRouting& params);

/// The reason why the original simulator cannot reproduce the routing; nothing if it can. The key is empty if the whole
/// entry is unknown to it.
std::optional<topology::Unlike> unlike_original(const AnyRouting& params);

}  // namespace fsin::routing

extern template class fsin::config::Choice<fsin::routing::Routings>;
