// SPDX-License-Identifier: Apache-2.0
// The exit code of a command that has simulated.
#pragma once

#include "fsin/cli/exit_code.hpp"
#include "fsin/core/say.hpp"
#include "fsin/result/experiment_result.hpp"

namespace fsin::commands {

/// By the outcomes of all runs. Says why a workload could not go on.
inline int outcome_code(const result::ExperimentResult& result) {
  if (!result.runs.failure().empty()) {
    say("fsin: {}\n", result.runs.failure());
    return cli::exit_input_output;
  }
  switch (result::overall_outcome(result)) {
    case stats::Outcome::finished:
      if (result.runs.exit_code() != 0) {
        say("fsin: the program has come to its end and returned exit code {}; the result is complete\n",
            result.runs.exit_code());
        return cli::exit_outcome;
      }
      return cli::exit_done;
    case stats::Outcome::interrupted:
      return cli::exit_interrupted;
    default:
      return cli::exit_outcome;
  }
}

}  // namespace fsin::commands
