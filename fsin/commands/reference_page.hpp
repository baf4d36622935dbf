// SPDX-License-Identifier: Apache-2.0
// Help texts made from the fields that are read: they cannot fall behind the program.
#pragma once

#include <string>
#include <vector>

#include "fsin/commands/kinds.hpp"

namespace fsin::commands {

/// "whole number, 1 to 16, default 1".
std::string value_text(const config::FieldDoc& field);

/// One entry with its fields, for a terminal: `fsin help topology.torus`.
std::string entry_help(const Kind& kind, const config::EntryDoc& entry);

/// Every key of an experiment, for a terminal: `fsin help`.
std::string keys_help();

/// The reference page of docs/, in Markdown.
std::string reference_markdown();

}  // namespace fsin::commands
