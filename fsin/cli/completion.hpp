// SPDX-License-Identifier: Apache-2.0
// Completion of command lines in bash, zsh and fish. Commands and the options of each stand in the scripts, which are
// made of the table of commands that --help prints. For other words of a command that completes them
// (Command::complete) the scripts ask the program, `fsin --complete COMMAND WORD... WORD`; what it does not know is
// completed as a file.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "fsin/cli/program.hpp"

namespace fsin::cli {

struct Shell {
  std::string_view name;                              ///< "bash"
  std::string (*completion)(const Program& program);  ///< a script for the shell to read
};

/// A script for `source <(fsin --completion)`.
std::string bash_completion(const Program& program);
/// A script for `source <(fsin --completion zsh)`, or a file _fsin in a folder of $fpath.
std::string zsh_completion(const Program& program);
/// A script for `fsin --completion fish | source`, or a file fsin.fish.
std::string fish_completion(const Program& program);

inline constexpr std::array shells{Shell{"bash", bash_completion}, Shell{"zsh", zsh_completion},
                                   Shell{"fish", fish_completion}};

}  // namespace fsin::cli
