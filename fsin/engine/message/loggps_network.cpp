// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/loggps_network.hpp"

#include <algorithm>
#include <cmath>

namespace fsin::engine::message {
namespace {

Cycle rounded(double cycles) { return static_cast<Cycle>(std::llround(std::min(cycles, 0x1p60))); }

}  // namespace

void LoggpsNetwork::prepare(const Ground& ground) {
  tells_departures_ = ground.unit == Carries::messages;
  processor_free_.assign(ground.nodes(), 0);
  out_free_.assign(ground.nodes(), 0);
  in_free_.assign(ground.nodes(), 0);
}

LoggpsNetwork::Parts LoggpsNetwork::parts_of(std::uint64_t bytes) const {
  const double others = bytes < 2 ? 0 : static_cast<double>(bytes - 1);  // bytes after the first
  Parts parts;
  parts.eager = bytes <= times_.eager;
  parts.announces = parts.eager ? 0 : 2 * (times_.latency + 2 * times_.overhead);
  parts.processor = times_.overhead + rounded(others * times_.byte_overhead);
  parts.streams = rounded(others * std::max(times_.byte_gap, times_.byte_overhead));
  parts.interface = times_.gap + rounded(others * times_.byte_gap);
  return parts;
}

const LoggpsNetwork::Parts& LoggpsNetwork::remembered_parts(std::uint64_t bytes) {
  Remembered& place = remembered_[(bytes ^ bytes >> 6U ^ bytes >> 12U) % remembered_.size()];
  if (place.bytes != bytes) place = {bytes, parts_of(bytes)};
  return place.parts;
}

Cycle LoggpsNetwork::start(TransferNumber number, const Transfer& transfer, Cycle now) {
  const Parts& parts = remembered_parts(transfer.bytes);
  Cycle& processor = processor_free_[transfer.source];
  Cycle& out = out_free_[transfer.source];
  const Cycle begins = std::max({now + parts.announces, processor, out});
  processor = begins + parts.processor;
  out = begins + parts.interface;
  const Cycle first = begins + times_.overhead;  // the first byte leaves
  const Cycle free = parts.eager ? processor : std::max(processor, first + parts.streams);
  if (tells_departures_) departures_.push({std::max(begins, free - 1), transfer.source, number, order_++});
  arrivals_.push({first + times_.latency, transfer.destination, number, order_++});
  if (number >= bytes_.size()) bytes_.resize(number + std::size_t{1});
  bytes_[number] = transfer.bytes;
  return begins;
}

/// Handles events cycle by cycle: a message that has arrived completely may end before the next one has.
void LoggpsNetwork::run_ahead(Cycle cycle) {
  for (Cycle next = next_untold(); next < std::min(cycle, next_told()); next = next_untold()) advance_untold(next);
}

void LoggpsNetwork::advance(Cycle now, Happenings& told) {
  for (; !departures_.empty() && departures_.top().cycle <= now; departures_.pop()) {
    told.left.push_back({departures_.top().number, departures_.top().cycle});
  }
  advance_untold(now);
  tell_ends(now, told);
}

void LoggpsNetwork::advance_untold(Cycle now) {
  for (; first_of(arrivals_) <= now; arrivals_.pop()) arrive(arrivals_.top());
  for (; first_of(whole_) <= now; whole_.pop()) take(whole_.top());
}

/// Receives a message at the interface, one message after the other.
void LoggpsNetwork::arrive(const Planned& arrival) {
  const Parts& parts = remembered_parts(bytes_[arrival.number]);
  Cycle& in = in_free_[arrival.node];
  const Cycle begins = std::max(arrival.cycle, in);
  in = begins + parts.interface;
  whole_.push({begins + parts.streams, arrival.node, arrival.number, arrival.order});
}

/// Receives a message at the processor, one message after the other.
void LoggpsNetwork::take(const Planned& message) {
  Cycle& processor = processor_free_[message.node];
  const Cycle begins = std::max(message.cycle, processor);
  processor = begins + remembered_parts(bytes_[message.number]).processor;
  ends_.push({std::max(begins + 1, processor) - 1, message.node, message.number, message.order});
}

void LoggpsNetwork::tell_ends(Cycle now, Happenings& told) {
  for (; !ends_.empty() && ends_.top().cycle < now; ends_.pop()) {
    told.consumed.push_back({ends_.top().number, ends_.top().cycle});
  }
}

Cycle LoggpsNetwork::alone(const Transfer& transfer) const {
  const Parts parts = parts_of(transfer.bytes);
  return times_.overhead + parts.streams + times_.latency + parts.processor;
}

/// The last cycle of the receiving processor is the one in which the message ends.
Cycle LoggpsNetwork::whole_time(const Transfer& message) const {
  const Parts parts = parts_of(message.bytes);
  return parts.announces + times_.overhead + parts.streams + times_.latency + std::max<Cycle>(parts.processor, 1) - 1;
}

}  // namespace fsin::engine::message
