// SPDX-License-Identifier: Apache-2.0
// A result for a person: what was simulated, how it ended and what to do about it, the figures with their units.
#pragma once

#include <string>
#include <vector>

#include "fsin/result/experiment_result.hpp"

namespace fsin::report {

/// The whole report: one run as a list of figures, several as mean and half width of every figure.
std::string experiment_text(const result::ExperimentResult& experiment);

}  // namespace fsin::report
