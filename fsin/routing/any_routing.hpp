// SPDX-License-Identifier: Apache-2.0
// The parameters of one routing of the catalogue, whichever it is, and what may be asked of them.
#pragma once

#include <optional>

#include "fsin/config/choice.hpp"
#include "fsin/topology/topology.hpp"

namespace fsin::routing {

struct Routings;  // the list: catalogue.hpp
using AnyRouting = config::Choice<Routings>;

/// Whether packets of this routing may choose among several ways.
bool is_adaptive(const AnyRouting& params);

/// Whether its algorithm compares queues of other routers (LookingAround).
bool looks_around(const AnyRouting& params);

/// Whether its algorithm remembers what a header asked for before (RoutingAlgorithm::remembers).
bool remembers(const AnyRouting& params);

/// Why the original simulator cannot reproduce it; nothing where it can. The key is empty where the whole entry is
/// unknown to it.
std::optional<topology::Unlike> unlike_original(const AnyRouting& params);

}  // namespace fsin::routing

extern template class fsin::config::Choice<fsin::routing::Routings>;
