// SPDX-License-Identifier: Apache-2.0
// `network: {model: flow}`: every message is a fluid that flows over the links of the topology, along the routes of the
// routing, at its max-min fair share of them. docs/model/message-models.md, "Flows".
//
// The model lies between cycle-level simulation and the models without links: messages slow each other down where they
// share a link; no other effect of routers is present. Packets of synthetic load are flows of their own.
//
// Not modelled: queues and head-of-line blocking, flow control, arbitration, virtual channels; the decisions of an
// adaptive routing, whose packets are spread over its shortest paths regardless of load.
//
// Sources: P. Velho, L. Schnorr, H. Casanova, A. Legrand, On the validity of flow-level TCP network models for grid and
// cloud simulations, ACM TOMACS 23(4), 2013; D. Bertsekas, R. Gallager, Data Networks, 1992, section 6.5.2.
#pragma once

#include <memory>

#include "fsin/engine/message/flow_factors.hpp"

namespace fsin::engine::message {

/// Position of the latency within the time of a message.
enum class LatencyPlace : std::uint8_t { first, last };

inline constexpr std::array latency_place_names{
    config::Named{LatencyPlace::first, "first", "a message has no share of the links until its latency is over"},
    config::Named{LatencyPlace::last, "last", "a message shares links at once, and its end arrives a latency later"}};

/// Entry of the messages of a node into the network.
enum class Injection : std::uint8_t { in_turn, shared };

inline constexpr std::array injection_names{
    config::Named{Injection::in_turn, "in-turn",
                  "one after the other: a rank goes on when the phits of its node in the network fit the queues on the "
                  "route of its message"},
    config::Named{Injection::shared, "shared",
                  "all at once: messages share the link of the node like any other link, and a rank goes on when its "
                  "message has left"}};

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
  /// Nodes of network.platform, set by the experiment; null without a platform.
  std::shared_ptr<const PlatformNodes> nodes{};

  template <class F>
  void fields(F& f) {
    f.choice("factors", factors, Factors{},
             "factors of bandwidth and latency by message size; `simgrid` also sets those of the following keys that "
             "are left "
             "out");
    f("weight_size", weight_size,
      "shares are weighted by the inverse of (latency + the time of this many bytes on each link); without this key, "
      "flows "
      "share equally")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000'000});
    f("window", window, "largest number of bytes of a flow in twice its latency; 0 B: no limit")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000'000'000});
    f("reverse", reverse,
      "fraction of the rate of a flow that also loads the links of the reverse route (acknowledgements)")
        .range(0, 1);
    f("buffered", buffered, "size below which messages are copied: their rank goes on at once, not when they have left")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000'000'000});
    f("header", header,
      "bytes added in front of every message, also counted in the size that selects its factors; with factors: none, "
      "packets have headers of their own")
        .range(fsin::Bytes{0}, fsin::Bytes{1'000'000});
    f("latency", latency,
      "position of the latency within the time of a message (default: last; with factors: simgrid, first)")
        .names(latency_place_names);
    f("injection", injection,
      "entry of the messages of a node into the network (default: in-turn; with a platform or factors: simgrid, "
      "shared)")
        .names(injection_names);
    f("tolerance", tolerance,
      "relative deviation of the load of a link from its capacity beyond which rates are recomputed; 0: exact")
        .range(0, 0.5);
  }

  std::optional<Fault> fault() const {
    if (nodes && injection == Injection::in_turn) {
      return Fault{
          "injection",
          "in-turn depends on the queues of routers, and network.platform has none; remove injection, or remove "
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
