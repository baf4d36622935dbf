// SPDX-License-Identifier: Apache-2.0
// The name or address by which the ranks of a captured program connect to each other. MPICH waits for ever if it cannot
// be reached, so this is tested first.
#pragma once

#include <string>
#include <string_view>

namespace trgen::commands {

/// The variable from which MPICH's device ch3:sock takes the name of the machine; without it, the output of
/// hostname(1). (This device does not read the documented variable, MPIR_CVAR_CH3_INTERFACE_HOSTNAME.)
inline constexpr std::string_view meeting_variable = "MPICH_INTERFACE_HOSTNAME";
inline constexpr std::string_view meeting_default = "127.0.0.1";

/// Throws record::TraceError when no connection to this name or address can be made.
void check_meeting_place(const std::string& name);

}  // namespace trgen::commands
