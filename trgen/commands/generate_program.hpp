// SPDX-License-Identifier: Apache-2.0
// Programs of the catalogue by name, with their keys as options: `trgen generate npb --kernel cg --class W --ranks 64`.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::commands {

/// A kind of program that is no kernel, with its description.
struct KindDoc {
  std::string_view name, doc;
};
std::span<const KindDoc> program_kinds();

/// Options, and the text that some of them refer to.
struct OptionList {
  std::deque<std::string> texts;
  std::vector<Option> options;
};
/// The options `own`, and one for each key of these kinds that is not among them.
OptionList with_keys_of_programs(std::span<const Option> own);

/// Refuses each option that is a key of some of these kinds and not among `own`.
void refuse_keys_of_programs(std::span<const Option> own, std::string_view program, const Arguments& arguments,
                             Diagnostics& diagnostics);

/// The program of this kind with the keys among the arguments. Null after a mistake.
std::shared_ptr<const programs::Program> make_program(std::string_view kind, const Arguments& arguments,
                                                      Diagnostics& diagnostics);

}  // namespace trgen::commands
