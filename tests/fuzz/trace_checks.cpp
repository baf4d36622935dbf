// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/trace_checks.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "trgen/commands/causal_check.hpp"

namespace fuzz {

using trgen::record::Record;

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

void check_text(std::string_view text) {
  require(!text.empty());
  require(std::none_of(text.begin(), text.end(), [](char c) { return c >= 0 && c < ' ' && c != '\n'; }));
}

void compare(const Trace& in_memory, const Trace& in_file) {
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

void check(const Trace& trace) {
  const trgen::commands::CheckResult result = trgen::commands::CausalCheck(trace, 10).run();
  require(result.received <= trace.records() && result.problems.size() <= 10);
  for (const trgen::commands::Problem& each : result.problems) {
    check_text(each.text);
    check_text(each.record);
  }
  // Without a problem every message was received, or its destination is known to lack records.
  require(!result.problems.empty() || result.received + result.unreceived == result.played);
  require(result.played <= result.messages);
  require(result.unreceived == 0 || !trace.notes().incomplete.empty());
}

}  // namespace fuzz
