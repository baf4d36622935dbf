// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/link_estimate.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <vector>

#include "fsin/analysis/pair_routes.hpp"
#include "fsin/engine/design_checks.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/rules.hpp"
#include "fsin/workload/packetiser.hpp"

namespace fsin::run {
namespace {

using engine::message::LinkPart;
using Entry = profile::MessageLog::Entry;

/// Parts of routes that are kept; further pairs of nodes are passed over.
constexpr std::size_t most_parts = 8'000'000;
constexpr std::size_t most_parts_of_way = 1024;  ///< for which memory is reserved

/// Times that follow from the size of a message on a route.
struct Sized {
  bool known = false;
  std::uint64_t bytes = 0;
  double phits = 0;
  double first = 0;  ///< phits of the first packet
  double alone = 0;  ///< under a model that does not follow routes
};

/// The way between two nodes.
struct Way {
  std::size_t first = 0, last = 0;  ///< of the parts
  Sized sized;                      ///< for the last message's size, which is often the next one's
  double latency = 0;               ///< of a header, with the router at the end
  double hops = 0;
  double slowest = 1;
  double phit_sum = 0;  ///< sum over hops of the cycles of a phit
  double phits = 0;     ///< sent by it
};

/// Place of a message in a block of the log.
struct Departure {
  Cycle sent = 0;
  std::uint32_t place = 0;

  bool operator<(const Departure& other) const { return sent != other.sent ? sent < other.sent : place < other.place; }
};

/// A link as a queue.
struct Queue {
  double backlog = 0;  ///< cycles of work at `time`
  double time = 0;

  void drain(double now) {
    if (now <= time) return;
    backlog = std::max(0.0, backlog - (now - time));
    time = now;
  }
};

class LinkEstimator {
 public:
  LinkEstimator(const experiment::Experiment& experiment, const engine::Design& design,
                const topology::Topology& topology, engine::message::Routes& routes)
      : design_(design),
        packets_(experiment::packets_of(experiment.network)),
        rules_(engine::make_rules(design, topology)),
        topology_(topology),
        routes_(routes),
        whole_(router::traits_of(engine::flow_control_of(design)).whole_packet),
        follows_routes_(engine::message::follows_routes(*design.model)),
        ports_(topology.graph.routers() * topology.graph.ports()),
        queues_(ports_ + 2 * topology.graph.nodes()) {}

  LinkEstimate run(const profile::MessageLog& log, const std::vector<std::uint32_t>& node_of, Cycle cycles) {
    const std::span<const Entry> entries = log.entries();
    // Pages of a reserve that are never touched take no memory, while an array that doubles is held twice. The last way
    // may go beyond the limit by all links and its two nodes.
    const std::size_t most = std::min(most_parts + ports_ + 2, entries.size() * most_parts_of_way);
    parts_.reserve(most);
    cycles_.reserve(most);
    const std::size_t step = log.whole() ? entries.size() : profile::MessageLog::block;
    double covered = log.whole() ? static_cast<double>(cycles) : 0;
    for (std::size_t first = 0; first < entries.size(); first += step) {
      const std::span<const Entry> block = entries.subspan(first, std::min(step, entries.size() - first));
      order_by_departure(block);
      if (!log.whole()) {
        const Cycle begin = order_.front().sent;
        Cycle end = begin;
        for (const Entry& each : block) end = std::max(end, each.delivered);
        covered += static_cast<double>(end - begin + 1);
        for (Queue& each : queues_) each.backlog = 0;
      }
      for (const Departure& each : order_) add(block[each.place], node_of);
    }
    if (found_.messages > 0) found_.hops /= static_cast<double>(found_.messages);
    if (covered > 0) find_contended(covered);
    if (covered > 0) find_receiver(covered);
    return found_;
  }

 private:
  /// Messages that set out in one cycle stay in their order.
  void order_by_departure(std::span<const Entry> block) {
    order_.clear();
    for (std::uint32_t place = 0; place < block.size(); ++place) order_.push_back({block[place].sent, place});
    std::sort(order_.begin(), order_.end());
  }

