// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/wait_records.hpp"

namespace fsin::engine::event {

void RecordPool::shift_time(network::Tick by) {
  for (std::uint32_t record = 0; record < used_; ++record) {
    const network::WaitRecord waits(at(record), layout_, 0);
    for (unsigned q = 0; q < layout_.queues; ++q) {
      network::pull_back(waits.since()[q], by);
      if (layout_.remembers) network::pull_back(waits.asked()[q], by);
    }
  }
}

void RecordPool::save(ByteWriter& out) const {
  out(used_, free_);
  out.raw(base_, used_ * std::size_t{layout_.stride});
}

void RecordPool::load(ByteReader& in) {
  in(used_, free_);
  in.raw(base_, used_ * std::size_t{layout_.stride});
}

}  // namespace fsin::engine::event
