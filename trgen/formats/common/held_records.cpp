// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/held_records.hpp"

namespace trgen::formats {

void HeldRecords::begin(std::uint32_t rank) {
  finish();
  rank_ = rank;
}

void HeldRecords::leave() {
  sink_.add(rank_, held_.front().record);
  ++count_;
  held_.pop_front();
  ++first_;
}

void HeldRecords::add(const record::Record& record) {
  if (held_.empty()) {
    sink_.add(rank_, record);
    ++count_;
    return;
  }
  held_.push_back({record, false});
  if (held_.size() > most) settle(first_);
}

HeldRecords::Ticket HeldRecords::hold(const record::Record& record) {
  if (held_.size() == most) settle(first_);
  held_.push_back({record, true});
  return first_ + held_.size() - 1;
}

record::Record* HeldRecords::find(Ticket ticket) {
  const Ticket index = ticket - first_;  // the ticket of a record that has left wraps around
  return index < held_.size() ? &held_[index].record : nullptr;
}

void HeldRecords::settle(Ticket ticket) {
  const Ticket index = ticket - first_;
  if (index >= held_.size()) return;
  held_[index].waits = false;
  while (!held_.empty() && !held_.front().waits) leave();
}

void HeldRecords::finish() {
  while (!held_.empty()) leave();
}

}  // namespace trgen::formats