  void add(const Entry& entry, const std::vector<std::uint32_t>& node_of) {
    const std::uint32_t from = node_of.empty() ? entry.source : node_of[entry.source];
    const std::uint32_t to = node_of.empty() ? entry.destination : node_of[entry.destination];
    if (from == to) return;
    Way* way = find(from, to);
    if (way == nullptr) return;
    if (!way->sized.known || way->sized.bytes != entry.bytes) way->sized = size_up(from, to, entry.bytes);
    const double phits = way->sized.phits;
    double alone = way->latency + phits * way->slowest - way->slowest;
    found_.model_alone += follows_routes_ ? alone : way->sized.alone;
    if (whole_) alone += (way->sized.first - 1) * way->phit_sum;
    const auto sent = static_cast<double>(entry.sent);
    double behind = 0;
    for (std::size_t i = way->first; i < way->last; ++i) {
      Queue& queue = queues_[parts_[i].link];
      const double part = parts_[i].part;
      queue.drain(sent);
      behind = std::max(behind, std::min(part, 1.0) * queue.backlog);
      queue.backlog += phits * part * cycles_[i];
    }
    const auto model = static_cast<double>(entry.delivered - entry.sent);
    ++found_.messages;
    found_.model += model;
    found_.alone += alone;
    found_.queued += alone + behind;
    found_.shared += std::max(0.0, model - alone);
    found_.hops += way->hops;
    way->phits += phits;
  }

  Sized size_up(std::uint32_t from, std::uint32_t to, std::uint64_t bytes) const {
    const std::uint64_t packets = packets_.packets(bytes);
    const std::uint64_t phits = (packets - 1) * packets_.full_phits() + packets_.last_phits(bytes);
    Sized sized{true, bytes, static_cast<double>(phits)};
    sized.first = packets > 1 ? packets_.full_phits() : sized.phits;
    if (!follows_routes_)
      sized.alone = static_cast<double>(engine::message::alone(*design_.model, {from, to, bytes, phits}));
    return sized;
  }

  Way* find(std::uint32_t from, std::uint32_t to) {
    const auto [known, fresh] = ways_.try_emplace(std::uint64_t{from} << 32U | to);
    Way& way = known->second;
    if (!fresh) return way.last == 0 ? nullptr : &way;
    if (parts_.size() > most_parts) return nullptr;
    const std::vector<LinkPart>& links = routes_.find(from, to);
    if (links.empty()) return nullptr;
    way.first = parts_.size();
    way.latency = rules_.router_delay;
    for (const LinkPart& each : links) {
      const engine::LinkTimes times = times_of(each.link);
      way.latency += each.part * (times.hop() + rules_.router_delay);
      way.hops += each.part;
      way.phit_sum += each.part * times.phit_cycles;
      way.slowest = std::max<double>(way.slowest, times.phit_cycles);
      parts_.push_back(each);
    }
    const auto nodes = static_cast<std::uint32_t>(topology_.graph.nodes());
    parts_.push_back({static_cast<std::uint32_t>(ports_) + from, 1});
    if (rules_.consumes_one_at_a_time) parts_.push_back({static_cast<std::uint32_t>(ports_) + nodes + to, 1});
    way.last = parts_.size();
    for (std::size_t i = way.first; i < way.last; ++i) cycles_.push_back(cycles_of(parts_[i].link));
    return &way;
  }

  engine::LinkTimes times_of(std::size_t place) const {
    const topology::PortGraph& graph = topology_.graph;
    const RouterId router(static_cast<std::uint32_t>(place / graph.ports()));
    return rules_.link_times[topology_.geometry->link_class(router, static_cast<unsigned>(place % graph.ports()))];
  }

  /// That a phit needs.
  double cycles_of(std::size_t place) const {
    if (place >= ports_ + topology_.graph.nodes()) return 1;
    return place >= ports_ ? 1.0 / rules_.injectors : times_of(place).phit_cycles;
  }

