// SPDX-License-Identifier: Apache-2.0
// The name or address under which the ranks of a captured program look for each other. MPICH waits for ever if it
// cannot be reached, so that is tested first.
#pragma once

#include <string>
#include <string_view>

namespace trgen::commands {

/// What the device ch3:sock takes as the name of the machine, and without which it takes what hostname(1) prints. (The
/// variable of MPICH's documentation, MPIR_CVAR_CH3_INTERFACE_HOSTNAME, this device does not read.)
inline constexpr std::string_view meeting_variable = "MPICH_INTERFACE_HOSTNAME";
inline constexpr std::string_view meeting_default = "127.0.0.1";

/// Throws record::TraceError when no connection can be made to this name or address.
void check_meeting_place(const std::string& name);

}  // namespace trgen::commands
