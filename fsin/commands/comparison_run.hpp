// SPDX-License-Identifier: Apache-2.0
// The run of a command that compares simulations: progress, diagnostics, and the exit code where there is no result.
#pragma once

#include <cstdio>
#include <optional>

#include "fsin/cli/command.hpp"
#include "fsin/cli/exit_code.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/core/say.hpp"
#include "fsin/report/progress.hpp"
#include "trgen/record/trace_error.hpp"

namespace fsin::commands {

template <class Comparison>
struct ComparisonRun {
  std::optional<Comparison> result;
  int code = cli::exit_done;  ///< why there is none, which has been said
};

/// Calls `compare` with the request, which gets progress, unless `diagnostics` has errors already.
template <class Comparison, class Request>
ComparisonRun<Comparison> run_comparison(std::optional<Comparison> (*compare)(const Request&, Diagnostics&),
                                         Request& request, const cli::Arguments& arguments, Diagnostics& diagnostics) {
  ComparisonRun<Comparison> made;
  report::Progress progress(report::Progress::for_stderr(arguments.has("quiet"), 1));
  request.progress = &progress;
  try {
    if (diagnostics.ok()) made.result = compare(request, diagnostics);
  } catch (const trgen::record::TraceError& error) {
    say("fsin: {}\n", error.what());
    made.code = cli::exit_input_output;
    return made;
  }
  diagnostics.print(stderr);
  if (!diagnostics.ok()) {
    made.code = diagnostics.exit_code();
    made.result.reset();
  } else if (!made.result) {
    made.code = cli::exit_interrupted;
  }
  return made;
}

}  // namespace fsin::commands
