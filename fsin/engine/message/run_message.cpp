// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/message/run_message.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "fsin/engine/message/catalogue.hpp"
#include "fsin/engine/message/message_feed.hpp"
#include "fsin/engine/message/packet_feed.hpp"
#include "fsin/workload/least_flights.hpp"

namespace fsin::engine::message {
namespace {

template <Feed F>
stats::RunTotals run(const Design& design, Carries unit, F& feed, const Rules& rules,
                     const topology::Topology& topology, const RunPlan& plan, Control& control) {
  return std::visit(
      [&]<class C>(const C& model) {
        const auto over = [&](Routes* routes) {
          return Loop(model.network, Ground{topology, rules, unit, routes}, feed, plan, control).run();
        };
        if constexpr (follows_routes_of<typename C::Model>) {
          if (design.with_routes == nullptr) throw std::logic_error("a model that follows routes has none to follow");
          std::optional<stats::RunTotals> totals;
          design.with_routes(design, topology, [&](Routes& routes) { totals = over(&routes); });
          return std::move(*totals);
        } else {
          return over(nullptr);
        }
      },
      *design.model);
}

Transfer packet_of(const Lone& lone, std::uint32_t phits, unsigned phit_bytes) {
  return {lone.source, lone.destination, std::uint64_t{phits} * phit_bytes, phits};
}

template <class C, class N>
Cycle whole_time(const N& network, const Lone& lone, const workload::Packetiser& packetiser, unsigned phit_bytes) {
  if constexpr (C::Model::carries == Carries::packets) {
    if (lone.packet_phits != 0) return network.whole_time({0, {}, packet_of(lone, lone.packet_phits, phit_bytes)});
    return network.whole_time({packetiser.packets(lone.bytes) - 1, packet_of(lone, packetiser.full_phits(), phit_bytes),
                               packet_of(lone, packetiser.last_phits(lone.bytes), phit_bytes)});
  } else {
    Transfer transfer = packet_of(lone, lone.packet_phits, phit_bytes);
    if (lone.packet_phits == 0) {
      transfer.bytes = lone.bytes;
      transfer.phits = lone.bytes == 0 ? 1 : (lone.bytes - 1) / phit_bytes + 1;
    }
    if constexpr (requires { network.whole_time(transfer); }) return network.whole_time(transfer);
    return network.alone(transfer);
  }
}

/// Tells the workload how long its messages are under way at least, where it wants to know and the model says so.
template <class W>
void tell_least_flight(const Design& design, W& workload) {
  auto* asks = dynamic_cast<workload::LeastFlights*>(&workload);
  if (asks == nullptr) return;
  std::visit(
      [asks]<class C>(const C& model) {
        if constexpr (requires { model.network.least_flight(std::uint64_t{}); }) {
          asks->told_least_flight([network = model.network](std::uint64_t bytes) {
            return std::max<Cycle>(network.least_flight(bytes), 1);
          });
        }
      },
      *design.model);
}

}  // namespace

double bytes_of_run(const Configured& model, const Amounts& amounts) {
  const double feed = amounts.tasks > 0 ? MessageFeed::bytes(amounts) : PacketFeed::bytes(amounts);
  return feed + Amounts::grown(amounts.transfers) * Parcels::bytes_of_one() +
         std::visit([&amounts](const auto& each) { return each.network.bytes(amounts); }, model);
}

void with_time_alone(const Design& design, const topology::Topology& topology,
                     const std::function<void(const TimeAlone&)>& use) {
  const Rules rules = make_rules(design, topology);
  std::visit(
      [&]<class C>(const C& model) {
        auto network = model.network;
        const auto over = [&](Routes* routes) {
          network.prepare(Ground{topology, rules, Carries::messages, routes});
          use([&network](const Transfer& message) { return network.alone(message); });
        };
        if constexpr (follows_routes_of<typename C::Model>) {
          design.with_routes(design, topology, [&](Routes& routes) { over(&routes); });
        } else {
          over(nullptr);
        }
      },
      *design.model);
}

void with_whole_time(const Design& design, const topology::Topology& topology, const workload::Packetiser& packetiser,
                     bool packets, const std::function<void(const WholeTime&)>& use) {
  const Rules rules = make_rules(design, topology);
  std::visit(
      [&]<class C>(const C& model) {
        auto network = model.network;
        const auto over = [&](Routes* routes) {
          network.prepare(Ground{topology, rules, packets ? Carries::packets : C::Model::carries, routes});
          use([&](const Lone& lone) { return whole_time<C>(network, lone, packetiser, design.phit_bytes); });
        };
        if constexpr (follows_routes_of<typename C::Model>) {
          design.with_routes(design, topology, [&](Routes& routes) { over(&routes); });
        } else {
          over(nullptr);
        }
      },
      *design.model);
}

stats::RunTotals run_packets(const Design& design, const Rules& rules, const topology::Topology& topology,
                             workload::Workload& workload, const RunPlan& plan, Control& control) {
  tell_least_flight(design, workload);
  PacketFeed feed(workload, topology.graph.nodes(), design.phit_bytes);
  return run(design, Carries::packets, feed, rules, topology, plan, control);
}

stats::RunTotals run_messages(const Design& design, const Rules& rules, const topology::Topology& topology,
                              workload::MessageWorkload& messages, workload::Timeline* timeline, const RunPlan& plan,
                              Control& control) {
  tell_least_flight(design, messages);
  MessageFeed feed(messages, design.phit_bytes, timeline);
  return run(design, Carries::messages, feed, rules, topology, plan, control);
}

}  // namespace fsin::engine::message
