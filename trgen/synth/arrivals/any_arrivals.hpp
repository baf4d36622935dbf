// SPDX-License-Identifier: Apache-2.0
// The parameters of one arrival process of the catalogue, whichever it is, and what may be asked of them.
#pragma once

#include <memory>
#include <string>

#include "fsin/config/choice.hpp"
#include "trgen/synth/arrivals/arrival.hpp"

namespace trgen::synth {

struct ArrivalChoices;  // the list: arrivals/catalogue.hpp
using AnyArrivals = fsin::config::Choice<ArrivalChoices>;

/// Reason why the process cannot have the rates of all nodes, and the remedy; empty where it can.
std::string check(const AnyArrivals& params, const ArrivalRates& rates);

std::unique_ptr<ArrivalProcess> make_process(const AnyArrivals& params, const ArrivalRates& rates);

}  // namespace trgen::synth

extern template class fsin::config::Choice<trgen::synth::ArrivalChoices>;
