// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a trace file, plain or compressed. Nothing but TraceError may come out, and what was opened
// must be readable to its end.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>

#include "trgen/formats/input.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/record/source.hpp"

namespace {

constexpr std::uint32_t most_walked = 1 << 16;

std::uint64_t walk(const trgen::record::TraceSource& trace) {
  const auto cursor = trace.open();
  trgen::record::Record record;
  std::uint64_t count = 0;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    while (cursor->next(rank, record)) ++count;
  }
  return count;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    trgen::formats::Input input("fuzz", std::span(reinterpret_cast<const char*>(data), size));
    // Few ranks, so that the run explores the text and not the allocation of a million of them.
    trgen::formats::OpenOptions options;
    options.memory_limit = 1 << 20;
    options.most_ranks = 4096;
    const auto trace = trgen::formats::open_trace(input, options);
    if (trace->ranks() > most_walked) return 0;  // a header may announce any number of silent ranks
    if (walk(*trace) != trace->records()) std::abort();
  } catch (const trgen::record::TraceError&) {
    return 0;
  }
  return 0;
}
