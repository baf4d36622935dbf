// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/partners.hpp"

#include <algorithm>

namespace trgen::record {
namespace {

void toggle(std::unordered_set<std::uint64_t>& set, std::uint64_t number) {
  if (set.erase(number) == 0) set.insert(number);
}

std::uint64_t positive(std::int64_t value) { return static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0)); }

}  // namespace

std::uint64_t Partners::Border::first(bool of_sends) const { return positive(of_sends ? -ahead_before : ahead_before); }
std::uint64_t Partners::Border::last(bool of_sends) const { return positive(of_sends ? ahead_after : -ahead_after); }

std::uint64_t Partners::Border::kept() const {
  const std::uint64_t out = first(true) + last(true);
  return sends > out ? sends - out : 0;
}

std::uint64_t Partners::Exact::kept() const {
  const std::uint64_t begin = std::max(sends_before, receives_before);
  const std::uint64_t end = std::min(sends_before + sends, receives_before + receives);
  std::uint64_t count = end > begin ? end - begin : 0;
  for (const std::uint64_t number : odd) {
    if (sent_inside(number)) taken_inside(number) ? ++count : --count;
  }
  return count;
}

void Partners::note(std::uint32_t rank, const Record& record, bool inside) {
  const Channel channel = channel_of(rank, record);
  if (record.match != 0) exact_.try_emplace(channel);
  const auto at = borders_.try_emplace({channel, record.bytes}).first;
  const std::int64_t step = record.kind == Kind::send ? 1 : -1;
  if (!inside) at->second.ahead_before += step;
  at->second.ahead_after += step;
  if (at->second.ahead_before == 0 && at->second.ahead_after == 0) borders_.erase(at);
}

bool Partners::finish_notes() {
  std::erase_if(borders_, [this](const auto& each) { return exact_.contains(each.first.first); });
  return !borders_.empty() || !exact_.empty();
}

void Partners::count(std::uint32_t rank, const Record& record, bool inside) {
  const Channel channel = channel_of(rank, record);
  const bool sends = record.kind == Kind::send;
  if (const auto exact = exact_.find(channel); exact != exact_.end()) {
    Exact& all = exact->second;
    ++(sends ? (inside ? all.sends : all.sends_before) : (inside ? all.receives : all.receives_before));
    if (sends || !inside || record.match == 0) return;
    toggle(all.odd, all.receives_before + all.receives);
    toggle(all.odd, record.match);
    return;
  }
  if (!inside) return;
  const auto border = borders_.find({channel, record.bytes});
  if (border != borders_.end()) ++(sends ? border->second.sends : border->second.receives);
}

std::vector<LeftOut> Partners::left_out(std::uint32_t ranks) const {
  std::vector<LeftOut> out(ranks);
  const auto add = [&out](const Channel& channel, const auto& each) {
    const std::uint64_t kept = each.kept();
    out[channel.source].sends += each.sends - kept;
    out[channel.destination].receives += each.receives - kept;
  };
  for (const auto& [key, border] : borders_) add(key.first, border);
  for (const auto& [channel, exact] : exact_) add(channel, exact);
  return out;
}

bool PartnerWalk::has_partner(std::uint32_t rank, const Record& record) {
  const Channel channel = channel_of(rank, record);
  const bool sends = record.kind == Kind::send;
  if (const auto exact = partners_.exact_.find(channel); exact != partners_.exact_.end()) {
    const Partners::Exact& all = exact->second;
    Seen& seen = exact_[channel];
    if (sends) return all.taken_inside(all.sends_before + ++seen.sends);
    const std::uint64_t in_turn = all.receives_before + ++seen.receives;
    return all.sent_inside(record.match != 0 ? record.match : in_turn);
  }
  const auto border = partners_.borders_.find({channel, record.bytes});
  if (border == partners_.borders_.end()) return true;
  Seen& seen = at_borders_[border->first];
  return border->second.keeps(sends, sends ? seen.sends++ : seen.receives++);
}

}  // namespace trgen::record
