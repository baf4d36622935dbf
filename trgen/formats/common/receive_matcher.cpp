// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/receive_matcher.hpp"

#include "fsin/core/hash.hpp"

namespace trgen::formats {

std::size_t ReceiveMatcher::KeyHash::operator()(const Key& key) const {
  return fsin::hash_of(std::uint64_t{key.source} << 32U | key.communicator, static_cast<std::uint32_t>(key.tag));
}

void ReceiveMatcher::begin() {
  finish();
  requests_.clear();
  taken_.clear();
  posted_ = 0;
}

void ReceiveMatcher::post(std::uint64_t request) {
  drop(request);
  requests_[request] = ++posted_;
  open_.insert(posted_);
}

void ReceiveMatcher::drop(std::uint64_t request) {
  const auto found = requests_.find(request);
  if (found == requests_.end()) return;
  open_.erase(found->second);
  requests_.erase(found);
  resolve();
}

void ReceiveMatcher::receive(const record::Record& record, std::optional<std::uint64_t> request) {
  std::uint64_t post = 0;
  if (const auto found = request ? requests_.find(*request) : requests_.end(); found != requests_.end()) {
    post = found->second;
    requests_.erase(found);
    open_.erase(post);
  } else {
    post = ++posted_;
  }
  const Key key{record.peer, record.communicator, record.tag};
  Taken* taken = nullptr;
  if (const auto known = taken_.find(key); known != taken_.end()) {
    taken = &known->second;
  } else if (taken_.size() < most_keys) {
    taken = &taken_[key];
  }
  if (taken == nullptr) return records_.add(record);
  complete_[post] = {records_.hold(record), taken, ++taken->completed};
  if (complete_.size() == HeldRecords::most && !open_.empty()) open_.erase(open_.begin());
  resolve();
}

void ReceiveMatcher::resolve() {
  while (!complete_.empty() && (open_.empty() || complete_.begin()->first < *open_.begin())) {
    match(complete_.begin()->first, complete_.begin()->second);
    complete_.erase(complete_.begin());
  }
}

void ReceiveMatcher::match(std::uint64_t post, const Complete& complete) {
  Taken& taken = *complete.taken;
  const std::uint64_t number = ++taken.matched;
  record::Record* const record = records_.find(complete.ticket);
  if (post < taken.last_post || record == nullptr) {
    if (post < taken.last_post || number != complete.number) ++unknown_;
  } else if (number != complete.number) {
    record->match = number;
  }
  taken.last_post = post;
  records_.settle(complete.ticket);
}

void ReceiveMatcher::finish() {
  open_.clear();
  resolve();
}

}  // namespace trgen::formats
