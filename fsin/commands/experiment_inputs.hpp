// SPDX-License-Identifier: Apache-2.0
// The files that an experiment reads, none of which may be overwritten.
#pragma once

#include <span>

#include "fsin/commands/output_check.hpp"
#include "fsin/core/input_path.hpp"

namespace fsin::commands {

void add_inputs(std::span<const Input> inputs, OutputCheck& check);

}  // namespace fsin::commands
