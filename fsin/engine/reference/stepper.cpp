// SPDX-License-Identifier: Apache-2.0
// The phases of a cycle of the reference stepper, in the order in which they happen.
#include "fsin/engine/reference/stepper.hpp"

#include <algorithm>
#include <stdexcept>

#include "fsin/engine/reference/rivals.hpp"
#include "fsin/engine/reference/view.hpp"

namespace fsin::engine::reference {
namespace {

const routing::StateBytes& state_of(const Packet& packet) { return packet.route.as<routing::StateBytes>(); }

}  // namespace

template <class Draws>
void Stepper<Draws>::enter(unsigned phase) {
  phase_ = phase;
  later_algorithm_ = first_algorithm_.in_phase(phase);
  for (std::uint32_t r = 0; r < world_.routers.size(); ++r) {
    for (const InputQueue& queue : world_.routers[r].queues) {
      if (!queue.looked_at || queue.leaving) continue;
      Packet& packet = world_.packets[queue.held.front().packet];
      if (packet.destination != r) packet.route.set(algorithm().reconsider(r, state_of(packet)));
    }
  }
}

/// 1a. The node may put one packet into the injection buffer of its shortest injector.
template <class Draws>
void Stepper<Draws>::offer(std::uint32_t node) {
  Router& router = world_.routers[node];
  const auto length = [&](unsigned i) {
    return router.injectors[i].buffer.size() + router.queues[rules_.transit_queues + i].held.packets();
  };
  unsigned shortest = 0;
  for (unsigned i = 1; i < rules_.injectors; ++i) {
    if (length(i) < length(shortest)) shortest = i;
  }
  std::deque<PacketNumber>& buffer = router.injectors[shortest].buffer;
  const bool room = !closed_ && !router.failed && buffer.size() < rules_.injection_slots - rules_.port_queue;
  const workload::Poll answer = workload_.poll(NodeId(node), now_, room);
  next_poll_[node] = closed_ && answer.wants_room ? now_ + 1 : answer.next;
  router.silenced = router.failed && answer.wants_room;
  if (!answer.offers) return;

  const PacketNumber number = world_.packets.take();
  Packet& packet = world_.packets[number];
  packet = Packet{};
  packet.enter(node, answer.packet, now_);
  const EntryView draws(draws_.entry(now_, node));
  packet.route.set(algorithm().start(node, packet.destination, draws));
  buffer.push_back(number);
  tally_.entered(packet);
  progress_ = now_;
}

/// 1b. Moves whole packets from injection buffers into port queues, as many as fit.
template <class Draws>
void Stepper<Draws>::fill_port_queues(Router& router) {
  for (unsigned i = 0; i < rules_.injectors; ++i) {
    std::deque<PacketNumber>& buffer = router.injectors[i].buffer;
    Occupancy& port_queue = router.queues[rules_.transit_queues + i].held;
    while (!buffer.empty() && port_queue.packets() < rules_.port_queue) {
      port_queue.packet_in(buffer.front(), world_.packets[buffer.front()].phits, now_);
      buffer.pop_front();
    }
  }
}

/// True if the header is there: from the cycle after its arrival on (store-and-forward: after the arrival of its tail),
/// an injected one at once, plus the router delay.
template <class Draws>
bool Stepper<Draws>::is_ready(const InputQueue& queue, unsigned q) const {
  if (queue.held.empty() || queue.leaving) return false;
  const Item& item = queue.held.front();
  if (q < rules_.transit_queues) {
    if (rules_.whole_packet && item.in < item.phits) return false;
    return now_ > (rules_.whole_packet ? item.last_in : item.first_in) + rules_.router_delay;
  }
  return now_ >= world_.packets[item.packet].entered + rules_.router_delay;
}

/// The first look at a header that is ready. The routing may decide, which leaves the outputs that it may ask for.
template <class Draws>
void Stepper<Draws>::look_at(std::uint32_t r, unsigned q) {
  InputQueue& queue = world_.routers[r].queues[q];
  Packet& packet = world_.packets[queue.held.front().packet];
  queue.looked_at = true;
  queue.fastest = 1;  // of consumption
  if (packet.destination == r) return;
  const View<Draws> view(world_, draws_, r, q, now_);
  if (algorithm().decides()) packet.route.set(algorithm().decide(view, state_of(packet)));
  if (!rules_.tail_due) return;
  std::vector<std::uint16_t> candidates;
  algorithm().candidates(view, state_of(packet), candidates);
  queue.fastest = max_phit_cycles;
  for (const std::uint16_t out : candidates) {
    const unsigned port = rules_.port_of[out];
    if (!world_.topology.graph.next(RouterId(r), port).exists()) continue;  // failed from the start
    queue.fastest = std::min(queue.fastest, world_.routers[r].ports[port].link.phit_cycles);
  }
}

/// True if the header may request an output: it is ready and, where tails must be due, its own is, over the fastest of
/// the outputs that it may ask for.
template <class Draws>
bool Stepper<Draws>::may_ask(std::uint32_t r, unsigned q) {
  InputQueue& queue = world_.routers[r].queues[q];
  if (!is_ready(queue, q)) return false;
  if (!queue.looked_at) look_at(r, q);
  if (queue.since) return true;
  if (rules_.tail_due && q < rules_.transit_queues && !world_.is_due(queue.held.front().packet, queue.fastest, now_))
    return false;
  queue.since = now_;
  return true;
}

/// Before 1c: updates whether the router is congested, which means that a header in transit has waited for too long.
template <class Draws>
void Stepper<Draws>::watch(Router& router) const {
  if (!rules_.congestion.watches()) return;
  Cycle longest = 0;
  for (unsigned q = 0; q < rules_.transit_queues; ++q) {
    const InputQueue& queue = router.queues[q];
    if (queue.since && !queue.leaving) longest = std::max(longest, now_ - *queue.since);
  }
  if (longest > rules_.congestion.patience) {
    router.congested = true;
  } else if (longest < rules_.congestion.calm) {
    router.congested = false;
  }
}

/// 1c. Collects requests, in the order of the input queues.
template <class Draws>
void Stepper<Draws>::request(std::uint32_t r) {
  requests_.clear();
  at_destination_.clear();
  Router& router = world_.routers[r];
  for (unsigned q = 0; q < rules_.queues; ++q) {
    InputQueue& queue = router.queues[q];
    if (!may_ask(r, q)) continue;
    const Packet& packet = world_.packets[queue.held.front().packet];
    if (packet.destination == r) {
      at_destination_.push_back(q);
      continue;
    }
    View<Draws> view(world_, draws_, r, q, now_);
    const routing::Choice choice = algorithm().request(view, state_of(packet), queue.retry);
    if (choice.made()) requests_.push_back({static_cast<unsigned>(choice.out), q});
  }
}

/// 1d. Arbitrates consumption first, then every channel without an owner.
template <class Draws>
void Stepper<Draws>::arbitrate_all(std::uint32_t r) {
  Router& router = world_.routers[r];
  if (!rules_.consumes_one_at_a_time) {
    for (const unsigned q : at_destination_) router.queues[q].leaving = true;
  } else if (!at_destination_.empty() && !router.consumer) {
    const unsigned winner = pick(r, rules_.transit_queues, router.last_consumer, at_destination_);
    router.consumer = router.last_consumer = winner;
    router.queues[winner].leaving = true;
  }
  std::vector<unsigned> rivals;
  for (unsigned out = 0; out < rules_.transit_queues; ++out) {
    OutputChannel& channel = world_.channel(router, out);
    if (channel.owner) continue;
    rivals.clear();
    for (const Request& request : requests_) {
      if (request.out == out) rivals.push_back(request.queue);
    }
    if (rivals.empty()) continue;
    give_way(r, out, rivals);
    const unsigned winner = pick(r, out, channel.last_winner, rivals);
    channel.owner = channel.last_winner = winner;
    router.queues[winner].leaving = true;
    router.queues[winner].retry = 0;
  }
}

/// Removes the injection queues from the rivals if a transit queue is among them and congestion control says so.
template <class Draws>
void Stepper<Draws>::give_way(std::uint32_t r, unsigned out, std::vector<unsigned>& queues) {
  const CongestionRules& rule = rules_.congestion;
  if (rule.transit_priority == 0 || (rule.watches() && !world_.routers[r].congested)) return;
  const auto injected =
      std::find_if(queues.begin(), queues.end(), [&](unsigned q) { return q >= rules_.transit_queues; });
  if (injected == queues.begin() || injected == queues.end()) return;
  if (draws_.chance({now_, r, out}, rule.transit_priority)) queues.erase(injected, queues.end());
}

/// The input queue that wins among the rivals. A single one wins without a draw.
template <class Draws>
unsigned Stepper<Draws>::pick(std::uint32_t r, unsigned out, std::optional<unsigned> last,
                              const std::vector<unsigned>& queues) {
  if (queues.size() == 1) return queues[0];
  const RivalsView<Draws> rivals(world_, draws_, {now_, r, out}, last, queues);
  return queues[router::Arbiters::with(rules_.arbiter, [&](const auto& arbiter) { return arbiter.pick(rivals); })];
}

/// 2a. Consumption: one phit of every packet that is being consumed.
template <class Draws>
void Stepper<Draws>::consume(std::uint32_t r) {
  Router& router = world_.routers[r];
  for (unsigned q = 0; q < rules_.queues; ++q) {
    const InputQueue& queue = router.queues[q];
    if (queue.leaving && world_.packets[queue.held.front().packet].destination == r) drain(r, q);
  }
}

template <class Draws>
void Stepper<Draws>::drain(std::uint32_t r, unsigned q) {
  const Item item = world_.routers[r].queues[q].held.front();
  if (item.out == item.in) return wait_for_phit();  // it has not arrived
  if (item.out == 0) progress_ = now_;
  constexpr unsigned phit_cycles = 1;
  if (!world_.phit_leaves(r, q, phit_cycles, now_)) return;
  world_.routers[r].consumer.reset();
  draws_.tail_consumed();
  const Packet& packet = world_.packets[item.packet];
  tally_.delivered(packet, now_);
  delivered_.push_back({NodeId(packet.source), NodeId(packet.destination), packet.token, now_, packet.entered,
                        packet.hops, packet.phits});
  world_.packets.give_back(item.packet);
}

/// 2b. A link serves the first channel with an owner, from its pointer on, until the tail of the packet, also in cycles
/// in which the next phit has not arrived.
template <class Draws>
void Stepper<Draws>::move_link(std::uint32_t r, unsigned p) {
  OutputPort& port = world_.routers[r].ports[p];
  if (background_ != nullptr && background_has(r, p)) return;
  if (now_ < port.free_from) return hold_link(port);
  for (unsigned n = 0; n < rules_.vcs; ++n) {
    const unsigned vc = (port.pointer + n) % rules_.vcs;
    OutputChannel& channel = port.channels[vc];
    if (!channel.owner) continue;
    const unsigned q = *channel.owner;
    const Item item = world_.routers[r].queues[q].held.front();
    hold_link(port);
    if (item.out == item.in) return wait_for_phit();
    Packet& packet = world_.packets[item.packet];
    if (item.out == 0) {
      port.background_was_last = false;
      world_.plan_tail(port, item.packet, now_);
      packet.route.set(algorithm().advance(state_of(packet), p));
      ++packet.hops;
      tally_.hop(packet, r, p, now_);
      if (q >= rules_.transit_queues) tally_.header_left_source(packet, now_);
      progress_ = now_;
    }
    port.free_from = now_ + port.link.phit_cycles;
    port.pointer = vc;
    const bool tail = world_.phit_leaves(r, q, port.link.phit_cycles, now_);
    world_.phit_crosses(r, p, vc, item.packet, now_);
    if (tail) {
      if (port.busy_until != port.free_from) throw std::logic_error("a tail crosses in another cycle than planned");
      channel.owner.reset();
      port.pointer = (vc + 1) % rules_.vcs;
    }
    return;
  }
}

/// True if background by rates (engine/link_rates.hpp) holds the link in this cycle, perhaps from now on. It takes an
/// idle link as soon as it has a whole packet, alternating with packets that wait.
template <class Draws>
bool Stepper<Draws>::background_has(std::uint32_t r, unsigned p) {
  Router& router = world_.routers[r];
  OutputPort& port = router.ports[p];
  std::uint32_t rate = 0;
  for (const LinkRates::Step& step : background_->of(std::size_t{r} * rules_.ports + p)) {
    if (step.from <= now_) rate = step.rate;
  }
  port.backlog += rate;
  if (now_ <= port.taken_until) return true;
  if (now_ < port.free_from) return false;
  bool waits = false;
  for (const OutputChannel& channel : port.channels) {
    if (!channel.owner) continue;
    if (router.queues[*channel.owner].held.front().out != 0) return false;  // its phits are crossing
    waits = true;
  }
  const std::uint64_t packet = LinkRates::packet(rules_.packet_phits);
  if (port.backlog < packet || (waits && port.background_was_last)) return false;
  port.backlog -= packet;
  port.taken_until = now_ + Cycle{rules_.packet_phits} * port.link.phit_cycles - 1;
  port.background_was_last = true;
  return true;
}

template class Stepper<KeyedDraws>;
template class Stepper<OriginalDraws>;

}  // namespace fsin::engine::reference
