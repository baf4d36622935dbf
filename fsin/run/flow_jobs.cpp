// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/flow_jobs.hpp"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

#include "fsin/analysis/channel_loads.hpp"
#include "fsin/engine/engine.hpp"
#include "fsin/engine/message/flow.hpp"
#include "fsin/engine/message/routes.hpp"
#include "fsin/run/link_history.hpp"
#include "fsin/sources/pattern_demand.hpp"
#include "fsin/workload/packetiser.hpp"

namespace fsin::run {
namespace {

using engine::message::LinkPart;
using engine::message::Routes;
using trgen::jobs::JobModel;

/// Told the messages of all ranks; notes those of jobs by flow.
class NotedMessages final : public workload::Timeline {
 public:
  NotedMessages(LinkHistory& history, Routes& routes, const workload::NetworkFacts& facts, std::vector<NodeId> nodes,
                std::vector<std::uint8_t> noted)
      : history_(history), routes_(routes), packets_(facts), nodes_(std::move(nodes)), noted_(std::move(noted)) {}

  void span(std::uint32_t /*rank*/, workload::Activity /*activity*/, Cycle /*first*/, Cycle /*last*/) override {}
  void message(const workload::MessageLife& message) override {
    const std::uint32_t source = nodes_[message.source].value;
    const std::uint32_t destination = nodes_[message.destination].value;
    if (noted_[message.source] == 0 || source == destination) return;
    const auto phits = static_cast<double>((packets_.packets(message.bytes) - 1) * packets_.full_phits() +
                                           packets_.last_phits(message.bytes));
    for (const LinkPart& part : route(source, destination))
      history_.add(part.link, phits * part.part, message.sent, message.delivered);
  }

 private:
  static constexpr std::size_t most_kept = std::size_t{1} << 16U;  ///< routes

  const std::vector<LinkPart>& route(std::uint32_t source, std::uint32_t destination) {
    const std::uint64_t pair = std::uint64_t{source} << 32U | destination;
    if (const auto found = kept_.find(pair); found != kept_.end()) return found->second;
    if (kept_.size() == most_kept) kept_.clear();
    return kept_.emplace(pair, routes_.find(source, destination)).first->second;
  }

