// SPDX-License-Identifier: Apache-2.0
#include "fsin/run/original_domain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "fsin/config/changed_keys.hpp"
#include "trgen/replay/placements/consecutive.hpp"
#include "trgen/replay/placements/file.hpp"
#include "trgen/replay/placements/random.hpp"
#include "trgen/replay/replay_params.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/synthetic.hpp"

namespace fsin::run {
namespace {

using trgen::replay::ReplayParams;

/// The keys that may have other values than the defaults, each with all that is below it. What values the original
/// knows, the checks below say, trgen::synth::check_synthetic() and unlike_original() of topologies, routings and
/// patterns; any other key is refused, those included that are added later.
constexpr std::array<std::string_view, 31> known_keys{
    "name",
    "description",
    "network.file",
    "network.preset",
    "network.topology",
    "network.routing",
    "network.router.virtual_channels",
    "network.router.queue",
    "network.router.injection_queue",
    "network.router.flow_control",
    "network.router.bubble",
    "network.router.bubble_test",
    "network.router.arbiter",
    "network.router.consumption",
    "network.packet",
    "network.phit",
    "network.payload",
    "network.link.bandwidth",
    "workload.pattern",
    "workload.load",
    "workload.source",
    "workload.arrivals",
    "workload.sizes",
    "workload.parts",
    "workload.phases",
    "workload.loop",
    "workload.file",
    "workload.left_out",
    "workload.collectives",
    "workload.region",
    "measure",
};

bool is_known(std::string_view path) {
  if (path == "workload" || path == "workload.placement" || path == "workload.placement.file") return true;
  return std::any_of(known_keys.begin(), known_keys.end(), [path](std::string_view known) {
    return path == known || (path.starts_with(known) && path[known.size()] == '.');
  });
}

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
    check_workload();
    check_other_keys();
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
    const trgen::replay::Placement& placement = replay.placement;
    const bool compared = placement.is<trgen::replay::ConsecutiveParams>() ||
                          placement.is<trgen::replay::FilePlacementParams>() ||
                          placement.is<trgen::replay::RandomPlacementParams>();
    refuse_if(!compared, "workload.placement", "was compared with ranks on consecutive nodes and those of a file only",
              "placement: consecutive or a file");
    refuse_if(placement.is<trgen::replay::RandomPlacementParams>(), "workload.placement",
              "draws another random placement", "placement: consecutive or a file");
  }

  void check_workload() {
    const experiment::AnyWorkload& workload = loaded_.experiment.workload;
    refuse_if(!workload.is<trgen::synth::SyntheticParams>() && !workload.is<trgen::replay::TraceParams>(), "workload",
              fmt::format("knows no workload of type {}", workload.name()), "workload: synthetic or trace");
  }

  /// A place that has been refused is not refused again.
  void check_other_keys() {
    if (!diagnostics_.ok()) return;
    for (const std::string& path : config::changed_keys(loaded_.experiment)) {
      if (is_known(path)) continue;
      diagnostics_.error(loaded_.document.mark(path),
                         fmt::format("--rng original: the original simulator was not compared with {}; leave the key "
                                     "out, or use --rng philox",
                                     path));
    }
  }

  const experiment::LoadedExperiment& loaded_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_original_domain(const experiment::LoadedExperiment& loaded, Diagnostics& diagnostics) {
  DomainCheck(loaded, diagnostics).run();
}

}  // namespace fsin::run
