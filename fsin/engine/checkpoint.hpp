// SPDX-License-Identifier: Apache-2.0
// Where a long run leaves its state now and then, and finds it when it is started again, as an engine sees it. Where
// that is, and how often, is elsewhere (fsin/study).
#pragma once

#include <functional>

#include "fsin/core/bytes.hpp"
#include "fsin/core/ids.hpp"

namespace fsin::engine {

class Checkpoint {
 public:
  virtual ~Checkpoint() = default;

  /// Asked now and then, by one thread: is it time?
  virtual bool due() = 0;

  /// Keeps what write(out) writes, the state after cycle `now`, instead of what was kept before. Does not throw: a run
  /// is worth more than its checkpoint. Of several processes all call it, after the same cycle.
  virtual void save(Cycle now, const std::function<void(ByteWriter&)>& write) = 0;

  /// Before the first cycle: calls read(in) with what was kept last, if anything was.
  virtual void load(const std::function<void(ByteReader&)>& read) = 0;
};

}  // namespace fsin::engine
