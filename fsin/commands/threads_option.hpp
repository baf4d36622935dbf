// SPDX-License-Identifier: Apache-2.0
// The options --threads and --force-threads of fsin run and fsin check.
#pragma once

#include "fsin/cli/options.hpp"
#include "fsin/engine/engine.hpp"

namespace fsin::commands {

inline unsigned threads_option(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  return static_cast<unsigned>(arguments.natural("threads", 1, engine::most_threads, diagnostics).value_or(1));
}
inline constexpr cli::Option force_threads_option{
    "force-threads", "", "use all --threads, even if the network is too small to keep them busy"};

}  // namespace fsin::commands
