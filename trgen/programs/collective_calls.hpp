// SPDX-License-Identifier: Apache-2.0
// The collectives of a program, judged before it runs: whether its calls follow the algorithms that are set. One rule
// for programs, traces, jobs and conversions: pass_on().
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "fsin/core/diagnostic.hpp"
#include "trgen/programs/collectives/heed.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

/// Takes a value below `collectives` that calls do not follow; `why` continues the key to a sentence.
using NotHeededTo = std::function<void(std::string_view key, const std::string& why)>;

/// Tells of the values that calls do not follow, and refuses an algorithm that can do none of the calls of its
/// operation, where all of them were looked at (`whole`). False after an error, which is in `diagnostics`. Keys are
/// below `collectives`, for `tell` and `mark_of`.
bool pass_on(std::span<const collectives::NotHeeded> found, bool whole, const NotHeededTo& tell,
             fsin::Diagnostics& diagnostics, const std::function<fsin::Mark(std::string_view key)>& mark_of);

/// Goes through the operations of the program where anything is set, up to a number of them that takes a second or two,
/// and passes on what it finds. False after an error, which is in `diagnostics`.
bool check_collectives(const Program& program, const collectives::Choice& choice, const NotHeededTo& tell,
                       fsin::Diagnostics& diagnostics, const std::function<fsin::Mark(std::string_view key)>& mark_of);

}  // namespace trgen::programs
