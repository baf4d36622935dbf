// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/requests.hpp"

#include <algorithm>
#include <limits>

namespace trgen::formats::ti {

using record::Record;

void Requests::post(const Record& receive, std::optional<std::uint32_t> number) {
  if (number) named_[*number] = next_;
  numbers_[{receive.peer, receive.tag}].push_back(next_);
  posted_.emplace(next_++, Posted{receive, sends_behind_, number});
  sends_behind_ = 0;
}

Record Requests::take(std::map<std::uint64_t, Posted>::iterator at) {
  const Record receive = at->second.receive;
  const auto flow = numbers_.find({receive.peer, receive.tag});
  auto& numbers = flow->second;
  numbers.erase(std::lower_bound(numbers.begin(), numbers.end(), at->first));
  if (numbers.empty()) numbers_.erase(flow);
  if (const auto number = at->second.number) {
    const auto named = named_.find(*number);
    if (named != named_.end() && named->second == at->first) named_.erase(named);
  }
  posted_.erase(at);
  return receive;
}

std::optional<Record> Requests::take(std::uint32_t source, std::int32_t tag) {
  auto flow = numbers_.find({source, tag});
  if (flow == numbers_.end()) {
    flow = numbers_.lower_bound({source, std::numeric_limits<std::int32_t>::min()});
    if (flow == numbers_.end() || flow->first.first != source) return std::nullopt;
  }
  return take(posted_.find(flow->second.front()));
}

std::vector<Record> Requests::take_numbered(std::uint32_t first, std::uint32_t count, std::size_t most) {
  std::vector<std::uint64_t> found;
  const std::uint64_t end = std::uint64_t{first} + count;
  for (auto at = named_.lower_bound(first); at != named_.end() && at->first < end; ++at) found.push_back(at->second);
  std::sort(found.begin(), found.end());
  found.resize(std::min(found.size(), most));
  std::vector<Record> taken;
  for (const std::uint64_t each : found) taken.push_back(take(posted_.find(each)));
  return taken;
}

std::optional<Record> Requests::take_last() {
  if (sends_behind_ > 0) {
    --sends_behind_;
    return std::nullopt;
  }
  if (posted_.empty()) return std::nullopt;
  const auto last = std::prev(posted_.end());
  sends_behind_ = last->second.sends_before;
  return take(last);
}

std::vector<Record> Requests::take_all() {
  std::vector<Record> all;
  all.reserve(posted_.size());
  for (const auto& each : posted_) all.push_back(each.second.receive);
  posted_.clear();
  numbers_.clear();
  named_.clear();
  sends_behind_ = 0;
  return all;
}

}  // namespace trgen::formats::ti
