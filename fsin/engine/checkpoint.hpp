// SPDX-License-Identifier: Apache-2.0
// The checkpoint of a long run as an engine sees it: where the state is kept from time to time, and read from when the
// run is started again. The place and the interval are decided elsewhere (fsin/run).
#pragma once

#include <functional>

#include "fsin/core/bytes.hpp"
#include "fsin/core/ids.hpp"

namespace fsin::engine {

class Checkpoint {
 public:
  virtual ~Checkpoint() = default;

  /// True when a checkpoint is due. Called from time to time, by one thread.
  virtual bool due() = 0;

  /// Keeps the bytes that write(out) writes, the state after cycle `now`, in place of the previous checkpoint. Does not
  /// throw: a run is worth more than its checkpoint. In a run of several processes all call it, after the same cycle.
  virtual void save(Cycle now, const std::function<void(ByteWriter&)>& write) = 0;

  /// Calls read(in) with the last checkpoint, if there is one. Called before the first cycle.
  virtual void load(const std::function<void(ByteReader&)>& read) = 0;
};

}  // namespace fsin::engine
