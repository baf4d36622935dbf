// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/outside_messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace fsin::workload {

OutsideMessages::OutsideMessages(std::uint32_t nodes, std::function<void()> pause)
    : pause_(std::move(pause)), nodes_(nodes), queues_(nodes) {
  std::iota(nodes_.begin(), nodes_.end(), std::uint32_t{0});
}

void OutsideMessages::send(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, Cycle at,
                           std::uint64_t token) {
  std::uint32_t place = free_;
  if (place == nobody) {
    place = static_cast<std::uint32_t>(handed_.size());
    handed_.emplace_back();
  } else {
    free_ = handed_[place].next;
  }
  at = std::max<Cycle>(at, 1);  // the first cycle of a run
  handed_[place] = {source, destination, bytes, at, token, sent_, nobody};
  later_.push({at, sent_, place});
  ++sent_;
}

std::optional<OutsideArrival> OutsideMessages::take() {
  if (arrived_.empty()) return std::nullopt;
  const OutsideArrival first = arrived_.front();
  arrived_.pop_front();
  return first;
}

void OutsideMessages::save(ByteWriter& out) const {
  archive(*this, out);
  out(std::vector<OutsideArrival>(arrived_.begin(), arrived_.end()));
}

void OutsideMessages::load(ByteReader& in) {
  archive(*this, in);
  std::vector<OutsideArrival> arrived;
  in(arrived);
  arrived_.assign(arrived.begin(), arrived.end());
  stood_still_ = true;
}

Cycle OutsideMessages::due() const {
  if (stood_still_) return now_;
  return later_.empty() ? horizon_ : std::min(horizon_, later_.top().at);
}

std::span<const std::uint32_t> OutsideMessages::woken(Cycle now) {
  now_ = now;
  const bool any = !come_.empty();
  if (any) {
    std::sort(come_.begin(), come_.end(), [](const Come& a, const Come& b) { return a.number < b.number; });
    for (const Come& each : come_) arrived_.push_back(each.arrival);
    come_.clear();
  }
  if (std::exchange(stood_still_, false) || any || now >= horizon_) pause_();
  woken_.clear();
  for (; !later_.empty() && later_.top().at <= now; later_.pop()) {
    const std::uint32_t place = later_.top().place;
    Node& node = queues_[handed_[place].source];
    if (node.first == nobody) {
      node.first = place;
      woken_.push_back(handed_[place].source);
    } else {
      handed_[node.last].next = place;
    }
    node.last = place;
  }
  return woken_;
}

Action OutsideMessages::next(std::uint32_t task, Cycle now) {
  const Node& node = queues_[task];
  if (node.first == nobody) return {Action::Kind::wait, never, {}, false};
  const Handed& message = handed_[node.first];
  return {
      Action::Kind::send, std::max(message.at, now), {message.source, message.destination, 0, 0, message.bytes}, false};
}

Action OutsideMessages::sent(std::uint32_t task, Cycle now) {
  Node& node = queues_[task];
  Handed& message = handed_[node.first];
  ++node.messages;
  node.bytes += message.bytes;
  node.first = std::exchange(message.next, nobody);
  if (node.first == nobody) node.last = nobody;
  return next(task, now + 1);
}

bool OutsideMessages::delivered(std::uint32_t flow, Cycle now) {
  Handed& message = handed_[flow];
  come_.push_back({message.number, {message.token, now}});
  message.next = std::exchange(free_, flow);
  ++delivered_;
  return false;  // nobody within waits for it
}

Report OutsideMessages::report() const {
  Report report;
  report.messages_sent = sent_;
  report.messages_delivered = delivered_;
  report.ranks = nodes_.size();
  return report;
}

std::vector<RankAccount> OutsideMessages::rank_accounts(Cycle now) const {
  std::vector<RankAccount> accounts(nodes_.size());
  for (std::uint32_t node = 0; node < accounts.size(); ++node) {
    accounts[node].node = NodeId(node);
    accounts[node].finished = now;
    accounts[node].messages = queues_[node].messages;
    accounts[node].bytes = queues_[node].bytes;
  }
  return accounts;
}

std::vector<std::string> OutsideMessages::explain_wait(std::size_t most, const Carrier& carrier) const {
  std::vector<std::string> lines;
  for (std::uint32_t node = 0; node < queues_.size() && lines.size() < most; ++node) {
    if (queues_[node].first == nobody) continue;
    const Handed& message = handed_[queues_[node].first];
    lines.push_back(fmt::format("node {} sends {} bytes to node {}: {}", node, message.bytes, message.destination,
                                carrier.left(node)));
  }
  return lines;
}

}  // namespace fsin::workload
