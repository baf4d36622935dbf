// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a trace file, plain or compressed. Nothing but TraceError may come out, with a text that
// prints; what was opened is readable to its end, alike from memory and from a file, and can be checked.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>

#include "trgen/app/causal_check.hpp"
#include "trgen/formats/open.hpp"

namespace {

using trgen::record::Record;
using Trace = std::shared_ptr<const trgen::record::TraceSource>;

constexpr std::uint32_t most_walked = 1 << 14;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_text(std::string_view text) {
  require(!text.empty());
  require(std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' ' && c != '\n'; }));
}

// Few ranks, so that the run explores the text and not the allocation of a million of them.
Trace open(std::span<const char> bytes, std::uint64_t memory_limit) {
  trgen::formats::Input input("fuzz", bytes);
  trgen::formats::OpenOptions options;
  options.memory_limit = memory_limit;
  options.most_ranks = 4096;
  return trgen::formats::open_trace(input, options);
}

void compare(const trgen::record::TraceSource& in_memory, const trgen::record::TraceSource& in_file) {
  const auto left = in_memory.open();
  const auto right = in_file.open();
  Record a;
  Record b;
  std::uint64_t count = 0;
  for (std::uint32_t rank = 0; rank < in_memory.ranks(); ++rank) {
    for (bool more = true; more;) {
      more = left->next(rank, a);
      require(more == right->next(rank, b));
      require(!more || a == b);
      if (more) ++count;
    }
  }
  // A file that is read where it lies may turn out to be damaged on the way.
  require(left->failure() == right->failure());
  if (left->failure().empty()) {
    require(count == in_memory.records());
  } else {
    check_text(left->failure());
  }
}

void check(const trgen::record::TraceSource& trace) {
  const trgen::app::CheckResult result = trgen::app::CausalCheck(trace, 10).run();
  require(result.received <= trace.records() && result.problems.size() <= 10);
  for (const trgen::app::Problem& each : result.problems) {
    check_text(each.text);
    check_text(each.record);
  }
  // Without a problem every message was received, or its destination is known to lack records.
  require(!result.problems.empty() || result.received + result.unreceived == result.messages);
  require(result.unreceived == 0 || !trace.notes().incomplete.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(data), size);
  try {
    const Trace trace = open(bytes, 1 << 20);
    if (trace->ranks() > most_walked) return 0;  // a header may announce any number of silent ranks
    compare(*trace, *open(bytes, 0));
    check(*trace);
  } catch (const trgen::record::TraceError& error) {
    check_text(error.what());
  }
  return 0;
}
