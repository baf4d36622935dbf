// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/lone_times.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <vector>

#include "fsin/core/hash.hpp"
#include "fsin/engine/credit_loop.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/rules.hpp"
#include "fsin/workload/packetiser.hpp"

namespace fsin::run {
namespace {

using engine::message::LinkPart;
using engine::message::Lone;

/// Ways, or times, that are kept; when there are more, all are found again.
constexpr std::size_t most_kept_lone = std::size_t{1} << 17U;

struct LoneWay {
  bool exists = false;
  double header = 0;    ///< cycles of a header to its consumption, with the router at the end
  double phit_sum = 0;  ///< sum over links of the cycles of a phit
  double slowest = 1;
  std::vector<unsigned> classes;  ///< of its links, each once
};

/// How a link and the queues behind it space the packets of a stream.
struct Pace {
  double packet = 1;      ///< cycles of a full packet on the link
  double round_trip = 0;  ///< from the start of a packet to that of the next one in the same slot
  double slots = 1;

  /// Cycles from the start of the first packet to that of packet `number`.
  double start_of(std::uint64_t number) const {
    const double before = static_cast<double>(number);
    if (round_trip <= slots * packet) return before * packet;
    const double rounds = std::floor(before / slots);
    return rounds * round_trip + (before - rounds * slots) * packet;
  }
};

class RouterTimes {
 public:
  RouterTimes(const engine::Design& design, const topology::Topology& topology, const workload::NetworkFacts& facts,
              engine::message::Routes& routes)
      : topology_(topology),
        rules_(engine::make_rules(design, topology)),
        packets_(facts),
        routes_(routes),
        whole_(router::traits_of(engine::flow_control_of(design)).whole_packet) {
    const bool rings = topology.geometry->lanes() == topology::Lanes::rings;  // which a packet enters past a bubble
    // Those of the topology: a design whose links are all alike names none.
    const std::size_t classes = topology.geometry->link_classes().size();
    for (unsigned c = 0; c < classes; ++c) {
      const engine::LinkTimes times = engine::link_times(design, c);
      const engine::CreditLoop loop = engine::credit_loop(design, times);
      const double rate = rings ? loop.stream : loop.link;
      const double slots = std::round(rate * static_cast<double>(loop.round_trip) / design.packet_phits);
      const bool limits = rate < loop.wire;
      pace_.push_back({static_cast<double>(design.packet_phits) * times.phit_cycles,
                       limits ? static_cast<double>(loop.round_trip) : 0, std::max(slots, 1.0)});
    }
  }

  std::optional<double> of(const Lone& lone) {
    const LoneWay& way = find(lone.source, lone.destination);
    if (!way.exists) return std::nullopt;
    const bool packet = lone.packet_phits != 0;
    const std::uint64_t before_last = packet ? 0 : packets_.packets(lone.bytes) - 1;
    const double last = packet ? lone.packet_phits : packets_.last_phits(lone.bytes);
    double starts = 0;
    for (const unsigned c : way.classes) starts = std::max(starts, pace_[c].start_of(before_last));
    const double first = before_last > 0 ? packets_.full_phits() : last;
    return way.header + starts + (last - 1) * way.slowest + (whole_ ? (first - 1) * way.phit_sum : 0);
  }

 private:
  const LoneWay& find(std::uint32_t from, std::uint32_t to) {
    const std::uint64_t pair = std::uint64_t{from} << 32U | to;
    if (const auto known = ways_.find(pair); known != ways_.end()) return known->second;
    if (ways_.size() >= most_kept_lone) ways_.clear();
    LoneWay& way = ways_[pair];
    const std::vector<LinkPart>& links = routes_.find(from, to);
    way.exists = !links.empty();
    way.header = rules_.router_delay;
    for (const LinkPart& each : links) {
      const RouterId router(static_cast<std::uint32_t>(each.link / topology_.graph.ports()));
      const unsigned c =
          topology_.geometry->link_class(router, static_cast<unsigned>(each.link % topology_.graph.ports()));
      const engine::LinkTimes times = rules_.link_times[c];
      way.header += each.part * (times.hop() + rules_.router_delay);
      way.phit_sum += each.part * times.phit_cycles;
      way.slowest = std::max<double>(way.slowest, times.phit_cycles);
      if (std::find(way.classes.begin(), way.classes.end(), c) == way.classes.end()) way.classes.push_back(c);
    }
    return way;
  }

  const topology::Topology& topology_;
  engine::Rules rules_;
  workload::Packetiser packets_;
  engine::message::Routes& routes_;
  bool whole_;
  std::vector<Pace> pace_;  ///< by class of links
  std::unordered_map<std::uint64_t, LoneWay> ways_;
};

struct HashOfLone {
  std::size_t operator()(const Lone& lone) const {
    return hash_of(lone.source, lone.destination, lone.bytes, lone.packet_phits);
  }
};

}  // namespace

void with_lone_times(const engine::Design& design, const topology::Topology& topology,
                     const workload::NetworkFacts& facts, bool packets,
                     const std::function<void(const LoneTime&)>& use) {
  if (!design.model) {
    return design.with_routes(design, topology, [&](engine::message::Routes& routes) {
      RouterTimes times(design, topology, facts, routes);
      use([&times](const Lone& lone) { return times.of(lone); });
    });
  }
  engine::message::with_whole_time(design, topology, workload::Packetiser(facts), packets,
                                   [&](const engine::message::WholeTime& whole) {
                                     std::unordered_map<Lone, double, HashOfLone> known;
                                     use([&](const Lone& lone) -> std::optional<double> {
                                       if (known.size() >= most_kept_lone) known.clear();
                                       const auto [found, fresh] = known.try_emplace(lone);
                                       if (fresh) found->second = static_cast<double>(whole(lone));
                                       return found->second;
                                     });
                                   });
}

}  // namespace fsin::run
