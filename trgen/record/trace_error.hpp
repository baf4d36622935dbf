// SPDX-License-Identifier: Apache-2.0
// The error of all code that reads or writes traces and their files.
#pragma once

#include <stdexcept>

namespace trgen::record {

/// A trace cannot be read or written. what() has one line for each problem, `file:line: what; what to do`.
class TraceError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace trgen::record
