// SPDX-License-Identifier: Apache-2.0
// Where completions go: to the queue of the card, which MPI libraries have for all that there are, or to queues for
// each direction, and to counters.
#include <rdma/fi_domain.h>

#include <vector>

#include "fsin/live/provider/card.hpp"

namespace fsin::live::provider {

void Card::complete(const Completion& completion) {
  count(completion);
  ((completion.entry.flags & FI_SEND) != 0 ? *sends_to_ : *receives_to_).push_back(completion);
}

void Card::count(const Completion& completion) {
  for (Count* each : counts_[(completion.entry.flags & FI_SEND) != 0 ? 0 : 1]) {
    ++(completion.entry.err == 0 ? each->value : each->errors);
  }
}

void Card::bind(Completions* queue, std::uint64_t what) {
  if (!has_queues()) return;
  if ((what & FI_TRANSMIT) != 0) sends_to_ = queue;
  if ((what & FI_RECV) != 0) receives_to_ = queue;
}

void Card::bind(Count* counter, std::uint64_t what) {
  if ((what & FI_SEND) != 0) counts_[0].push_back(counter);
  if ((what & FI_RECV) != 0) counts_[1].push_back(counter);
}

void Card::unbind(const Completions* queue) {
  if (sends_to_ == queue) sends_to_ = &own_;
  if (receives_to_ == queue) receives_to_ = &own_;
}

void Card::unbind(const Count* counter) {
  for (std::vector<Count*>& each : counts_) std::erase(each, counter);
}

}  // namespace fsin::live::provider