  LinkHistory& history_;
  Routes& routes_;
  workload::Packetiser packets_;
  std::vector<NodeId> nodes_;        ///< by rank
  std::vector<std::uint8_t> noted_;  ///< by rank
  std::unordered_map<std::uint64_t, std::vector<LinkPart>> kept_;
};

/// The same experiment, as flows.
engine::Design as_flows(experiment::Experiment experiment) {
  experiment.network.model = engine::message::FlowModel{};
  return experiment::design_of(experiment);
}

/// For each rank of all jobs: 1 where its job is by flow.
std::vector<std::uint8_t> ranks_by_flow(const sources::JobSource& source) {
  std::vector<std::uint8_t> by_flow;
  for (const auto& job : source.jobs()) by_flow.insert(by_flow.end(), job.ranks, job.model == JobModel::flow ? 1 : 0);
  return by_flow;
}

void run_jobs(const RunSetting& setting, const sources::Source& source, const engine::RunPlan& plan,
              engine::Control& control, LinkHistory& history, FlowPart& part) {
  const engine::Design flows = as_flows(setting.prepared.experiment());
  const sources::JobSource& jobs = *source.job_source();
  const auto messages = source.rank_source()->make_messages(plan.seed);
  setting.prepared.design.with_routes(setting.prepared.design, setting.topology, [&](Routes& routes) {
    NotedMessages noted(history, routes, setting.prepared.facts, jobs.nodes_of_ranks(plan.seed), ranks_by_flow(jobs));
    part.totals = engine::run(setting.options.engine, flows, setting.topology, *messages, &noted, plan, control);
  });
  std::size_t number = 0;
  auto figures = sources::figures_of_jobs(source, part.totals);
  for (const auto& job : jobs.jobs()) {
    if (job.model == JobModel::flow && number < figures.size()) part.jobs.push_back(std::move(figures[number]));
    ++number;
  }
}

/// Empty, or why the background cannot be.
std::string add_background(const RunSetting& setting, const trgen::jobs::Background& background,
                           const std::vector<std::uint8_t>& has_rank, std::uint64_t seed, LinkHistory& history) {
  const auto& entry = background.entry();
  std::vector<std::uint8_t> sends(has_rank.size(), 1);
  for (std::size_t node = 0; entry.nodes == trgen::jobs::BackgroundNodes::idle && node < sends.size(); ++node)
    sends[node] = has_rank[node] == 0 ? 1 : 0;
  std::string why;
  const auto demand = sources::demand_of(entry, setting.prepared.facts, seed, why, sends);
  if (!demand) return why;
  std::vector<double> loads(std::size_t{setting.topology.graph.routers()} * setting.topology.graph.ports());
  setting.prepared.design.with_routes(setting.prepared.design, setting.topology, [&](Routes& routes) {
    for (const analysis::Flow& flow : demand->flows) {
      if (flow.source == flow.destination) continue;
      for (const LinkPart& part : routes.find(flow.source, flow.destination))
        loads[part.link] += flow.part * part.part * entry.load;
    }
  });
  const topology::PortGraph& graph = setting.topology.graph;
  const topology::Geometry& geometry = *setting.topology.geometry;
  for (std::uint32_t link = 0; link < loads.size(); ++link) {
    const double load = loads[link];
    if (load <= 0) continue;
    const RouterId router(link / graph.ports());
    const unsigned port = link % graph.ports();
    const unsigned phit_cycles =
        engine::link_times(setting.prepared.design, geometry.link_class(router, port)).phit_cycles;
    if (load * phit_cycles > 1) {
      return fmt::format("{} of {} would have to carry {:.3f} of what it can; ask for a lower load",
                         geometry.port_name(port), geometry.router_name(router), load * phit_cycles);
    }
    history.add_always(link, load);
  }
  return {};
}

}  // namespace

FlowPart run_flow_part(const RunSetting& setting, const sources::Source& source, const engine::RunPlan& plan,
                       engine::Control& control) {
  const HostMeter meter;
  FlowPart part;
  const topology::PortGraph& graph = setting.topology.graph;
  LinkHistory history(std::size_t{graph.routers()} * graph.ports());
  const sources::JobSource& jobs = *source.job_source();
  if (jobs.has(JobModel::flow)) run_jobs(setting, source, plan, control, history, part);
  const bool ended = part.totals.failure.empty() && (part.totals.outcome == stats::Outcome::finished ||
                                                     part.totals.outcome == stats::Outcome::cycle_limit);
  if (const auto* background = jobs.background_by_flow(); ended && background != nullptr) {
    std::vector<std::uint8_t> has_rank(graph.nodes());
    for (const NodeId node : jobs.nodes_of_ranks(plan.seed)) has_rank[node.value] = 1;
    const std::string why = add_background(setting, *background, has_rank, plan.seed, history);
    if (!why.empty()) part.totals.failure = "background by flow: " + why;
  }
  if (!part.totals.failure.empty()) part.totals.outcome = stats::Outcome::interrupted;
  if (ended && part.totals.failure.empty()) {
    const auto phit_cycles = [&](std::uint32_t link) {
      const unsigned link_class =
          setting.topology.geometry->link_class(RouterId(link / graph.ports()), link % graph.ports());
      return engine::link_times(setting.prepared.design, link_class).phit_cycles;
    };
    part.rates = std::make_shared<const engine::LinkRates>(
        history.rates(phit_cycles, setting.prepared.design.packet_phits, plan.seed));
  }
  part.host = meter.used();
  return part;
}

std::vector<stats::JobFigures> in_order(const sources::JobSource& source, std::vector<stats::JobFigures> by_flow,
                                        std::vector<stats::JobFigures> in_cycles) {
  std::vector<stats::JobFigures> all;
  std::size_t flow = 0;
  std::size_t cycles = 0;
  for (const auto& job : source.jobs()) {
    const bool is_flow = job.model == JobModel::flow;
    auto& from = is_flow ? by_flow : in_cycles;
    std::size_t& next = is_flow ? flow : cycles;
    if (next == from.size()) break;
    all.push_back(std::move(from[next++]));
    all.back().by_flow = is_flow;
  }
  return all;
}

}  // namespace fsin::run
