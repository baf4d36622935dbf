// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/flow_sources.hpp"

#include <algorithm>

namespace fsin::engine::message {

void FlowSources::prepare(std::size_t nodes, unsigned injectors) {
  injectors_ = injectors;
  sources_.assign(nodes, {});
  entering_.assign(nodes * injectors_, none);
}

/// The injector of a node that holds this message, or none; else the last injector of the node.
TransferNumber& FlowSources::slot_with(std::uint32_t source, TransferNumber number) {
  const auto first = entering_.begin() + static_cast<std::ptrdiff_t>(source * injectors_);
  return *std::find(first, first + static_cast<std::ptrdiff_t>(injectors_ - 1), number);
}

bool FlowSources::come(std::uint32_t source, const Message& message) {
  if (message.number >= messages_.size()) messages_.resize(message.number + std::size_t{1});
  messages_[message.number] = {.phits = message.phits, .room = message.room};
  Source& self = sources_[source];
  if (self.first == none) {
    if (TransferNumber& slot = slot_with(source, none); slot == none) {
      slot = message.number;
      return true;
    }
    self.first = message.number;
  } else {
    messages_[self.last].next = message.number;
  }
  self.last = message.number;
  return false;
}

void FlowSources::begin(TransferNumber number, std::uint32_t source, Cycle now) {
  messages_[number].began = now;
  touch(source);
}

void FlowSources::change(TransferNumber number, std::uint32_t source, double by, Cycle now) {
  if (messages_[number].inside) count(sources_[source], 0, by, now);
  touch(source);
}

std::optional<TransferNumber> FlowSources::enter(TransferNumber number, std::uint32_t source, const Draining& at,
                                                 Cycle now) {
  Source& self = sources_[source];
  count(self, at.left, at.rate, now);
  ++self.inside;
  messages_[number].inside = true;
  touch(source);
  const TransferNumber next = self.first;
  slot_with(source, number) = next;
  if (next == none) return {};
  self.first = messages_[next].next;
  return next;
}

void FlowSources::remove(std::uint32_t source, const Draining& at, Cycle now) {
  Source& self = sources_[source];
  count(self, -at.left, -at.rate, now);
  if (--self.inside == 0) self.left = self.rate = 0;  // removes rounding errors
  touch(source);
}

void FlowSources::touch(std::uint32_t source) {
  if (sources_[source].touched) return;
  sources_[source].touched = true;
  touched_.push_back(source);
}

/// Counts a change of the phits inside from cycle `now` on.
void FlowSources::count(Source& source, double left, double rate, Cycle now) {
  source.left = source.left_at(now) + left;
  source.rate += rate;
  source.since = now;
}

void FlowSources::plan(TransferNumber number, const Source& source, const Draining& at, Cycle now) {
  const Entering& self = messages_[number];
  if (self.began == never) return;
  const Cycle passed = self.began + whole_cycles(self.phits) - 1;
  const double over = at.left + source.left_at(now) - self.room;
  Cycle fits = now;  // also beyond the room by what rounding may have added: perhaps nothing drains
  if (over > 1e-6) fits += whole_cycles(over / std::max(at.rate + source.rate, 1e-18)) - 1;
  due_.plan(number, std::min(std::max({passed, fits, now}), at.last));
}

}  // namespace fsin::engine::message
