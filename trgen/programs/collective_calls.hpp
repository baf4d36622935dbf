// SPDX-License-Identifier: Apache-2.0
// The collectives of a program, judged before it runs: whether its calls follow the algorithms that are set.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "fsin/core/diagnostic.hpp"
#include "trgen/programs/collectives/heed.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

/// Takes a value below `collectives` that calls do not follow; `why` continues the key to a sentence.
using NotHeededTo = std::function<void(std::string_view key, const std::string& why)>;

/// Goes through the operations of the program where anything is set, up to a number of them that takes a second or two,
/// and refuses an algorithm that can do none of the calls of its operation. False after an error, which is in
/// `diagnostics`.
bool check_collectives(const Program& program, const collectives::Choice& choice, const NotHeededTo& tell,
                       fsin::Diagnostics& diagnostics, const std::function<fsin::Mark(std::string_view key)>& mark_of);

}  // namespace trgen::programs
