// SPDX-License-Identifier: Apache-2.0
// What stands behind the calls of a binary DUMPI file, found through the index at its end.
#pragma once

#include <cstdint>

#include "trgen/formats/dumpi_call.hpp"

namespace trgen::formats {

struct DumpiTail {
  std::uint64_t file_size = 0;
  std::uint64_t body = 0;
  std::uint64_t header = 0;  ///< the calls end two bytes before
  unsigned version = 0;      ///< 0x000609 is 0.6.9
  DumpiFacts facts;
};

/// Reads the whole input once more and keeps the end of it. Throws record::TraceError.
DumpiTail read_dumpi_tail(const Input& in, Problems& problems);

}  // namespace trgen::formats
