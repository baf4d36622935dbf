// SPDX-License-Identifier: Apache-2.0
// The catalogue of arrival processes. To add one, write its header and add its type here.
#pragma once

#include "fsin/config/catalogue.hpp"
#include "trgen/synth/arrivals/any_arrivals.hpp"
#include "trgen/synth/arrivals/bernoulli.hpp"
#include "trgen/synth/arrivals/on_off.hpp"
#include "trgen/synth/arrivals/pareto.hpp"
#include "trgen/synth/arrivals/periodic.hpp"
#include "trgen/synth/arrivals/poisson.hpp"

namespace trgen::synth {

struct ArrivalChoices : fsin::config::Catalogue<BernoulliArrivals,  //
                                                PoissonArrivals,    //
                                                PeriodicArrivals,   //
                                                OnOffArrivals,      //
                                                ParetoArrivals> {};

}  // namespace trgen::synth
