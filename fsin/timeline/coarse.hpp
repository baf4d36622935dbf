// SPDX-License-Identifier: Apache-2.0
// A timeline of a size that viewers open: while a run goes on, spans and calls are joined and messages are left out as
// far as their number asks for it. A file has about 4 MB of spans and calls, and 5 MB of messages, at most; with so
// many ranks that a span of each is more, it has those.
//
// Each time that there are too many, the length below which a span is joined to the one before it, and a call is not
// shown, is doubled; of messages, half are left out, chosen by their hash. By its own length, that is, without what was
// joined to it, so that what is left does not depend on when that happened. A short run shows all.
#pragma once

#include <functional>
#include <memory>

#include "fsin/timeline/recorder.hpp"

namespace fsin::timeline {

struct Coarseness {
  Cycle shortest = 1;       ///< as Selection::shortest; calls of fewer cycles are not shown either
  std::uint32_t every = 1;  ///< as Selection::every

  bool shows_all() const { return shortest == 1 && every == 1; }
};

/// Most of what is kept, for tests.
struct CoarseLimits {
  std::size_t steps = 40'000;  ///< spans, and begins and ends of calls
  std::size_t messages = 10'000;
};

/// Keeps what it is told, and writes it in the end, rank by rank. `told` is called before, with what was left out.
std::unique_ptr<Writer> make_coarse_writer(std::unique_ptr<Writer> writer, std::function<void(const Coarseness&)> told,
                                           const CoarseLimits& limits = {});

}  // namespace fsin::timeline
