// SPDX-License-Identifier: Apache-2.0
// --allow-deadlock of the commands that simulate: they refuse a network that is shown to be unsafe (fsin/deadlock).
#pragma once

#include "fsin/cli/command.hpp"

namespace fsin::commands {

inline constexpr cli::Option allow_deadlock_option{"allow-deadlock", "",
                                                   "simulate a network even where it is shown that it can deadlock"};

inline bool allows_deadlock(const cli::Arguments& arguments) { return arguments.has("allow-deadlock"); }

}  // namespace fsin::commands
