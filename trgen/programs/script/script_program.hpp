// SPDX-License-Identifier: Apache-2.0
// A script as a program. Consecutive statements are one step, each repetition of a loop has the steps of its body, and
// a condition around loops has the steps of both its branches, of which those not taken are empty. So the number of a
// step determines the values of the variables of loops.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/programs/script/statements.hpp"

namespace trgen::programs::script {

/// Makes the program. `identity` distinguishes this script from all others. Null after an error, which is in
/// `diagnostics`: the number of repetitions, a color or a name has no value for some rank.
std::shared_ptr<const Program> make_script_program(Script script, std::uint32_t ranks, const std::string& identity,
                                                   fsin::Diagnostics& diagnostics);

}  // namespace trgen::programs::script
