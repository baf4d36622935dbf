// SPDX-License-Identifier: Apache-2.0
// The calls of a binary DUMPI file by number: the name of the function and its arguments, each with its size:
//   i 4 bytes, h 2, b 1; A, H, B arrays of these behind a count; M a table of rows; S statuses; c text; v list of texts
//   V the same, with its count twice before version 0.6.2; o an array, one number before version 0.6.9
//   ? behind the letter: only where commrank is root
// A call without a known layout has the letter 'u'.
// Source: the files of sst-dumpi (Sandia), by its common/dumpiio.c.
#pragma once

#include <string_view>

namespace trgen::formats::dumpi {

struct Signature {
  std::string_view name;
  std::string_view fields;  ///< "count:i datatype:h ..."; "u": not known
};

/// Numbers of entries that are not MPI calls.
inline constexpr unsigned function_enter = 291, function_exit = 292;

/// The signature of a call; null if the number is no call, or the layout of the call is not known.
const Signature* signature_of(unsigned function);
/// The name of a function; empty if the number is no MPI call.
std::string_view function_name(unsigned function);

}  // namespace trgen::formats::dumpi
