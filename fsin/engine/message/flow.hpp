// SPDX-License-Identifier: Apache-2.0
// `network: {model: flow}`: every message is a fluid that flows over the links of the topology, by the routes of the
// routing, at its max-min fair share of them. docs/model.md, "Flows".
//
// It stands between the cycles and the models that know no links: messages slow each other down where they share a
// link, and nothing else of routers is there. Packets of synthetic load are flows of their own.
//
// Not modelled: queues and what they hold up, flow control, arbitration, virtual channels; the choice of an adaptive
// routing, whose packets are spread over its shortest ways whatever else flows there.
//
// Sources: P. Velho, L. Schnorr, H. Casanova, A. Legrand, On the validity of flow-level TCP network models for grid and
// cloud simulations, ACM TOMACS 23(4), 2013; D. Bertsekas, R. Gallager, Data Networks, 1992, section 6.5.2.
#pragma once

#include <memory>

#include "fsin/engine/message/flow_factors.hpp"

namespace fsin::engine::message {

/// Where the latency of a message lies in its time.
enum class LatencyPlace : std::uint8_t { first, last };

inline constexpr std::array latency_place_names{
    config::Named{LatencyPlace::first, "first", "a message has no share of the links until its latency is over"},
    config::Named{LatencyPlace::last, "last", "a message shares links at once, and its end arrives a latency later"}};

/// How the messages of a node enter the network.
enum class Injection : std::uint8_t { in_turn, shared };

inline constexpr std::array injection_names{
    config::Named{Injection::in_turn, "in-turn",
                  "one behind the other: a rank goes on when what its node has in the network fits the queues on the "
                  "way of its message"},
    config::Named{
        Injection::shared, "shared",
        "all at once: they share the node's link as any other, and a rank goes on when its message has left"}};

struct FlowModel {
  static constexpr std::string_view name = "flow";
  static constexpr std::string_view doc =
      "messages share the links of their routes fairly (max-min), as fluids; no queues and no virtual channels";
  static constexpr std::string_view cite =
      "P. Velho, L. Schnorr, H. Casanova, A. Legrand, On the validity of flow-level TCP network models for grid and "
      "cloud simulations, ACM TOMACS 23(4), 2013";
  static constexpr Carries carries = Carries::messages;
  static constexpr bool counts_delays = true;
  static constexpr bool follows_routes = true;

  Factors::variant factors;
  std::optional<fsin::Bytes> weight_size;
  std::optional<fsin::Bytes> window;
  std::optional<double> reverse;
  std::optional<fsin::Bytes> buffered;
  std::optional<fsin::Bytes> header;
  std::optional<LatencyPlace> latency;
  std::optional<Injection> injection;
  double tolerance = 0;
  std::shared_ptr<const PlatformNodes> nodes{};  ///< of network.platform, which the experiment sets; null without one

  template <class F>
  void fields(F& f) {
    f.choice(
        "factors", factors, Factors{},
        "factors of bandwidth and latency by the size of a message; `simgrid` also sets the keys below that are left "
        "out");
    f("weight_size", weight_size,
      "flows share by weights, the inverse of their latency plus the time of so many bytes on each link; without it "
      "they share equally")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000'000});
    f("window", window, "a flow has at most so many bytes in twice its latency; 0 B: no limit")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000'000'000});
    f("reverse", reverse, "part of its rate by which a flow also loads the links of the way back (acknowledgements)")
        .range(0, 1);
    f("buffered", buffered, "messages of fewer bytes are copied: their rank goes on at once, not when they have left")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000'000'000});
    f("header", header,
      "bytes that go in front of every message, and count in the size that chooses its factors; with factors: none, "
      "packets have their own")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000});
    f("latency", latency,
      "where in the time of a message its latency lies (default: last; with factors: simgrid, first)")
        .names(latency_place_names);
    f("injection", injection,
      "how the messages of a node enter the network (default: in-turn; with a platform or factors: simgrid, shared)")
        .names(injection_names);
    f("tolerance", tolerance,
      "a link may carry more or less than its share by this part before rates are computed anew; 0: exact")
        .range(0, 0.5);
  }

  std::optional<Fault> fault() const {
    if (nodes && injection == Injection::in_turn) {
      return Fault{"injection",
                   "in-turn goes by the queues of routers, and network.platform has none; remove injection, or remove "
                   "network.platform"};
    }
    if (header && std::holds_alternative<NoFactors>(factors)) {
      return Fault{"header",
                   "with factors: none messages have the headers of their packets (network.payload); remove "
                   "header, or choose other factors"};
    }
    return std::visit([](const auto& each) { return each.fault(); }, factors);
  }

  FlowNetwork network(const Machine& machine) const {
    FlowRules rules;
    rules.machine = machine;
    std::visit([&rules](const auto& each) { each.apply(rules); }, factors);
    if (weight_size) {
      rules.by_latency = true;
      rules.weight_size = static_cast<double>(weight_size->value) / machine.phit_bytes;
    }
    if (window) rules.window = static_cast<double>(window->value) / machine.phit_bytes;
    if (reverse) rules.reverse = *reverse;
    if (buffered) rules.buffered = buffered->value;
    if (header) rules.header = header->value;
    if (latency) rules.latency_first = *latency == LatencyPlace::first;
    rules.in_turn =
        injection ? *injection == Injection::in_turn : !nodes && !std::holds_alternative<SimgridFactors>(factors);
    rules.tolerance = tolerance;
    rules.platform = nodes;
    return FlowNetwork(rules);
  }
};

}  // namespace fsin::engine::message
