// SPDX-License-Identifier: Apache-2.0
// The error of a file that cannot be read or written, or whose contents are faulty. It is neither a mistake in the
// command or the configuration nor a bug. Programs end with exit code 3 (fsin/cli/exit_code.hpp).
#pragma once

#include <stdexcept>

namespace fsin {

/// Error whose what() is one line: the file, the fault, and the remedy.
class InputOutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fsin
