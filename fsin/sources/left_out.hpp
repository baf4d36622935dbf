// SPDX-License-Identifier: Apache-2.0
// Records that a replay leaves out of its trace: reported once, refused where the result would mean nothing.
#pragma once

#include <cstdint>
#include <string>

#include "fsin/core/diagnostic.hpp"
#include "fsin/result/left_out.hpp"
#include "trgen/record/omissions.hpp"
#include "trgen/replay/trace_params.hpp"

namespace fsin::sources {

/// A warning with the counts; with LeftOutRule::refuse an error (of the trace, exit code 3) where no message is left to
/// replay, or ranks end before their program did. `trace`: its name. `tell`: the warning was not given before.
void check_left_out(const trgen::record::Omissions& left_out, trgen::replay::LeftOutRule rule, const std::string& trace,
                    bool tell, Diagnostics& diagnostics);

/// Traffic that programs do not have and their traces do.
trgen::record::Omissions omissions_of(trgen::record::Losses of_programs, std::uint32_t ranks);

result::LeftOut to_report(const trgen::record::Omissions& left_out);

}  // namespace fsin::sources
