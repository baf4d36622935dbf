// SPDX-License-Identifier: Apache-2.0
#include "fsin/timeline/recorder.hpp"

#include <algorithm>
#include <utility>

namespace fsin::timeline {
namespace {

/// Messages are sampled by this hash and not by counting, since those of one cycle are reported in any order.
std::uint64_t hash_of(const workload::MessageLife& message) {
  std::uint64_t x = message.sent * 0x9e3779b97f4a7c15U + message.source;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U + message.destination;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

}  // namespace

Recorder::Recorder(const Selection& selection, std::unique_ptr<Writer> writer)
    : selection_(selection), writer_(std::move(writer)) {}

void Recorder::span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) {
  if (!shows(rank)) return;
  const std::size_t place = rank - selection_.first_rank;
  if (place >= open_.size()) open_.resize(place + 1);
  Span& open = open_[place];
  const bool adjoins = open.last + 1 == first && open.last >= open.first;
  if (adjoins && (open.activity == activity || last - first + 1 < selection_.shortest)) {
    open.last = last;
    return;
  }
  write(rank, open, selection_.to);
  open = {activity, first, last};
}

void Recorder::write(std::uint32_t rank, const Span& span, Cycle end) {
  const Cycle first = std::max(span.first, selection_.from);
  const Cycle last = std::min(span.last, end);
  if (first <= last) writer_->span(rank, span.activity, first, last);
}

void Recorder::message(const workload::MessageLife& message) {
  if (!shows(message.source) || !shows(message.destination)) return;
  if (message.delivered < selection_.from || message.sent > selection_.to) return;
  if (hash_of(message) % selection_.every != 0) return;
  writer_->message(message);
}

void Recorder::finish(Cycle cycles) {
  const Cycle end = std::min(cycles, selection_.to);
  for (std::size_t i = 0; i < open_.size(); ++i) {
    write(selection_.first_rank + static_cast<std::uint32_t>(i), open_[i], end);
  }
  writer_->finish();
}

}  // namespace fsin::timeline
