// SPDX-License-Identifier: Apache-2.0
// What a model without routers is: `network: {model: NAME}`, one struct in one file and one line in catalogue.hpp.
//
// A model carries transfers from node to node. It decides when a transfer leaves its source and when its end is
// consumed; everything else (workload, stop rules, statistics) is the loop's (loop.hpp). A transfer is a packet or a
// whole message, as the model says. Synthetic load has packets only, and each is a transfer of its own under any model.
//
// Contract
//  * A model is a struct of parameters with `name`, `doc`, `cite` and fields() like every other choice. `carries` says
//    what it carries of ranks; `counts_delays` that network.link.delay and router.delay are part of its times. One that
//    has `follows_routes`, true, is told the links of the topology and the routes of the routing over them.
//  * fault() says what is wrong with its parameters, beyond what ranges in fields() say; nothing when they are fine.
//  * network(machine) gives its Network, with times in cycles. prepare() is called once, before the first transfer;
//    what the Ground refers to outlives the run.
//  * start() begins a transfer and answers the cycle in which it begins to leave its source, `now` or later.
//  * settle(now), where a network has it, is called when all transfers that begin in cycle `now` have begun.
//  * failure(), where a network has it, says what keeps a transfer from being carried; the run then ends with it.
//  * run_ahead(cycle), where a network has it, is called when nothing will begin before `cycle`: what happens before
//    then, and before anything that is told, may happen now, so that no step is spent on it.
//  * next() is the next cycle in which anything happens by itself; `never` when nothing is under way.
//  * advance(now) tells all that has happened up to `now` and was not told: of a transfer of a message, the cycle in
//    which its last phit left the source; of every transfer, the cycle before `now` in which its end was consumed.
//    Transfers that end in one cycle are told by destination, then in the order in which they began.
//  * finish(end) is called once, when the run ends with cycle `end`: it tells what ends up to then of the transfers
//    whose first phit has arrived by what was asked before.
//  * alone() is the cycles from a transfer's departure to its end when it meets no other; of a network that follows
//    routes it is asked after prepare().
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/ids.hpp"
#include "fsin/core/units.hpp"
#include "fsin/engine/message/routes.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::message {

/// One packet, or one whole message.
struct Transfer {
  std::uint32_t source = 0;       ///< node
  std::uint32_t destination = 0;  ///< another node
  std::uint64_t bytes = 0;        ///< of a message
  std::uint64_t phits = 1;        ///< on a link, at least 1
};
using TransferNumber = std::uint32_t;

enum class Carries : std::uint8_t { packets, messages };

/// The machine around a model, in the units that it is configured in.
struct Machine {
  double cycle_seconds = 32e-9;  ///< in which a link carries a phit
  unsigned phit_bytes = 4;
  unsigned link_delay = 0;    ///< cycles, of the class of links that is fastest
  unsigned router_delay = 0;  ///< cycles
  unsigned packet_phits = 16;
  std::uint64_t packet_bytes = 64;    ///< of a message, in a full packet
  bool variable_last_packet = false;  ///< the last packet of a message has only the phits that it needs

  /// To the nearest cycle; at most 2^60, longer than any run.
  Cycle cycles(Nanoseconds time) const {
    return static_cast<Cycle>(std::llround(std::min(time.value * 1e-9 / cycle_seconds, 0x1p60)));
  }
};

/// What a network is built over.
struct Ground {
  const topology::Topology& topology;
  const Rules& rules;
  Carries unit = Carries::packets;
  Routes* routes = nullptr;  ///< only for a model that follows them

  std::size_t nodes() const { return topology.graph.nodes(); }
};

/// What is wrong with the parameters of a model.
struct Fault {
  std::string_view key;  ///< of fields(), at which it is
  std::string text;      ///< what it is and what to write
};

/// What advance() tells.
struct Happenings {
  struct Of {
    TransferNumber transfer = 0;
    Cycle cycle = 0;
  };
  std::vector<Of> left;      ///< with their last phit, in this cycle
  std::vector<Of> consumed;  ///< with their end, in this cycle

  void clear() {
    left.clear();
    consumed.clear();
  }
};

template <class N>
concept Network = std::copyable<N> &&
    requires(N& network, const N& ready, TransferNumber number, const Transfer& transfer, Cycle now, Happenings& told,
             const Ground& ground) {
  {network.prepare(ground)};
  { network.start(number, transfer, now) } -> std::same_as<Cycle>;
  { ready.next() } -> std::same_as<Cycle>;
  {network.advance(now, told)};
  {network.finish(now, told)};
  { ready.alone(transfer) } -> std::same_as<Cycle>;
};

template <class M>
concept MessageModel = requires(const M& params, const Machine& machine) {
  { M::name } -> std::convertible_to<std::string_view>;
  { M::doc } -> std::convertible_to<std::string_view>;
  { M::carries } -> std::convertible_to<Carries>;
  { M::counts_delays } -> std::convertible_to<bool>;
  { params.fault() } -> std::same_as<std::optional<Fault>>;
  { params.network(machine) } -> Network;
};

template <class M>
inline constexpr bool follows_routes_of = [] {
  if constexpr (requires { M::follows_routes; }) return static_cast<bool>(M::follows_routes);
  return false;
}();

}  // namespace fsin::engine::message
