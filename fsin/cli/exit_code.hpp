// SPDX-License-Identifier: Apache-2.0
// Exit codes of both programs.
#pragma once

namespace fsin::cli {

enum ExitCode : int {
  exit_done = 0,
  exit_outcome = 1,  ///< the simulated outcome, or the end of a captured program, was not normal; results are written
  exit_usage = 2,    ///< usage or configuration
  exit_input_output = 3,   ///< a file could not be read or written, a trace is faulty, or memory ran out
  exit_bug = 70,           ///< the program itself is at fault
  exit_interrupted = 130,  ///< stopped by a signal; partial results are written and marked
};

}  // namespace fsin::cli
