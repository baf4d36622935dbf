// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_case.hpp"

#include <fmt/format.h>

#include "fsin/engine/design_checks.hpp"
#include "tests/engine/differential/dice.hpp"
#include "tests/engine/differential/random_background.hpp"
#include "tests/engine/differential/random_channel_table.hpp"
#include "tests/engine/differential/random_faults.hpp"
#include "tests/engine/differential/random_network.hpp"
#include "tests/engine/differential/random_workload.hpp"

namespace differential {
namespace {

using namespace fsin;

/// Now and then any flow control of the list that goes with the network, so that a new one is drawn without being named
/// here. Of dice of its own, so that the other cases keep their numbers.
void random_flow_control(std::uint64_t number, std::optional<router::FlowControl> demanded, engine::Design& design) {
  Dice dice(number ^ std::uint64_t{1} << 63U);
  if (!demanded && !dice.chance(25)) return;
  constexpr std::uint32_t count = router::FlowControls::names.size();
  engine::Design other = design;
  other.router.flow_control = demanded.value_or(router::FlowControls::names[dice.below(count)].value);
  Diagnostics diagnostics;
  engine::check(other, diagnostics);
  if (diagnostics.ok()) design = other;
}

/// Now and then links whose speed and delay differ by class. Of dice of its own, so that the other cases keep their
/// numbers.
void random_link_classes(std::uint64_t number, const Demands& demands, engine::Design& design) {
  Dice dice(number ^ std::uint64_t{1} << 61U);
  if (!demands.link_classes && !demands.tail_due && !dice.chance(20)) return;
  const bool delays = dice.chance(50), slow = !delays || demands.tail_due || dice.chance(70);
  for (std::size_t c = topology::geometry_of(design.topology)->link_classes().size(); c > 0; --c) {
    design.link_classes.push_back({.phit_cycles = slow ? dice.one_of({1U, 1U, 2U, 3U, 4U, 7U}) : 1U,
                                   .delay = delays ? dice.one_of({0U, 1U, 5U, 30U}) : design.link_delay});
  }
  if (engine::link_spread(design).longest_hop > 1) design.router.bubble_test = router::BubbleTest::automatic;
}

/// Now and then delays beyond the wheel of the event engine, which is as short as it gets then. Of dice of its own, so
/// that the other cases keep their numbers.
void random_long_delays(std::uint64_t number, bool demanded, RandomCase& result) {
  Dice dice(number ^ std::uint64_t{1} << 58U);
  if (!demanded && !dice.chance(5)) return;
  engine::Design& design = result.design;
  result.plan.delays_in_wheel = dice.one_of({0U, 0U, 200U});
  const auto draw = [&] { return dice.one_of({90U, 300U, 1000U}); };
  if (dice.chance(80)) design.link_delay = draw();
  for (engine::LinkTimes& link : design.link_classes) {
    if (dice.chance(60)) link.delay = draw();
  }
  if (dice.chance(50)) design.router.credit_delay = draw();
  if (dice.chance(15)) design.router.delay = draw();
  if (engine::link_spread(design).longest_hop > 1) design.router.bubble_test = router::BubbleTest::automatic;
}

/// Now and then headers that wait for their tails. Of dice of its own, so that the other cases keep their numbers.
void random_forward(std::uint64_t number, bool demanded, engine::Design& design) {
  Dice dice(number ^ std::uint64_t{1} << 59U);
  if (demanded || dice.chance(30)) design.router.forward = router::Forward::tail_due;
}

template <class Control>
void draw_values(Dice& dice, unsigned queue, Control& control) {
  using namespace router;
  if constexpr (std::is_same_v<Control, TransitPriority>) control.probability = dice.one_of({1.0, 1.0, 0.5, 0.1});
  if constexpr (std::is_same_v<Control, LocalRestriction>) control.slots.value = dice.between(1, queue);
  if constexpr (std::is_same_v<Control, Population>) {
    control.most = dice.one_of({0.01, 0.03, 0.1, 0.3});
    control.period = dice.one_of({1U, 1U, 2U, 10U});
  }
  if constexpr (std::is_same_v<Control, Timeout>) {
    control.cycles = dice.one_of({1U, 5U, 20U, 60U});
    control.calm = dice.one_of({0.0, 0.5, 0.75, 1.0});
    control.probability = dice.one_of({0.0, 0.5, 1.0});
    control.slots.value = dice.between(0, queue);
  }
}

/// Now and then any congestion control of the catalogue. Of dice of its own, so that the other cases keep their
/// numbers.
void random_congestion_control(std::uint64_t number, std::optional<std::size_t> demanded, engine::Design& design) {
  Dice dice(number ^ std::uint64_t{1} << 60U);
  if (!demanded && !dice.chance(15)) return;
  using Controls = router::CongestionControls;
  auto& control = design.router.congestion_control;
  const std::size_t count = std::variant_size_v<Controls::variant>;
  Controls::select(&control, demanded.value_or(1 + dice.below(static_cast<std::uint32_t>(count) - 1)));
  const auto queue = static_cast<unsigned>(design.router.queue.value);
  std::visit([&](auto& each) { draw_values(dice, queue, each); }, control);
}

void random_router(Dice& dice, engine::Design& design) {
  router::RouterParams& router = design.router;
  router.queue.value = dice.one_of({1U, 2U, 2U, 3U, 4U, 4U, 7U});
  router.injection_queue.value = dice.one_of({1U, 2U, 8U});
  router.injectors = dice.one_of({1U, 1U, 1U, 2U, 4U});
  router.arbiter = router::Arbiters::names[dice.between(0, router::Arbiters::names.size() - 1)].value;
  router.consumption = dice.chance(30) ? router::consumption<router::SingleConsumption>
                                       : router::consumption<router::MultipleConsumption>;
  if (dice.chance(30)) router.delay = dice.between(1, 20);
  if (dice.chance(30)) router.credit_delay = dice.between(1, 40);
  if (dice.chance(30)) design.link_delay = dice.between(1, 40);
  design.packet_phits = dice.one_of({1U, 2U, 5U, 16U, 16U, 32U});
  const router::FlowTraits flow = router::traits_of(engine::flow_control_of(design));
  if (flow.rings == router::Rings::kept_open && router.queue.value < 2) router.queue.value = 2;
  if (dice.chance(15)) router.bubble.value = dice.between(1, static_cast<unsigned>(router.queue.value));
  if (design.link_delay == 0) {
    router.bubble_test =
        dice.one_of({router::BubbleTest::automatic, router::BubbleTest::local, router::BubbleTest::target});
  }
  if (router.bubble.value > router.queue.value) router.bubble.value = 2;
}

}  // namespace

RandomCase make_case(std::uint64_t number, const Demands& demands) {
  Dice dice(number);
  RandomCase result;
  random_network(number, demands.network, dice, result.design);
  result.files = random_channel_table(number, demands.channel_table, result.design);
  random_flow_control(number, demands.flow_control, result.design);
  random_router(dice, result.design);
  random_congestion_control(number, demands.congestion_control, result.design);
  random_link_classes(number, demands, result.design);
  random_forward(number, demands.tail_due, result.design);
  random_long_delays(number, demands.long_delays, result);
  if (demands.arbiter) result.design.router.arbiter = *demands.arbiter;
  result.topology = topology::build(result.design.topology);
  random_faults(number, {demands.faults, demands.reroutes}, result.design, result.topology);
  result.background = random_background(number, demands.background, result.design, result.topology);
  result.plan.background = result.background.get();
  result.plan.seed = number;
  result.plan.watchdog = dice.one_of({300U, 1000U});
  result.plan.check =
      dice.chance(25) && result.design.router.flow_control != router::flow_control<router::NoFlowControl>;
  if (dice.chance(30)) result.plan.tile_shift = dice.between(0, 5);
  choose_workload(dice, result);
  result.plan.link_loads = dice.chance(50);
  result.plan.traffic = result.plan.link_loads;
  // Who waits longest is only known as far back as ticks reach.
  const router::Arbiter arbiter = result.design.router.arbiter;
  if (dice.chance(40) && arbiter != router::arbiter<router::Oldest>) {
    // The links of a network that has stopped are looked at once the watchdog has waited.
    const engine::Design& design = result.design;
    const Cycle longest_move = Cycle{600} + engine::link_spread(design).longest_delay +
                               design.router.credit_delay.cycles() + design.router.delay.cycles();
    result.plan.tick_keep = result.plan.watchdog + longest_move + dice.between(100, 400);
    result.plan.tick_reach = result.plan.tick_keep + dice.between(100, 1000);
  }
  return result;
}

std::string describe(const RandomCase& c) {
  const router::RouterParams& r = c.design.router;
  std::string text = describe_network(c.design);
  text += fmt::format(
      ", {} VC, {}, queue {}, bubble {} ({}), injection {} x {}, {}, {}, delays router {} link {} credit {}, L {}",
      r.virtual_channels, config::name_of(router::FlowControls::names, engine::flow_control_of(c.design)),
      r.queue.value, r.bubble.value, config::name_of(router::bubble_test_names, r.bubble_test), r.injectors,
      r.injection_queue.value, config::name_of(router::Arbiters::names, r.arbiter),
      config::name_of(router::Consumptions::names, r.consumption), r.delay.cycles(), c.design.link_delay,
      r.credit_delay.cycles(), c.design.packet_phits);
  if (r.forward == router::Forward::tail_due) text += ", tails due";
  if (!std::holds_alternative<router::NoCongestionControl>(r.congestion_control)) {
    text += fmt::format(", {}", router::CongestionControls::name_of(r.congestion_control));
  }
  for (const engine::LinkTimes& link : c.design.link_classes) {
    text += fmt::format(", links {} + {}", link.phit_cycles, link.delay);
  }
  if (c.plan.delays_in_wheel < 1000) text += fmt::format(", wheel of {}", c.plan.delays_in_wheel);
  return text + describe_faults(c.topology) + describe_background(c.background.get()) + "; " + c.workload_text;
}

}  // namespace differential
