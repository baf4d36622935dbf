// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/message/differential/random_model.hpp"

#include <fmt/format.h>

#include "fsin/analysis/pair_routes.hpp"
#include "fsin/config/dump.hpp"
#include "fsin/engine/design_checks.hpp"
#include "fsin/engine/message/catalogue.hpp"
#include "fsin/platform/read.hpp"
#include "fsin/topology/catalogue.hpp"
#include "tests/engine/differential/random_network.hpp"

namespace model_cases {
namespace {

using namespace fsin;
using namespace fsin::engine::message;

constexpr double cycle_ns = 4;  ///< 4 B at 8 Gb/s

/// A number of cycles, now and then not a whole one.
Nanoseconds about(Dice& dice, std::uint32_t most) {
  return Nanoseconds{dice.below(most + 1) * cycle_ns + (dice.chance(30) ? dice.below(40) / 10.0 : 0.0)};
}

/// A border between sizes: often a size that messages have (random_ranks.cpp).
fsin::Bytes border(Dice& dice, std::uint32_t most) {
  return fsin::Bytes{dice.chance(60) ? dice.one_of({0U, 1U, 10U, 64U, 200U, 500U, 1000U}) : dice.below(most)};
}

std::vector<fsin::Bytes> ascending_sizes(Dice& dice) {
  std::vector<fsin::Bytes> from{fsin::Bytes{0}};
  for (std::uint32_t more = dice.below(4); more > 0; --more) {
    if (const fsin::Bytes next = border(dice, 1500); next > from.back()) from.push_back(next);
  }
  return from;
}

PiecewiseModel piecewise(Dice& dice) {
  PiecewiseModel model;
  model.from = ascending_sizes(dice);
  for (std::size_t i = 0; i < model.from.size(); ++i) {
    model.latency.push_back(about(dice, 200));
    model.byte_time.push_back(Nanoseconds{dice.below(40) / 10.0});
  }
  return model;
}

LoggpsModel loggps(Dice& dice) {
  LoggpsModel model;
  model.latency = about(dice, 200);
  if (dice.chance(70)) model.overhead = about(dice, 50);
  if (dice.chance(60)) model.gap = about(dice, 50);
  if (dice.chance(40)) model.byte_gap = Nanoseconds{dice.below(30) / 10.0};
  if (dice.chance(40)) model.byte_overhead = Nanoseconds{dice.below(20) / 10.0};
  if (dice.chance(50)) model.eager = border(dice, 1000);
  return model;
}

LoggpModel loggp(Dice& dice) {
  LoggpModel model;
  model.latency = about(dice, 200);
  model.gap = dice.chance(50) ? about(dice, 30) : Nanoseconds{0};
  return model;
}

FlowModel flow(Dice& dice, bool platform) {
  FlowModel model;
  if (dice.chance(platform ? 60 : 20)) {
    model.factors = SimgridFactors{};
  } else if (dice.chance(25)) {
    TableFactors table;
    table.from = ascending_sizes(dice);
    table.bandwidth.clear();
    table.latency.clear();
    for (std::size_t i = 0; i < table.from.size(); ++i) {
      table.bandwidth.push_back(dice.one_of({0.3, 0.97, 1.0, 1.2}));
      table.latency.push_back(dice.one_of({0.0, 1.0, 1.9, 5.0}));
    }
    model.factors = table;
  }
  if (dice.chance(15)) model.weight_size = fsin::Bytes{dice.below(10000)};
  if (dice.chance(15)) model.window = fsin::Bytes{dice.below(4000)};
  if (dice.chance(15)) model.reverse = dice.one_of({0.05, 0.5, 1.0});
  if (dice.chance(15)) model.buffered = border(dice, 1000);
  if (dice.chance(15) && !std::holds_alternative<NoFactors>(model.factors)) model.header = fsin::Bytes{dice.below(100)};
  if (dice.chance(25)) model.latency = dice.chance(50) ? LatencyPlace::first : LatencyPlace::last;
  if (dice.chance(30) && !platform) model.injection = dice.chance(50) ? Injection::in_turn : Injection::shared;
  return model;
}

std::string random_platform(Dice& dice, std::uint32_t& hosts) {
  std::string shape;
  switch (dice.below(5)) {
    case 0:
      hosts = 6;
      shape = "topology='TORUS' topo_parameters='3,2'";
      break;
    case 1:
      hosts = 8;
      shape = "topology='FAT_TREE' topo_parameters='2;4,2;1,2;1,1'";
      break;
    case 2:
      hosts = 16;
      shape = "topology='DRAGONFLY' topo_parameters='2,1;2,1;2,1;2'";
      break;
    default:
      hosts = dice.between(2, 10);
      if (dice.chance(40)) shape = fmt::format("bb_bw='{}MBps' bb_lat='{}us'", dice.between(1, 40) * 50, dice.below(3));
      break;
  }
  const auto policy = dice.one_of<std::string_view>({"SPLITDUPLEX", "SHARED", "FATPIPE"});
  return fmt::format(
      "<platform version='4.1'><cluster id='c' prefix='n' suffix='' radical='0-{}' speed='1Gf' bw='{}MBps' lat='{}ns' "
      "sharing_policy='{}' {}/></platform>",
      hosts - 1, dice.between(1, 30) * 50, dice.below(50) * 20, policy, shape);
}

void on_platform(Dice& dice, RandomModel& result, FlowModel& model) {
  std::uint32_t hosts = 0;
  const std::string text = random_platform(dice, hosts);
  Diagnostics diagnostics;
  auto nodes = std::make_shared<PlatformNodes>();
  nodes->file = platform::read_text(text, Mark("platform"), diagnostics);
  if (!nodes->file) throw std::logic_error(diagnostics.text() + text);
  const auto count = static_cast<std::uint32_t>(nodes->file->platform.hosts().size());
  for (std::uint32_t i = 0; i < count; ++i) nodes->host_of_node.push_back((i + hosts / 2) % count);
  model.nodes = nodes;
  result.platform = true;
  result.design.topology = topology::TorusParams{{count}, true};
  result.text += text;
}

void random_machine(Dice& dice, bool packets, RandomModel& result) {
  engine::Design& design = result.design;
  router::RouterParams& router = design.router;
  router.queue.value = dice.one_of({1U, 2U, 4U, 7U});
  router.injectors = dice.one_of({1U, 1U, 1U, 2U, 4U});
  router.consumption = dice.chance(30) ? router::consumption<router::SingleConsumption>
                                       : router::consumption<router::MultipleConsumption>;
  if (dice.chance(30)) router.delay = dice.between(1, 20);
  if (dice.chance(30)) design.link_delay = dice.between(1, 40);
  design.packet_phits = packets ? dice.one_of({8U, 16U, 32U}) : dice.one_of({1U, 2U, 5U, 16U, 16U, 32U});
  if (router::traits_of(engine::flow_control_of(design)).rings == router::Rings::kept_open && router.queue.value < 2)
    router.queue.value = 2;
  if (!dice.chance(25)) return;
  for (std::size_t c = topology::geometry_of(design.topology)->link_classes().size(); c > 0; --c)
    design.link_classes.push_back({dice.one_of({1U, 1U, 2U, 3U, 7U}), dice.one_of({0U, 1U, 5U, 30U})});
  router.bubble_test = router::BubbleTest::automatic;
}

void measure(RandomModel& result, bool short_last_packets) {
  const engine::Design& design = result.design;
  result.facts.nodes = static_cast<std::uint32_t>(result.topology.graph.nodes());
  result.facts.packet_phits = design.packet_phits;
  result.facts.phit_bytes = design.phit_bytes;
  result.facts.bit_rate = 8'000'000'000;
  result.facts.variable_last_packet = short_last_packets;
  result.machine = {.cycle_seconds = cycle_ns * 1e-9,
                    .phit_bytes = design.phit_bytes,
                    .link_delay = engine::link_spread(design).shortest_hop - 1,
                    .router_delay = design.router.delay.cycles(),
                    .packet_phits = design.packet_phits,
                    .packet_bytes = result.facts.packet_bytes(),
                    .variable_last_packet = short_last_packets};
}

template <class M>
void configure_with(RandomModel& result, const M& model) {
  result.design.model = configure(engine::AnyModel(model), result.machine);
  result.design.with_routes = analysis::with_routes;
  std::string keys;
  if constexpr (requires(M copy, config::Fields & fields) { copy.fields(fields); }) keys = config::dump(model);
  for (char& each : keys) each = each == '\n' ? ' ' : each;
  const bool single = result.design.router.consumption == router::consumption<router::SingleConsumption>;
  result.text = fmt::format("{} {{ {}}}, {}, {} injectors{}, packets of {} phits{}", M::name, keys, result.text,
                            result.design.router.injectors, single ? ", consumption single" : "",
                            result.design.packet_phits, result.machine.variable_last_packet ? " or less" : "");
}

}  // namespace

RandomModel random_model(std::uint64_t number, std::string_view only) {
  for (std::uint64_t attempt = 0;; ++attempt) {
    Dice dice(number ^ attempt << 40U ^ std::uint64_t{1} << 57U);
    RandomModel result;
    const auto name = dice.one_of<std::string_view>(
        {"ideal", "loggp", "loggps", "loggps", "piecewise", "piecewise", "flow", "flow", "flow", "flow", "flow"});
    const std::string_view chosen = only.empty() ? name : only;
    FlowModel flows;
    const bool platform = chosen == "flow" && dice.chance(30);
    if (platform) {
      on_platform(dice, result, flows);
    } else {
      differential::random_network(number + attempt, {}, dice, result.design);
    }
    random_machine(dice, chosen == "ideal" || chosen == "loggp", result);
    if (platform) result.design.link_classes.clear();
    Diagnostics diagnostics;
    engine::check(result.design, diagnostics);
    if (!diagnostics.ok()) continue;
    result.topology = topology::build(result.design.topology);
    const bool short_last = dice.chance(40);
    measure(result, short_last);
    if (platform && number % 3 == 0) result.machine.cycle_seconds = 1e-11;  // flows begin together within a nanosecond
    if (!platform) result.text = differential::describe_network(result.design);
    if (chosen == "ideal") {
      configure_with(result, IdealModel{});
      result.bounded_by_ideal = true;
    } else if (chosen == "loggp") {
      LoggpModel model = loggp(dice);
      const Cycle hop = 1 + result.machine.link_delay + 2 * result.machine.router_delay;
      if (dice.chance(50)) model.latency = Nanoseconds{static_cast<double>(hop + dice.below(50)) * cycle_ns};
      result.bounded_by_ideal = result.machine.cycles(model.latency) >= hop;
      configure_with(result, model);
    } else if (chosen == "loggps") {
      configure_with(result, loggps(dice));
    } else if (chosen == "piecewise") {
      configure_with(result, piecewise(dice));
    } else {
      const auto nodes = flows.nodes;
      flows = flow(dice, platform);
      flows.nodes = nodes;
      const bool one_by_one = flows.injection != Injection::shared || result.design.router.injectors == 1;
      result.bounded_by_ideal =
          !platform && std::holds_alternative<NoFactors>(flows.factors) && !flows.buffered && one_by_one;
      configure_with(result, flows);
    }
    return result;
  }
}

RandomModel under_ideal(const RandomModel& model, unsigned phit_bytes) {
  RandomModel ideal = model;
  ideal.design.phit_bytes = phit_bytes;
  measure(ideal, model.facts.variable_last_packet);
  ideal.facts.packet_phits = ideal.machine.packet_phits = ideal.design.packet_phits;
  ideal.design.model = configure(engine::AnyModel(IdealModel{}), ideal.machine);
  return ideal;
}

}  // namespace model_cases
