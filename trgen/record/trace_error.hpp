// SPDX-License-Identifier: Apache-2.0
// The error of everything that reads or writes traces and the files they come from.
#pragma once

#include <stdexcept>

namespace trgen::record {

/// A trace that cannot be read or written. what() is one line for each problem, `file:line: what; what to do`.
class TraceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace trgen::record
