// SPDX-License-Identifier: Apache-2.0
// Writes a structure as a script: the YAML program that a person reads, edits and runs at another size.
//
// A script has the messages of the trace in the order of each rank, and CPU bursts that have structure; each statement
// says in a comment in which call it stood. What a script cannot say is refused with the reason: receives that overtake
// each other, communicators that vary, values that are no expression. Not carried: states, times within calls, numbers
// of communicators (messages of several communicators get tags of their own), wildcards (the source that was received
// from is named).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

/// The script; empty where the structure does not allow one, with the reason in `why`.
std::optional<std::string> script_of(const Structure& structure, std::string_view title, std::string& why);

}  // namespace trgen::structure
