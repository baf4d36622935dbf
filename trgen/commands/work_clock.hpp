// SPDX-License-Identifier: Apache-2.0
// Clock of a time-independent capture: the instructions of the ranks, where the machine has counters of them; else
// their CPU time, multiplied by the instructions per second that this machine reaches in a loop of known length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "trgen/commands/command.hpp"
#include "trgen/formats/ti/write_calls.hpp"

namespace trgen::commands {

/// True when a file of this name is a time-independent trace.
bool is_ti_name(const std::string& path);

/// Reason why this process cannot count its instructions; empty where it can.
std::string why_no_counters();

/// The clock of a time-independent capture without an explicit one; prints why it is not "instructions".
std::string clock_of_work();

/// Instructions per second of a loop that adds, multiplies and loads, the best of several runs; 0 where the loop is not
/// written for this processor.
std::uint64_t measured_rate();

/// The value of the option --rate, in instructions per second; an error is added to `diagnostics`.
std::optional<std::uint64_t> wanted_rate(const Arguments& arguments, Diagnostics& diagnostics);

/// Work of a trace of this clock. `rate`: speed of the machine of the capture as given by the user, in instructions per
/// second. Prints what is assumed, in the name of the command of trgen. Throws record::TraceError where there are
/// neither counts nor a rate.
formats::ti::Work work_of(const std::string& clock, std::optional<std::uint64_t> rate, std::string_view command);

}  // namespace trgen::commands
