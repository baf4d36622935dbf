// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/expected_traffic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "fsin/analysis/pair_routes.hpp"
#include "fsin/core/hash.hpp"
#include "fsin/engine/design_checks.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/forecast/congestion.hpp"
#include "fsin/run/bounds.hpp"

namespace fsin::forecast {
namespace {

constexpr double without_end = std::numeric_limits<double>::infinity();

/// Cycles of the run, if it is known to end; a search or a pilot may go on for longer.
double cycles_of(const experiment::MeasureParams& measure) {
  double cycles = without_end;
  if (measure.warmup && measure.cycles && measure.warmup != experiment::auto_warmup) {
    cycles = static_cast<double>(measure.warmup->value) + static_cast<double>(measure.cycles->value);
  }
  if (measure.max_cycles) cycles = std::min(cycles, static_cast<double>(measure.max_cycles->value));
  return measure.find == experiment::Find::saturation ? without_end : cycles;
}

/// Mean number in a queue M/M/1/K at utilisation r. L. Kleinrock, Queueing Systems I, 1975, section 3.6.
double mean_in_queue(double r, double k) {
  if (std::abs(r - 1) < 1e-3) return k / 2;
  if (r > 1) return k - mean_in_queue(1 / r, k);
  const double power = std::pow(r, k + 1);
  return r / (1 - r) - (k + 1) * power / (1 - power);
}

/// The number of packets at the worst moment of a run, three standard deviations above the mean.
double at_worst(double packets) { return packets + 3 * std::sqrt(packets); }

class Estimate {
 public:
  Estimate(const experiment::Experiment& experiment, const engine::Design& design, const sources::Demand& demand,
           const topology::Topology* built)
      : design_(design),
        demand_(demand),
        built_(built),
        geometry_(topology::geometry_of(design.topology)),
        bounds_(run::bounds_of(*geometry_, design)),
        congestion_(congestion_of(design, *geometry_)),
        nodes_(engine::extent_of(design).nodes),
        phits_(design.packet_phits),
        cycles_(cycles_of(experiment.measure)),
        searches_(experiment.measure.find == experiment::Find::saturation),
        hops_(mean_distance()),
        alone_(run::zero_load_latency(design, hops_)) {}

  ExpectedTraffic all() const {
    ExpectedTraffic traffic;
    traffic.saturated = use() >= 1;
    if (design_.model) {
      traffic.expected.transfers = at_worst(without_routers());
      traffic.expected.tasks = demand_.tasks;
      traffic.expected.route_links = links_of_route();
      traffic.messages = demand_.tasks > 0 ? demand_.messages : demand_.load ? made() : traffic.expected.transfers;
      traffic.expected.pairs = std::min(pairs(), traffic.messages);
    } else {
      traffic.expected.packets = at_worst(demand_.load ? synthetic() : trace());
    }
    traffic.expected.packet_rate = std::min(demand_.senders * wanted(), nodes_ * carried()) / phits_;
    traffic.expected.hops = hops_;
    traffic.expected.poll_gap = phits_ / wanted();
    traffic.expected.active_nodes = demand_.senders;
    return traffic;
  }

 private:
  double mean_distance() const {
    if (demand_.trips.empty()) return bounds_.average_distance;
    double sum = 0;
    for (const trgen::replay::Trip& trip : demand_.trips)
      sum += geometry_->distance(NodeId(trip.from), NodeId(trip.to));
    return std::max(sum / static_cast<double>(demand_.trips.size()), 1.0);
  }

  /// Phits a cycle that a sender wants to send.
  double wanted() const {
    if (searches_) return 1;
    return demand_.load ? *demand_.load : design_.router.injectors;
  }

  /// Phits a cycle and node that the network carries: links are taken the less, the shorter the way.
  double carried() const { return congestion_.carried * std::min(of_links(), 2 * bounds_.at_node); }
  double of_links() const {
    return bounds_.channel_load > 0 ? bounds_.average_distance / hops_ / bounds_.channel_load : 1;
  }

  double use() const { return wanted() * demand_.senders / nodes_ / carried(); }

  /// Packets that an injector's queues hold, and the one that leaves them.
  double room() const {
    const auto slots = static_cast<double>(design_.router.queue.value + design_.router.injection_queue.value);
    return design_.router.injectors * (slots + 1);
  }

  double made() const { return demand_.senders * wanted() / phits_ * cycles_; }

