// SPDX-License-Identifier: Apache-2.0
// The checkpoint of a run that stands still in the middle of a cycle while somebody outside decides what its nodes send
// (fsin/workload/waking.hpp): its state is taken whenever it stands still, not from time to time.
//
// An engine looks for this kind of checkpoint in RunPlan::checkpoint. Where it cannot save its state, it leaves
// save_by() alone, and load() too: whoever made the checkpoint sees that, and keeps what the run was told instead. A
// run that goes on from a state comes to Waking::woken() in the cycle in which it stood still, with nothing done twice.
#pragma once

#include <utility>

#include "fsin/engine/checkpoint.hpp"

namespace fsin::engine {

class StandingCheckpoint : public Checkpoint {
 public:
  using Write = std::function<void(ByteWriter&)>;

  /// Called before the first cycle: `write` writes the state of the run while it stands still within Waking::woken(),
  /// and lives as long as the run.
  void save_by(Write write) { write_ = std::move(write); }
  /// True when the engine of the run can save it.
  bool can_save() const { return write_ != nullptr; }
  void write(ByteWriter& out) const { write_(out); }

  bool due() final { return false; }
  void save(Cycle /*now*/, const std::function<void(ByteWriter&)>& /*write*/) final {}

 private:
  Write write_;
};

}  // namespace fsin::engine
