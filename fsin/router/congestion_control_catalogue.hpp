// SPDX-License-Identifier: Apache-2.0
// All congestion controls. A new one is a file in congestion_controls/ and a type in this list.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/router/congestion_controls/local_restriction.hpp"
#include "fsin/router/congestion_controls/none.hpp"
#include "fsin/router/congestion_controls/population.hpp"
#include "fsin/router/congestion_controls/timeout.hpp"
#include "fsin/router/congestion_controls/transit_priority.hpp"

namespace fsin::router {

template <CongestionControlPolicy... Policies>
using CongestionControlList = config::Catalogue<Policies...>;

using CongestionControls =
    CongestionControlList<NoCongestionControl, TransitPriority, LocalRestriction, Population, Timeout>;

inline CongestionRule rule_of(const CongestionControls::variant& control) {
  return std::visit([](const auto& policy) { return policy.rule(); }, control);
}

}  // namespace fsin::router
