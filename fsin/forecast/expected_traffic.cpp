// SPDX-License-Identifier: Apache-2.0
#include "fsin/forecast/expected_traffic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
  Estimate(const experiment::Experiment& experiment, const engine::Design& design, const sources::Demand& demand)
      : design_(design),
        demand_(demand),
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
    traffic.expected.packets = at_worst(design_.model ? without_routers() : demand_.load ? synthetic() : trace());
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
  double carried() const {
    const double of_links = bounds_.channel_load > 0 ? bounds_.average_distance / hops_ / bounds_.channel_load : 1;
    return congestion_.carried * std::min(of_links, 2 * bounds_.at_node);
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

  /// Nodes without queues that fill: what they offer and cannot send waits there.
  double without_routers() const {
    if (!demand_.load) return demand_.senders * demand_.packets_in_row;
    const double sent = std::min<double>(wanted(), design_.router.injectors);
    const double under_way = sent / phits_ * (alone_ + 1);
    const double waiting = (wanted() - sent) / phits_ * cycles_;
    return demand_.senders * (under_way + (wanted() > sent ? waiting : 0));
  }

  const engine::Design& design_;
  const sources::Demand& demand_;
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

ExpectedTraffic expected_traffic(const experiment::Experiment& experiment, const engine::Design& design,
                                 const sources::Demand& demand) {
  return Estimate(experiment, design, demand).all();
}

}  // namespace fsin::forecast
