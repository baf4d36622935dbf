// SPDX-License-Identifier: Apache-2.0
// What a call of a binary DUMPI file is, by its number.
#pragma once

#include <string_view>

namespace trgen::formats {

struct DumpiSignature {
  std::string_view name;
  std::string_view fields;  ///< "count:i datatype:h ...", see dumpi_signatures.cpp; "u": not known
};

/// Numbers of what is no MPI call.
inline constexpr unsigned dumpi_function_enter = 291, dumpi_function_exit = 292;

/// Null for a number that is no call, or one whose layout is not known.
const DumpiSignature* dumpi_signature(unsigned function);
/// Empty for a number that is no MPI call.
std::string_view dumpi_function(unsigned function);

/// The same for the calls of MPI 2, counted from the first of them.
const DumpiSignature* dumpi_signature_2(unsigned function);
std::string_view dumpi_function_2(unsigned function);

}  // namespace trgen::formats
