// SPDX-License-Identifier: Apache-2.0
#include "fsin/timeline/recorder.hpp"

#include <algorithm>
#include <utility>

#include "fsin/core/hash.hpp"

namespace fsin::timeline {

std::uint64_t sampling_hash(const workload::MessageLife& message) {
  std::uint64_t x = message.sent * golden_ratio + message.source;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U + message.destination;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

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
  close_span(rank, selection_.to);
  open = {activity, first, last};
}

void Recorder::write(std::uint32_t rank, const Span& span, Cycle end) {
  const Cycle first = std::max(span.first, selection_.from);
  const Cycle last = std::min(span.last, end);
  if (first > last) return;
  write_entered(rank);
  with_writer([&](Writer& writer) { writer.span(rank, span.activity, first, last); });
}

void Recorder::message(const workload::MessageLife& message) {
  if (!shows(message.source) || !shows(message.destination)) return;
  if (message.delivered < selection_.from || message.sent > selection_.to) return;
  if (sampling_hash(message) % selection_.every != 0) return;
  with_writer([&](Writer& writer) { writer.message(message); });
}

void Recorder::enter(std::uint32_t rank, const workload::Call& call, Cycle first) {
  if (!shows(rank) || first > selection_.to) return;
  const std::size_t place = rank - selection_.first_rank;
  if (place >= calls_.size()) calls_.resize(place + 1);
  close_span(rank, selection_.to);
  std::string name(call.function);
  if (!call.algorithm.empty()) name.append(" (").append(call.algorithm).append(")");
  calls_[place].push_back({std::move(name), first});
}

void Recorder::leave(std::uint32_t rank, Cycle last) {
  const std::size_t place = rank - selection_.first_rank;
  if (!shows(rank) || place >= calls_.size() || calls_[place].empty()) return;  // a trace may begin within a call
  close_span(rank, selection_.to);
  if (last >= selection_.from && last >= calls_[place].back().first) write_entered(rank);
  if (calls_[place].back().written)
    with_writer([&](Writer& writer) { writer.leave(rank, std::min(last, selection_.to)); });
  calls_[place].pop_back();
}

/// Writes the calls that the rank is in. A call is written when something in it is, or when it ends within the window.
void Recorder::write_entered(std::uint32_t rank) {
  const std::size_t place = rank - selection_.first_rank;
  if (place >= calls_.size()) return;
  for (Entered& call : calls_[place]) {
    if (!call.written)
      with_writer([&](Writer& writer) { writer.enter(rank, call.name, std::max(call.first, selection_.from)); });
    call.written = true;
  }
}

void Recorder::close_span(std::uint32_t rank, Cycle end) {
  const std::size_t place = rank - selection_.first_rank;
  if (place >= open_.size()) return;
  write(rank, open_[place], end);
  open_[place] = {};
}

void Recorder::finish(Cycle cycles) {
  const Cycle end = std::min(cycles, selection_.to);
  for (std::size_t i = 0; i < std::max(open_.size(), calls_.size()); ++i) {
    const std::uint32_t rank = selection_.first_rank + static_cast<std::uint32_t>(i);
    close_span(rank, end);
    for (; i < calls_.size() && !calls_[i].empty(); calls_[i].pop_back()) {
      if (calls_[i].back().written) with_writer([&](Writer& writer) { writer.leave(rank, end); });
    }
  }
  if (failure_) std::rethrow_exception(failure_);
  writer_->finish();
}

}  // namespace fsin::timeline
