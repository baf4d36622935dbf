// SPDX-License-Identifier: Apache-2.0
// The tail of a binary DUMPI file, after its calls, found through the index at the end of the file.
#pragma once

#include <cstdint>

#include "trgen/formats/dumpi/call.hpp"

namespace trgen::formats::dumpi {

struct Tail {
  std::uint64_t file_size = 0;
  std::uint64_t body = 0;
  std::uint64_t header = 0;  ///< offset of the header; the calls end two bytes before it
  unsigned version = 0;      ///< 0x000609 is 0.6.9
  FileFacts facts;
};

/// Reads the whole input again and keeps its last bytes. Throws record::TraceError.
Tail read_tail(const io::Input& in, io::Problems& problems);

}  // namespace trgen::formats::dumpi
