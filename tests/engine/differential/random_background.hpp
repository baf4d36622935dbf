// SPDX-License-Identifier: Apache-2.0
// Load that takes links of a case beside its packets, drawn at random.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "fsin/engine/design.hpp"
#include "fsin/engine/link_rates.hpp"

namespace differential {

/// Now and then, or always where it is demanded, rates of some links of the built network, which change in the course
/// of the run; else null. `number` is that of the case.
std::shared_ptr<const fsin::engine::LinkRates> random_background(std::uint64_t number, bool demanded,
                                                                 const fsin::engine::Design& design,
                                                                 const fsin::topology::Topology& topology);

/// ", background by rates on 12 links"; empty for null.
std::string describe_background(const fsin::engine::LinkRates* rates);

}  // namespace differential
