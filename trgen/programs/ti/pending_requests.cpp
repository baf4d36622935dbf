// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/pending_requests.hpp"

#include <algorithm>

namespace trgen::programs::ti {

std::uint32_t PendingRequests::allocate() {
  if (free_.empty()) return next_++;
  const std::uint32_t number = free_.back();
  free_.pop_back();
  return number;
}

Pending* PendingRequests::find(Sort sort, std::uint32_t peer, std::int32_t tag) {
  Pending* const found = std::find_if(
      begin(), end(), [&](const Pending& each) { return each.tag == tag && each.peer == peer && each.sort == sort; });
  return found == end() ? nullptr : found;
}

Pending* PendingRequests::find_receive(std::uint32_t peer, std::int32_t tag) {
  if (Pending* const exact = find(Sort::receive, peer, tag)) return exact;
  const auto fits = [](auto asked, auto wanted, auto any) { return asked == wanted || asked == any || wanted == any; };
  Pending* source = nullptr;
  for (Pending& each : *this) {
    const bool started = each.sort == Sort::started && fits(each.tag, tag, any_tag);
    if (started) return &each;
    if (each.sort != Sort::receive || !fits(each.peer, peer, any_rank)) continue;
    if (fits(each.tag, tag, any_tag)) return &each;
    if (source == nullptr && each.peer == peer) source = &each;
  }
  return source;
}

Pending* PendingRequests::find_collective(std::int32_t tag) {
  Pending* first = nullptr;
  for (Pending& each : *this) {
    if (each.sort != Sort::collective) continue;
    if (each.tag == tag) return &each;
    if (first == nullptr) first = &each;
  }
  return first;
}

void PendingRequests::remove(Pending* pending) {
  free_.push_back(pending->request);
  if (complete_ > 0) --complete_;
  if (pending == begin()) {
    ++begin_;
  } else {
    list_.erase(list_.begin() + (pending - list_.data()));
  }
  if (begin_ == list_.size()) {
    list_.clear();
    begin_ = 0;
  } else if (begin_ > 64 && begin_ > list_.size() / 2) {
    list_.erase(list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(begin_));
    begin_ = 0;
  }
}

void PendingRequests::clear() {
  // The lowest number is taken next, so that a wait for all finds the same numbers again.
  for (const Pending& each : *this) free_.push_back(each.request);
  std::sort(free_.begin(), free_.end(), std::greater<>());
  list_.clear();
  begin_ = 0;
  complete_ = 0;
}

bool PendingRequests::complete_any() {
  if (empty()) return false;
  ++complete_;
  if (complete_ < size()) return false;
  clear();
  return true;
}

}  // namespace trgen::programs::ti