  double synthetic() const {
    const double at_source = mean_in_queue(use(), room());
    const double full = demand_.senders * at_source + congestion_.fill * congestion_.slots * at_source / room();
    const double little = use() < 1 ? demand_.senders * wanted() / phits_ * alone_ / (1 - use()) : full;
    return std::min({little, full, made()});
  }

  double trace() const {
    const double links_full = congestion_.fill * congestion_.slots / std::max(demand_.senders, 1.0);
    const double transit = use() < 1 ? std::min(wanted() / phits_ * alone_ / (1 - use()), links_full + 1) : links_full;
    return demand_.senders * std::min(demand_.packets_in_row, room() + transit);
  }

  /// Nodes without queues that fill: what they offer and cannot send waits there. The packets of a message wait as one.
  double without_routers() const {
    if (demand_.tasks > 0) return demand_.senders * demand_.messages_in_row;
    if (!demand_.load) return demand_.senders * demand_.packets_in_row;
    double sent = std::min<double>(wanted(), design_.router.injectors);
    if (engine::message::follows_routes(*design_.model)) sent = std::min(sent, of_links() * nodes_ / demand_.senders);
    const double under_way = sent / phits_ * (alone_ + 1);
    const double waiting = (wanted() - sent) / phits_ * cycles_;
    return demand_.senders * (under_way + (wanted() > sent ? waiting : 0));
  }

  /// Pairs of nodes between which packets go: as many for each source as the sample of trips has. Of packets from a
  /// file, of which trips are some here and there, as many as let so few of these meet (the birthday problem).
  double pairs() const {
    if (demand_.trips.empty()) return nodes_ * nodes_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found;
    for (const trgen::replay::Trip& trip : demand_.trips) found.emplace_back(trip.from, trip.to);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    if (demand_.tasks == 0 && !demand_.load) {
      const auto trips = static_cast<double>(demand_.trips.size());
      const double again = trips - static_cast<double>(found.size());
      return again > 0 ? std::max(trips - again, trips * trips / (2 * again)) : nodes_ * nodes_;
    }
    double sources = 0;
    for (std::size_t i = 0; i < found.size(); ++i) sources += i == 0 || found[i].first != found[i - 1].first ? 1 : 0;
    return static_cast<double>(found.size()) / sources * std::max(demand_.senders, 1.0);
  }

  /// Links of a route, the mean over some pairs; every link over which an adaptive routing spreads its packets counts.
  double links_of_route() const {
    constexpr std::size_t looked_at = 256;
    engine::Design routers = design_;
    routers.model = nullptr;
    Diagnostics diagnostics;
    engine::check(routers, diagnostics);
    if (!diagnostics.ok() || !follows_links(design_)) return hops_;
    std::optional<topology::Topology> own;
    if (built_ == nullptr) own.emplace(topology::build(design_.topology));
    const topology::Topology& topology = own ? *own : *built_;
    engine::check_built(routers, topology, diagnostics);
    if (!diagnostics.ok()) return hops_;
    const auto nodes = static_cast<std::uint32_t>(nodes_);
    double links = 0, pairs = 0;
    analysis::with_routes(routers, topology, [&](engine::message::Routes& routes) {
      for (std::size_t i = 0; i < looked_at; ++i) {
        const std::uint64_t any = scramble(i + 1);
        const auto from = static_cast<std::uint32_t>(any >> 32U), to = static_cast<std::uint32_t>(any);
        const trgen::replay::Trip trip = demand_.trips.empty() ? trgen::replay::Trip{from % nodes, to % nodes}
                                                               : demand_.trips[any % demand_.trips.size()];
        if (trip.from == trip.to) continue;
        links += static_cast<double>(routes.find(trip.from, trip.to).size());
        ++pairs;
      }
    });
    return pairs > 0 ? links / pairs : hops_;
  }

  const engine::Design& design_;
  const sources::Demand& demand_;
  const topology::Topology* built_;
  topology::GeometryPointer geometry_;
  run::Bounds bounds_;
  Congestion congestion_;
  double nodes_;
  double phits_;
  double cycles_;
  bool searches_;
  double hops_;
  double alone_;  ///< latency of a packet that meets no other
};

}  // namespace

bool follows_links(const engine::Design& design) {
  constexpr double most_ports = 2e6;  // a larger network is not built before its memory has been judged
  return design.model && engine::extent_of(design).port_numbers() <= most_ports;
}

ExpectedTraffic expected_traffic(const experiment::Experiment& experiment, const engine::Design& design,
                                 const sources::Demand& demand, const topology::Topology* built) {
  return Estimate(experiment, design, demand, built).all();
}

}  // namespace fsin::forecast
