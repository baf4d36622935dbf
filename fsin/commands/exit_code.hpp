// SPDX-License-Identifier: Apache-2.0
// What a command answers to the shell.
#pragma once

namespace fsin::commands {

enum ExitCode : int {
  exit_done = 0,
  exit_outcome = 1,        ///< the simulated outcome was not normal; results are written
  exit_usage = 2,          ///< usage or configuration
  exit_input_output = 3,   ///< a file could not be read or written, a trace is faulty, or memory ran out
  exit_bug = 70,           ///< the program itself is at fault
  exit_interrupted = 130,  ///< stopped by a signal; partial results are written and marked
};

}  // namespace fsin::commands