  /// Pairs in order, so that those of a source follow one another.
  void find_contended(double cycles) {
    std::vector<std::uint64_t> pairs;
    for (const auto& [pair, way] : ways_) {
      if (way.phits > 0) pairs.push_back(pair);
    }
    std::sort(pairs.begin(), pairs.end());
    std::vector<double> all(ports_), most(ports_), own(ports_);
    std::vector<std::uint32_t> touched;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Way& way = ways_.at(pairs[i]);
      for (std::size_t part = way.first; part < way.last; ++part) {
        const std::uint32_t link = parts_[part].link;
        if (link >= ports_) continue;  // of a node, which every model has
        if (own[link] == 0) touched.push_back(link);
        own[link] += way.phits * parts_[part].part * cycles_of(link);
      }
      if (i + 1 < pairs.size() && pairs[i + 1] >> 32U == pairs[i] >> 32U) continue;
      for (const std::uint32_t link : touched) {
        all[link] += own[link];
        most[link] = std::max(most[link], own[link]);
        own[link] = 0;
      }
      touched.clear();
    }
    std::uint32_t worst = 0;
    for (std::uint32_t link = 1; link < ports_; ++link) {
      if (all[link] - most[link] > all[worst] - most[worst]) worst = link;
    }
    if (ports_ == 0 || !(all[worst] > most[worst])) return;
    const topology::PortGraph& graph = topology_.graph;
    found_.contended = (all[worst] - most[worst]) / cycles;
    found_.from = worst / static_cast<std::uint32_t>(graph.ports());
    found_.to = graph.next(RouterId(found_.from), worst % static_cast<std::uint32_t>(graph.ports())).router.value;
  }

  void find_receiver(double cycles) {
    std::vector<double> out(topology_.graph.nodes()), in(topology_.graph.nodes());
    for (const auto& [pair, way] : ways_) {
      out[pair >> 32U] += way.phits;
      in[pair & 0xffffffffU] += way.phits;
    }
    const auto busiest = std::max_element(in.begin(), in.end());
    const double sends = *std::max_element(out.begin(), out.end());
    found_.receiver = static_cast<std::uint32_t>(busiest - in.begin());
    found_.received = std::max(0.0, *busiest - sends) / cycles;
  }

  const engine::Design& design_;
  workload::Packetiser packets_;
  engine::Rules rules_;
  const topology::Topology& topology_;
  engine::message::Routes& routes_;
  bool whole_;
  bool follows_routes_;
  std::size_t ports_;
  std::vector<Queue> queues_;  ///< links, then out of each node, then into each
  std::unordered_map<std::uint64_t, Way> ways_;
  std::vector<LinkPart> parts_;
  std::vector<double> cycles_;    ///< of a phit, by part
  std::vector<Departure> order_;  ///< of a block of the log
  LinkEstimate found_;
};

}  // namespace

double bytes_of_link_estimate(double links, double nodes, double messages, double pairs, double links_of_route) {
  using engine::message::Amounts;
  constexpr double of_way = sizeof(std::uint64_t) + sizeof(Way) + 5 * sizeof(void*);  // with its node and bucket
  const double ways = std::min(messages, pairs);
  const double parts = std::min<double>(ways * (links_of_route + 2), most_parts);
  return (links + 2 * nodes) * sizeof(Queue) + 3 * links * sizeof(double) + ways * of_way +
         parts * (sizeof(LinkPart) + sizeof(double)) +
         Amounts::grown(profile::MessageLog::most_kept(messages)) * sizeof(Departure);
}

std::optional<LinkEstimate> estimate_links(const experiment::Experiment& experiment, const engine::Design& design,
                                           const topology::Topology& topology, const profile::MessageLog& log,
                                           const std::vector<std::uint32_t>& node_of, Cycle cycles) {
  engine::Design routers = design;
  routers.model = nullptr;
  Diagnostics diagnostics;
  engine::check(routers, diagnostics);
  if (diagnostics.ok()) engine::check_built(routers, topology, diagnostics);
  if (!diagnostics.ok() || log.entries().empty()) return std::nullopt;
  std::optional<LinkEstimate> estimate;
  analysis::with_routes(routers, topology, [&](engine::message::Routes& routes) {
    estimate = LinkEstimator(experiment, design, topology, routes).run(log, node_of, cycles);
  });
  if (estimate->messages == 0) return std::nullopt;
  return estimate;
}

}  // namespace fsin::run
