// SPDX-License-Identifier: Apache-2.0
// What a time-independent capture counts: the instructions of the ranks, where the machine has counters of them; else
// their CPU time, times the instructions a second that this machine makes of a loop of known length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "trgen/commands/command.hpp"
#include "trgen/formats/ti/write_calls.hpp"

namespace trgen::commands {

/// Whether a file of this name is a time-independent trace.
bool is_ti_name(const std::string& path);

/// Why this process cannot count its instructions; empty where it can.
std::string why_no_counters();

/// The clock for a time-independent capture where none is asked for; prints why it is not "instructions".
std::string clock_of_work();

/// Instructions a second of a loop that adds, multiplies and loads, the best of several runs; 0 where the loop is not
/// written for this processor.
std::uint64_t measured_rate();

/// The value of the option --rate, instructions a second; an error is added to `diagnostics`.
std::optional<std::uint64_t> wanted_rate(const Arguments& arguments, Diagnostics& diagnostics);

/// For a trace of this clock. `rate`: what the user says of the machine of the capture, in instructions a second.
/// Prints what is taken for granted, in the name of the command of trgen. Throws record::TraceError where neither
/// counts nor a rate are to be had.
formats::ti::Work work_of(const std::string& clock, std::optional<std::uint64_t> rate, std::string_view command);

}  // namespace trgen::commands
