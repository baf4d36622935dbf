// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/model_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/engine/credit_loop.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/ideal.hpp"
#include "fsin/run/link_estimate.hpp"

namespace fsin::run {
namespace {

constexpr double most_shared = 0.3;
constexpr double most_contended = 0.35;
constexpr double most_behind = 0.4;
constexpr double most_received = 0.3;
constexpr double most_off_alone = 0.3;
constexpr double most_uncovered = 0.2;

/// Part of their time that ranks do not compute; 1 without ranks.
double part_of_messages(const std::vector<workload::RankAccount>& accounts) {
  double whole = 0, computes = 0;
  for (const workload::RankAccount& each : workload::WholeRanks(accounts)) {
    whole += static_cast<double>(each.finished - std::min(each.started, each.finished));
    computes += static_cast<double>(each.compute);
  }
  return whole > 0 ? std::max(0.0, 1 - computes / whole) : 1;
}

double percent(double part) { return 100 * part; }

/// Queues that do not cover the round trip of data and credit: no model without routers knows them.
result::ModelCheck credit_check(engine::Design design, double weight) {
  design.model = nullptr;
  const engine::CreditLoop loop = engine::credit_loop(design);
  const double missing = 1 - std::min(loop.link, loop.stream) / loop.wire;
  return {
      "credit-loop", weight * missing, most_uncovered,
      fmt::format("the queues of routers let links carry {:.0f}% less than their bandwidth, and ranks spend {:.0f}% "
                  "of their time on messages",
                  percent(missing), percent(weight))};
}

result::ModelCheck shared_check(const LinkEstimate& found, double weight) {
  const double part = found.model > 0 ? found.shared / found.model : 0;
  return {"shared-links", weight * part, most_shared,
          fmt::format("{:.0f}% of the time of messages they share links with others, where queues of routers do other "
                      "than fair shares, and ranks spend {:.0f}% of their time on messages",
                      percent(part), percent(weight))};
}

result::ModelCheck contended_check(const LinkEstimate& found) {
  if (found.contended == 0) return {"contended-link", 0, most_contended, "no link carries messages of several nodes"};
  return {"contended-link", found.contended, most_contended,
          fmt::format("messages of several nodes would keep the link from router {} to router {} busy for {:.0f}% of "
                      "the run, and the model has no links",
                      found.from, found.to, percent(found.contended))};
}

/// A check for models that take one message at a time where routers consume packets side by side.
result::ModelCheck receiver_check(const LinkEstimate& found) {
  if (found.received == 0) return {"busy-receiver", 0, most_received, "no node receives more than any node sends"};
  return {"busy-receiver", found.received, most_received,
          fmt::format("node {} receives for {:.0f}% of the run more than any node sends, one message at a time in the "
                      "model and side by side in a router",
                      found.receiver, percent(found.received))};
}

result::ModelCheck behind_check(const LinkEstimate& found, double weight) {
  const double more = found.model > 0 ? std::max(0.0, found.queued / found.model - 1) : 0;
  return {"behind-others", weight * more, most_behind,
          fmt::format("behind one another on the links of the network, messages would take about {:.0f}% longer, and "
                      "ranks spend {:.0f}% of their time on messages",
                      percent(more), percent(weight))};
}

result::ModelCheck alone_check(const LinkEstimate& found, double weight) {
  const double off = found.alone > 0 ? found.model_alone / found.alone - 1 : 0;
  return {"time-alone", weight * std::abs(off), most_off_alone,
          fmt::format("messages without any other take {:.0f}% {} than in the network of routers, by the parameters of "
                      "the model, and ranks spend {:.0f}% of their time on messages",
                      percent(std::abs(off)), off < 0 ? "less" : "more", percent(weight))};
}

}  // namespace

std::vector<result::ModelCheck> judge_model(const experiment::Experiment& experiment, const engine::Design& design,
                                            const topology::Topology& topology, const profile::MessageLog& log,
                                            const stats::RunTotals& totals) {
  // A platform has links and routes of its own, and no network of routers to be compared with.
  const auto* flow = experiment.network.model.get_if<engine::message::FlowModel>();
  if (flow != nullptr && flow->nodes) return {};
  std::vector<std::uint32_t> node_of;
  for (const workload::RankAccount& each : totals.ranks) node_of.push_back(each.node.value);
  const auto found = estimate_links(experiment, design, topology, log, node_of, totals.cycles);
  if (!found) return {};
  const double weight = part_of_messages(totals.ranks);
  std::vector<result::ModelCheck> checks;
  if (engine::message::follows_routes(*design.model)) {
    checks.push_back(shared_check(*found, weight));
    checks.push_back(alone_check(*found, weight));
  } else {
    checks.push_back(contended_check(*found));
    checks.push_back(behind_check(*found, weight));
    checks.push_back(alone_check(*found, weight));
    const bool one_receiver = !experiment.network.model.is<engine::message::IdealModel>();
    if (one_receiver && !router::one_at_a_time(design.router.consumption)) checks.push_back(receiver_check(*found));
  }
  checks.push_back(credit_check(design, weight));
  return checks;
}

}  // namespace fsin::run
