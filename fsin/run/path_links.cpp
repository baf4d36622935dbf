// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/path_links.hpp"

#include <algorithm>
#include <memory>
#include <tuple>

#include "fsin/engine/message/run_message.hpp"
#include "fsin/run/bounds.hpp"
#include "fsin/topology/geometry.hpp"

namespace fsin::run {
namespace {

/// Cycles between two headers of a packet that meets no other: from the first link to the next one, over which a phit
/// takes `then` cycles.
Cycle hop_alone(const engine::Design& design, const engine::LinkTimes& link, unsigned then, std::uint32_t phits) {
  const bool whole = router::traits_of(engine::flow_control_of(design)).whole_packet;
  const bool tail_due = !whole && design.router.forward == router::Forward::tail_due;
  Cycle waits = design.router.delay.cycles();
  if (tail_due && link.phit_cycles > then) waits = std::max(waits, Cycle{phits - 1U} * (link.phit_cycles - then));
  return Cycle{whole ? phits : 1U} * link.phit_cycles + link.delay + waits;
}

std::uint64_t message_phits(const engine::Design& design, std::uint64_t bytes) {
  return bytes == 0 ? 1 : (bytes - 1) / design.phit_bytes + 1;
}

}  // namespace

void with_path_alone(const engine::Design& design, const topology::Topology& topology,
                     const std::vector<workload::RankAccount>& ranks,
                     const std::function<void(const profile::Alone&)>& use) {
  if (design.model) {
    return engine::message::with_time_alone(design, topology, [&](const engine::message::TimeAlone& alone) {
      use([&](const profile::History::Cause& cause) {
        const std::uint64_t phits = cause.phits != 0 ? cause.phits : message_phits(design, cause.bytes);
        const std::uint64_t bytes = cause.phits != 0 ? phits * design.phit_bytes : cause.bytes;
        return alone({ranks[cause.source].node.value, ranks[cause.destination].node.value, bytes, phits});
      });
    });
  }
  using Known = std::map<std::pair<std::uint32_t, std::uint32_t>, Cycle>;
  use([&design, known = std::make_shared<Known>()](const profile::History::Cause& cause) {
    const auto [found, fresh] = known->try_emplace({cause.hops, cause.phits});
    if (fresh) found->second = static_cast<Cycle>(zero_load_latency(design, cause.hops, cause.phits));
    return found->second;
  });
}

PathLinks::PathLinks(const engine::Design& design, const topology::Topology& topology,
                     const std::vector<workload::RankAccount>& ranks, profile::CriticalPath& path)
    : design_(design), topology_(topology), ranks_(ranks), path_(path) {
  for (const profile::PathStep& step : path.steps) {
    if (step.kind == profile::PathStep::Kind::message)
      packets_.try_emplace({ranks[step.rank].node.value, step.first - 1});
  }
}

void PathLinks::hop(const engine::HopLog& hop) {
  const auto found = packets_.find({hop.source.value, hop.entered});
  if (found == packets_.end()) return;
  const std::lock_guard lock(turn_);
  found->second.push_back({hop.cycle, hop.router, hop.port});
}

void PathLinks::finish() {
  const auto geometry = topology::geometry_of(design_.topology);
  std::map<std::pair<std::uint32_t, unsigned>, profile::PathLink> links;
  for (const profile::PathStep& step : path_.steps) {
    if (step.kind != profile::PathStep::Kind::message) continue;
    auto& crossed = packets_.at({ranks_[step.rank].node.value, step.first - 1});
    std::sort(crossed.begin(), crossed.end(), [](const Crossed& a, const Crossed& b) { return a.cycle < b.cycle; });
    const auto times_of = [&](const Crossed& link) {
      const bool alike = design_.link_classes.empty();
      return engine::link_times(design_, alike ? 0 : geometry->link_class(RouterId(link.router), link.port));
    };
    Cycle could = step.first - 1 + design_.router.delay.cycles();
    for (std::size_t i = 0; i < crossed.size(); ++i) {
      const auto& [cycle, router, port] = crossed[i];
      const Cycle waited = cycle > could ? cycle - could : 0;
      profile::PathLink& link = links[{router, port}];
      ++link.packets;
      (i == 0 ? path_.queue : link.delay) += waited;
      if (i + 1 == crossed.size()) break;
      could = cycle + hop_alone(design_, times_of(crossed[i]), times_of(crossed[i + 1]).phit_cycles, step.phits);
    }
  }
  for (auto& [place, link] : links) {
    std::tie(link.from, link.port) = place;
    link.to = topology_.graph.next(RouterId(link.from), link.port).router.value;
    path_.links.push_back(link);
  }
  std::stable_sort(path_.links.begin(), path_.links.end(),
                   [](const auto& a, const auto& b) { return a.delay > b.delay; });
  path_.links_known = true;
}

}  // namespace fsin::run
