// SPDX-License-Identifier: Apache-2.0
// Every routing algorithm that can be configured: to add one, write its file and add it to this list and to the
// dispatch in engine/algorithms.hpp.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "fsin/routing/adaptive_smart.hpp"
#include "fsin/routing/dor.hpp"
#include "fsin/routing/up_down.hpp"

namespace fsin::routing {

using Routings = config::Catalogue<DorParams, AdaptiveParams, UpDownParams>;

}  // namespace fsin::routing
