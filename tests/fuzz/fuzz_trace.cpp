// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a trace file, plain or compressed, of whatever format they look like. Nothing but
// TraceError may come out, with a text that prints; what was opened is readable to its end, alike from memory and from
// a file, and can be checked.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tests/fuzz/trace_checks.hpp"

namespace {

std::shared_ptr<const fuzz::Trace> open(std::span<const char> bytes, std::uint64_t memory_limit) {
  trgen::io::Input input("fuzz", bytes);
  return trgen::formats::open_trace(input, fuzz::options(memory_limit));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(data), size);
  try {
    const auto trace = open(bytes, 1 << 20);
    if (trace->ranks() > fuzz::most_walked) return 0;
    fuzz::compare(*trace, *open(bytes, 0));
    fuzz::check(*trace);
  } catch (const trgen::record::TraceError& error) {
    fuzz::check_text(error.what());
  }
  return 0;
}
