// SPDX-License-Identifier: Apache-2.0
// Writes a structure as a script: the YAML program that a person reads, edits and runs at another size.
//
// A script has the messages of the trace in the order of each rank, and CPU bursts that have structure. Its loops are
// those of nested() (nesting.hpp). A comment at each loop gives its iterations, calls, and share of all messages; one
// at each statement the call in which it stood. What a script cannot say is refused with the reason: receives that
// overtake each other, values that are no expression. Not carried: states, times within calls, numbers of communicators
// (where messages of several communicators have the same tag, all get tags of their own), wildcards (the source that
// was received from is named).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "trgen/structure/structure.hpp"

namespace trgen::structure {

/// The script; empty where the structure does not allow one, with the reason in `why`.
std::optional<std::string> script_of(const Structure& structure, std::string_view title, std::string& why);

}  // namespace trgen::structure
