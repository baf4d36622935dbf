// SPDX-License-Identifier: Apache-2.0
// The contract of a model without routers, `network: {model: NAME}`: one struct in one file and one line in
// catalogue.hpp.
//
// A model carries transfers from node to node. It decides when a transfer leaves its source and when its end is
// consumed; everything else (workload, stop rules, statistics) is the loop's (loop.hpp). A transfer is a packet or a
// whole message, depending on the model. Synthetic load has packets only, and each is a transfer of its own under any
// model.
//
// Contract
//  * A model is a struct of parameters with `name`, `doc`, `cite` and fields() like every other choice. `carries` says
//    what it carries of ranks; `counts_delays` that network.link.delay and router.delay are part of its times. One that
//    has `follows_routes`, true, gets the links of the topology and the routes of the routing over them.
//  * fault() says what is wrong with its parameters, beyond what ranges in fields() say; nothing when they are fine.
//  * network(machine) gives its Network, with times in cycles. prepare() is called once, before the first transfer;
//    what the Ground refers to outlives the run.
//  * start() begins a transfer and returns the cycle in which it begins to leave its source, `now` or later.
//  * settle(now), where a network has it, is called when all transfers that begin in cycle `now` have begun.
//  * failure(), where a network has it, says what keeps a transfer from being carried; the run then ends with it.
//  * run_ahead(cycle), where a network has it, is called when nothing will begin before `cycle`: what happens before
//    then, and before anything that is reported, may happen now, so that no step is spent on it.
//  * next() is the next cycle in which anything happens by itself; `never` when nothing is under way.
//  * advance(now) reports all events up to `now` not reported before: for a transfer of a message, the cycle in
//    which its last phit left the source; for every transfer, the cycle before `now` in which its end was consumed.
//    Transfers that end in one cycle are reported by destination, then in the order in which they began.
//  * finish(end) is called once, when the run ends with cycle `end`: it reports the ends up to then of the transfers
//    whose first phit has arrived by the cycle of the calls before.
//  * alone() is the cycles from a transfer's departure to its end when it meets no other; of a network that follows
//    routes it is called after prepare().
//  * whole_time(message), where a network has it, is the cycles from the one in which a task hands a message over to
//    that in which its end is consumed, when it meets no other; without it, that is alone(). A network of packets has
//    whole_time(packets), of a message in packets.
//  * least_flight(bytes), where a network has it, is the least of the cycles from the one in which a message of so many
//    bytes begins to the one in which its end is reported; of 0 bytes, that of any message. It is called before
//    prepare(). Without it, a message may come in the cycle after.
//  * archive(self, archive) lists all members that change after prepare(), but for what can be found again from the
//    others: a run is saved with them, and goes on from them in a network that was prepared in the same way.
//  * bytes(amounts) is the memory that the network takes, from the sizes of its own structs, before anything is
//  prepared.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/bytes.hpp"
#include "fsin/core/ids.hpp"
#include "fsin/core/units.hpp"
#include "fsin/engine/message/routes.hpp"
#include "fsin/engine/rules.hpp"

namespace fsin::engine::message {

/// A transfer: one packet, or one whole message.
struct Transfer {
  std::uint32_t source = 0;       ///< node
  std::uint32_t destination = 0;  ///< another node
  std::uint64_t bytes = 0;        ///< bytes of a message
  std::uint64_t phits = 1;        ///< phits on a link, at least 1
};
using TransferNumber = std::uint32_t;

/// A message in packets, of which one a cycle enters: so many like `full`, and then `last`.
struct InPackets {
  std::uint64_t before_last = 0;
  Transfer full;
  Transfer last;
};

enum class Carries : std::uint8_t { packets, messages };

/// The parameters of the network around a model, in the units of its configuration.
struct Machine {
  double cycle_seconds = 32e-9;  ///< time in which a link carries a phit
  unsigned phit_bytes = 4;
  unsigned link_delay = 0;    ///< cycles, of the fastest class of links
  unsigned router_delay = 0;  ///< cycles
  unsigned packet_phits = 16;
  std::uint64_t packet_bytes = 64;    ///< message bytes in a full packet
  bool variable_last_packet = false;  ///< the last packet of a message has only as many phits as it needs

  /// The time in cycles, to the nearest; at most 2^60, longer than any run.
  Cycle cycles(Nanoseconds time) const {
    return static_cast<Cycle>(std::llround(std::min(time.value * 1e-9 / cycle_seconds, 0x1p60)));
  }
};

/// The built network under a model.
struct Ground {
  const topology::Topology& topology;
  const Rules& rules;
  Carries unit = Carries::packets;
  Routes* routes = nullptr;  ///< used only by a model that follows routes

  std::size_t nodes() const { return topology.graph.nodes(); }
};

/// Amounts on which the memory of a run depends, at its busiest.
struct Amounts {
  double nodes = 0;
  double ports = 0;  ///< port numbers of all routers
  double tasks = 0;  ///< ranks, and tasks that send for them; 0: a load of packets
  double injectors = 1;
  double transfers = 0;  ///< transfers under way; packets that a network keeps as one count once
  double pairs = 0;      ///< pairs of nodes between which transfers go
  double links = 0;      ///< links of a route, on average

  /// Elements of a doubling array that have been touched when it holds `count`: while it grows, its old half lies
  /// beside the new one.
  static double grown(double count) { return count < 2 ? count : std::exp2(std::ceil(std::log2(count))); }
};

/// An error in the parameters of a model.
struct Fault {
  std::string_view key;  ///< key of fields() that is wrong
  std::string text;      ///< the error and what to write instead
};

/// Events reported by advance().
struct Happenings {
  struct Of {
    TransferNumber transfer = 0;
    Cycle cycle = 0;
  };
  std::vector<Of> left;      ///< transfers whose last phit has left, with its cycle
  std::vector<Of> consumed;  ///< transfers whose end was consumed, with its cycle

  bool empty() const { return left.empty() && consumed.empty(); }
  void clear() {
    left.clear();
    consumed.clear();
  }
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.left, self.consumed);
  }
};

template <class N>
concept Network = std::copyable<N> && Archived<const N, ByteWriter> && Archived<N, ByteReader> &&
    requires(N& network, const N& ready, TransferNumber number, const Transfer& transfer, Cycle now, Happenings& told,
             const Ground& ground, const Amounts& amounts) {
  {network.prepare(ground)};
  { network.start(number, transfer, now) } -> std::same_as<Cycle>;
  { ready.next() } -> std::same_as<Cycle>;
  {network.advance(now, told)};
  {network.finish(now, told)};
  { ready.alone(transfer) } -> std::same_as<Cycle>;
  { ready.bytes(amounts) } -> std::same_as<double>;
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
