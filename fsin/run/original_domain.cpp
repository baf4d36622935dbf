// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/original_domain.hpp"

#include <fmt/format.h>

#include "trgen/replay/placements/random.hpp"
#include "trgen/replay/replay_params.hpp"

namespace fsin::run {
namespace {

using trgen::replay::ReplayParams;

class DomainCheck {
 public:
  DomainCheck(const experiment::LoadedExperiment& loaded, Diagnostics& diagnostics)
      : loaded_(loaded), diagnostics_(diagnostics) {}

  void run() {
    check_topology();
    check_routing();
    check_router();
    check_packets();
    if (const ReplayParams* replayed = loaded_.experiment.replayed()) check_replay(*replayed);
  }

 private:
  /// `what` says what the original lacks, `instead` which value it has.
  void refuse_if(bool outside, std::string_view key, std::string_view what, std::string_view instead) {
    if (!outside) return;
    diagnostics_.error(
        loaded_.document.mark(key),
        fmt::format("--rng original: the original simulator {}; use {}, or --rng philox", what, instead));
  }

  void refuse_unlike(const std::optional<topology::Unlike>& unlike, std::string_view key) {
    if (!unlike) return;
    refuse_if(true, unlike->key.empty() ? std::string(key) : fmt::format("{}.{}", key, unlike->key), unlike->what,
              unlike->instead);
  }

  void check_topology() {
    refuse_if(loaded_.experiment.network.faults.any(), "network.faults", "has no faults", "none");
    refuse_if(!loaded_.experiment.network.model.is<engine::RoutersModel>(), "network.model",
              "has no network without routers", "model: routers");
    refuse_unlike(topology::unlike_original(loaded_.experiment.network.topology), "network.topology");
  }

  void check_routing() {
    refuse_unlike(routing::unlike_original(loaded_.experiment.network.routing), "network.routing");
  }

  void check_router() {
    const router::RouterParams& router = loaded_.experiment.network.router;
    const bool adaptive = routing::is_adaptive(loaded_.experiment.network.routing);
    if (router.flow_control) {
      refuse_if(!router::traits_of(*router.flow_control).original, "network.router.flow_control",
                fmt::format("was not compared with flow control {}",
                            config::name_of(router::FlowControls::names, *router.flow_control)),
                "flow_control: bubble, dateline, escape or none");
    }
    if (router.flow_control == router::flow_control<router::Dateline>) {
      refuse_if(adaptive, "network.router.flow_control",
                "treats adaptive routing over a dateline pair as its oblivious variant \"improved\"",
                "flow_control: bubble or routing: dor");
      refuse_if(!adaptive && router.virtual_channels != 2, "network.router.virtual_channels",
                "has one dateline pair, for which it draws nothing", "virtual_channels: 2");
    }
    const bool known = router::Arbiters::with(router.arbiter, [](const auto& arbiter) { return arbiter.original; });
    refuse_if(!known, "network.router.arbiter",
              fmt::format("was not compared with arbiter {}", config::name_of(router::Arbiters::names, router.arbiter)),
              "arbiter: round-robin, oldest, age or longest");
    refuse_if(router.injectors > 1, "network.router.injectors", "chooses among several injectors by rules of its own",
              "injectors: 1");
    refuse_if(router.bubble_test == router::BubbleTest::target, "network.router.bubble_test",
              "looks for the bubble in the local queue", "bubble_test: local");
    refuse_if(!std::holds_alternative<router::NoCongestionControl>(router.congestion_control),
              "network.router.congestion_control", "was compared without congestion control",
              "congestion_control: none");
    const char* no_delays = "has no delays";
    refuse_if(router.delay.value != 0, "network.router.delay", no_delays, "delay: 0");
    refuse_if(router.credit_delay.value != 0, "network.router.credit_delay", no_delays, "credit_delay: 0");
    refuse_if(loaded_.experiment.network.link.delay.value != 0, "network.link.delay", no_delays, "delay: 0");
    const experiment::LinkParams& link = loaded_.experiment.network.link;
    const char* one_kind = "has links of one kind";
    refuse_if(!link.delay_by_class.empty(), "network.link.delay_by_class", one_kind, "no delay_by_class");
    refuse_if(!link.bandwidth_by_class.empty(), "network.link.bandwidth_by_class", one_kind, "no bandwidth_by_class");
  }

  void check_packets() {
    const experiment::NetworkParams& network = loaded_.experiment.network;
    refuse_if(network.variable_last_packet, "network.variable_last_packet", "fills every packet",
              "variable_last_packet: false");
    refuse_if(network.payload && *network.payload != network.packet, "network.payload", "has no packet headers",
              "no payload");
  }

  void check_replay(const ReplayParams& replay) {
    refuse_if(replay.order != trgen::replay::Order::causal, "workload.order", "replays in causal order only",
              "order: causal");
    refuse_if(replay.match != trgen::replay::Match::packets, "workload.match", "matches packets", "match: packets");
    refuse_if(replay.cpu.bursts(), "workload.cpu.scale", "was compared without CPU bursts", "no cpu.scale");
    refuse_if(replay.placement.is<trgen::replay::RandomPlacementParams>(), "workload.placement",
              "draws another random placement", "placement: consecutive or a file");
  }

  const experiment::LoadedExperiment& loaded_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_original_domain(const experiment::LoadedExperiment& loaded, Diagnostics& diagnostics) {
  DomainCheck(loaded, diagnostics).run();
}

}  // namespace fsin::run
