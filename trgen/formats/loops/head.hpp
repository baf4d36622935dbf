// SPDX-License-Identifier: Apache-2.0
// The head of a file: all that it says about its trace, except values without structure.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/record/census.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/structure/expansion.hpp"
#include "trgen/structure/structure.hpp"

namespace trgen::formats::loops {

struct Head {
  std::string lines;  ///< header lines of the text format
  std::uint64_t records = 0;
  std::uint64_t backwards = 0;                         ///< how often time goes backwards
  std::vector<structure::Backwards> backwards_places;  ///< the first few
  record::CallCensus census;
  structure::Structure structure;
};

std::string encode(const Head& head);

/// The version of a file with these loops: 2 where times are drawn, which version 1 does not know, else 1.
unsigned version_of(const structure::Structure& loops);

/// Reads a head of a version and checks it. Throws record::TraceError, with the name of the file.
Head decode(std::string_view bytes, unsigned version, const std::string& name);

/// By rank, and one more: the number of records of all ranks before it. `expansion` is that of the head's structure.
/// Throws record::TraceError where the head announces another number.
std::vector<std::uint64_t> records_before(const Head& head, const structure::Expansion& expansion,
                                          const std::string& name);

/// Writes notes, losses, states, ranks and warnings to `facts`. Throws record::TraceError.
void describe(const Head& head, record::TraceFacts& facts);

}  // namespace trgen::formats::loops
