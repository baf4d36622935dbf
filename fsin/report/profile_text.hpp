// SPDX-License-Identifier: Apache-2.0
// Where the time of a run of ranks went, in a few lines of text.
#pragma once

#include <string>
#include <vector>

#include "fsin/result/kept_profile.hpp"

namespace fsin::report {

/// A line for each row: label and text. `cycles`: of the run.
struct LabelledLine {
  std::string label;
  std::string text;
};
std::vector<LabelledLine> profile_lines(const result::KeptProfile& profile, Cycle cycles);

/// The name of a call, or "outside calls".
std::string call_text(const std::vector<profile::CallName>& names, std::uint16_t call);

}  // namespace fsin::report
