// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/ping_pong.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>

#include "fsin/workload/packetised_workload.hpp"

namespace fsin::run {
namespace {

using workload::Action;
using workload::Message;

/// The answers that both ends have seen.
struct Record {
  Cycle first = 0;  ///< rank 0 has the first answer
  Cycle last = 0;
  std::uint64_t answers = 0;
  std::uint64_t messages = 0;  ///< that have come
};

/// Rank 0 sends first; each answers what it receives, until rank 0 has had so many answers.
class Share final : public workload::MessageShare {
 public:
  Share(std::uint64_t bytes, std::uint64_t answers, Record& record)
      : bytes_(bytes), answers_(answers), record_(record) {}

  Action next(std::uint32_t task, Cycle now) override {
    if (received_[task] < sends_[task] + (task == 0 ? 0 : 1)) return waiting();
    if (sends_[task] == answers_) return {};
    ++sends_[task];
    return {Action::Kind::send, std::max<Cycle>(now, 1), {task, 1 - task, 0, 0, bytes_}, false};
  }
  Action sent(std::uint32_t task, Cycle now) override { return next(task, now); }
  std::uint32_t expect(const Message& message) override { return message.destination; }
  bool delivered(std::uint32_t flow, Cycle now) override {
    ++received_[flow];
    ++record_.messages;
    if (flow != 0) return true;
    if (++record_.answers == 1) record_.first = now;
    record_.last = now;
    return true;
  }
  std::int64_t outstanding() const override { return record_.answers < answers_ ? 1 : 0; }
  bool failed() const override { return false; }

 private:
  static Action waiting() { return {Action::Kind::wait, never, {}, false}; }

  std::uint64_t bytes_;
  std::uint64_t answers_;
  Record& record_;
  std::array<std::uint64_t, 2> sends_{}, received_{};
};

class Ranks final : public workload::MessageWorkload {
 public:
  Ranks(const NodePair& pair, std::uint64_t bytes, std::uint64_t answers, Record& record)
      : nodes_{pair.from, pair.to}, answers_(answers), record_(record), share_(bytes, answers, record) {}

  std::span<const std::uint32_t> node_of_task() const override { return nodes_; }
  workload::MessageShare& whole() override { return share_; }
  void tell(workload::Timeline* /*timeline*/) override {}
  bool finished() const override { return record_.answers == answers_; }
  bool failed() const override { return false; }
  std::string failure() const override { return {}; }
  double progress() const override { return static_cast<double>(record_.answers) / static_cast<double>(answers_); }
  workload::Report report() const override {
    workload::Report report;
    report.messages_sent = report.messages_delivered = record_.messages;
    report.ranks = 2;
    report.ranks_finished = finished() ? 2 : 0;
    return report;
  }
  std::vector<workload::RankAccount> rank_accounts(Cycle /*now*/) const override {
    return std::vector<workload::RankAccount>(2);
  }
  std::vector<std::string> explain_wait(std::size_t most, const workload::Carrier& carrier) const override {
    if (most == 0 || finished()) return {};
    const auto waits = static_cast<std::uint32_t>(record_.messages % 2 == 0 ? 1 : 0);
    return {fmt::format("rank {} waits for a message: {}", waits, carrier.arrived(waits, waits))};
  }

 private:
  std::array<std::uint32_t, 2> nodes_;
  std::uint64_t answers_;
  Record& record_;
  Share share_;
};

std::string failure_of(const stats::RunTotals& totals) {
  if (!totals.failure.empty()) return totals.failure;
  std::string text = totals.outcome == stats::Outcome::deadlock ? "the network stands still" : "it was interrupted";
  if (!totals.diagnosis.empty()) text += ": " + totals.diagnosis.front();
  return text;
}

template <class Better>
NodePair best_pair(const topology::Topology& topology, Better better) {
  NodePair best;
  unsigned links = topology.geometry->distance(NodeId(0), NodeId(1));
  for (std::uint32_t node = 2; node < topology.graph.nodes(); ++node) {
    const unsigned now = topology.geometry->distance(NodeId(0), NodeId(node));
    if (!better(now, links)) continue;
    best.to = node;
    links = now;
  }
  return best;
}

}  // namespace

NodePair nearest_pair(const topology::Topology& topology) {
  return best_pair(topology, [](unsigned now, unsigned before) { return now < before; });
}

NodePair farthest_pair(const topology::Topology& topology) {
  return best_pair(topology, [](unsigned now, unsigned before) { return now > before; });
}

PingPong ping_pong(const PingPongSetting& setting, const NodePair& pair, std::uint64_t bytes,
                   const std::function<bool()>& stop) {
  Record record;
  auto ranks = std::make_unique<Ranks>(pair, bytes, setting.trips + 1, record);
  engine::RunPlan plan;
  plan.seed = setting.seed;
  engine::Control control;
  control.progress = [&](Cycle, double, std::uint64_t) {
    if (stop()) control.stop.store(true, std::memory_order_relaxed);
  };
  stats::RunTotals totals;
  if (engine::carries_messages(setting.design)) {
    totals = engine::run(setting.engine, setting.design, setting.topology, *ranks, nullptr, plan, control);
  } else {
    const auto packets = workload::make_packetised(std::move(ranks), setting.facts, {false, nullptr, nullptr});
    totals = engine::run(setting.engine, setting.design, setting.topology, *packets, plan, control);
  }
  if (record.answers < setting.trips + 1) return {0, failure_of(totals)};
  return {static_cast<double>(record.last - record.first) / (2.0 * setting.trips), {}};
}

}  // namespace fsin::run
