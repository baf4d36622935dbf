// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/handshakes.hpp"

namespace trgen::replay {

void Handshakes::save(fsin::ByteWriter& out) const {
  out(static_cast<std::uint64_t>(receivers_.size()));
  for (const auto& [key, receiver] : receivers_) out(key, receiver);
  for (const Waiting* each : {&senders_, &travelling_}) {
    out(static_cast<std::uint64_t>(each->size()));
    for (const auto& [key, waiting] : *each) out(key, std::vector<Outgoing>(waiting.begin(), waiting.end()));
  }
}

void Handshakes::load(fsin::ByteReader& in) {
  receivers_.clear();
  std::uint64_t count = 0;
  FlowKey key;
  for (in(count); count > 0; --count) {
    in(key);
    in(receivers_[key]);
  }
  for (Waiting* each : {&senders_, &travelling_}) {
    each->clear();
    for (in(count); count > 0; --count) {
      std::vector<Outgoing> waiting;
      in(key, waiting);
      (*each)[key].assign(waiting.begin(), waiting.end());
    }
  }
}

}  // namespace trgen::replay
