// SPDX-License-Identifier: Apache-2.0
// A file that could not be read or written, or whose contents are faulty: no mistake in what was asked for, and no bug.
// Programs end with exit code 3 (fsin/cli/exit_code.hpp).
#pragma once

#include <stdexcept>

namespace fsin {

/// what() names the file, says what is wrong with it and what to do, in one line.
class InputOutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace fsin
