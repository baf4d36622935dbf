// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_case.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/engine/differential/dice.hpp"
#include "tests/engine/differential/random_workload.hpp"

namespace differential {
namespace {

using namespace fsin;

std::vector<unsigned> random_dims(Dice& dice) {
  const unsigned n = dice.one_of({1U, 1U, 2U, 2U, 2U, 3U, 3U, 4U, 5U, 6U});
  std::vector<unsigned> dims;
  unsigned nodes = 1;
  for (unsigned d = 0; d < n; ++d) {
    const unsigned most = n == 1 ? 12 : n == 2 ? 8 : n == 3 ? 5 : n == 4 ? 3 : 2;
    dims.push_back(dice.between(2, most));
    nodes *= dims.back();
  }
  if (nodes > 96) dims.resize(2);
  return dims;
}

void random_tree(Dice& dice, engine::Design& design) {
  topology::FatTreeParams tree;
  const auto shape =
      dice.one_of<std::pair<unsigned, unsigned>>({{2, 1}, {2, 3}, {4, 2}, {3, 3}, {2, 5}, {8, 2}, {5, 2}});
  tree.k = shape.first;
  tree.n = shape.second;
  design.topology = tree;
  using routing::Ascent;
  design.routing = routing::UpDownParams{
      dice.one_of({Ascent::adaptive, Ascent::random, Ascent::s_mod_k, Ascent::d_mod_k, Ascent::arithmetic})};
  design.router.virtual_channels = dice.one_of({1U, 1U, 2U, 3U, 5U});
}

void random_grid_routing(Dice& dice, engine::Design& design, bool torus, std::size_t dimensions) {
  using router::FlowControl;
  router::RouterParams& router = design.router;
  if (dice.chance(50)) {
    routing::DorParams dor;
    if (dice.chance(30)) {
      for (unsigned d = 0; d < dimensions; ++d) dor.order.insert(dor.order.begin() + dice.below(d + 1), d);
    }
    design.routing = dor;
    router.virtual_channels = dice.one_of({1U, 1U, 2U, 3U, 4U, 7U, 16U});
    router.flow_control =
        torus ? dice.one_of({FlowControl::bubble, FlowControl::bubble, FlowControl::dateline, FlowControl::none})
              : FlowControl::none;
    if (router.flow_control == FlowControl::dateline) router.virtual_channels = dice.one_of({2U, 4U, 6U});
    return;
  }
  using routing::Select;
  design.routing =
      routing::AdaptiveParams{dice.one_of({Select::smart, Select::smart, Select::random, Select::most_free})};
  router.virtual_channels = dice.one_of({2U, 3U, 3U, 4U, 8U});
  router.flow_control =
      torus ? dice.one_of({FlowControl::bubble, FlowControl::bubble, FlowControl::dateline, FlowControl::none})
            : dice.one_of({FlowControl::escape, FlowControl::none});
  if (router.flow_control == FlowControl::dateline) router.virtual_channels = dice.one_of({3U, 4U, 5U});
}

void random_grid(Dice& dice, engine::Design& design) {
  const std::vector<unsigned> dims = random_dims(dice);
  const bool torus = dice.chance(70);
  if (torus) {
    design.topology = topology::TorusParams{dims, !dice.chance(15)};
  } else {
    design.topology = topology::MeshParams{dims};
  }
  random_grid_routing(dice, design, torus, dims.size());
}

void random_router(Dice& dice, engine::Design& design) {
  router::RouterParams& router = design.router;
  using router::Arbiter;
  router.queue.value = dice.one_of({1U, 2U, 2U, 3U, 4U, 4U, 7U});
  router.injection_queue.value = dice.one_of({1U, 2U, 8U});
  router.injectors = dice.one_of({1U, 1U, 1U, 2U, 4U});
  router.arbiter = dice.one_of(
      {Arbiter::round_robin, Arbiter::round_robin, Arbiter::oldest, Arbiter::random, Arbiter::longest, Arbiter::age});
  router.consumption = dice.chance(30) ? router::Consumption::single : router::Consumption::multiple;
  if (dice.chance(30)) router.delay = dice.between(1, 20);
  if (dice.chance(30)) router.credit_delay = dice.between(1, 40);
  if (dice.chance(30)) design.link_delay = dice.between(1, 40);
  design.packet_phits = dice.one_of({1U, 2U, 5U, 16U, 16U, 32U});
  if (engine::flow_control_of(design) == router::FlowControl::bubble && router.queue.value < 2) router.queue.value = 2;
  if (dice.chance(15)) router.bubble.value = dice.between(1, static_cast<unsigned>(router.queue.value));
  if (design.link_delay == 0) {
    router.bubble_test =
        dice.one_of({router::BubbleTest::automatic, router::BubbleTest::local, router::BubbleTest::target});
  }
  if (router.bubble.value > router.queue.value) router.bubble.value = 2;
}

}  // namespace

RandomCase make_case(std::uint64_t number) {
  Dice dice(number);
  RandomCase result;
  if (dice.chance(20)) {
    random_tree(dice, result.design);
  } else {
    random_grid(dice, result.design);
  }
  random_router(dice, result.design);
  result.topology = std::visit([](const auto& params) { return params.build(); }, result.design.topology);
  result.plan.seed = number;
  result.plan.watchdog = dice.one_of({300U, 1000U});
  result.plan.check = dice.chance(25) && result.design.router.flow_control != router::FlowControl::none;
  if (dice.chance(30)) result.plan.part_shift = dice.between(0, 5);
  choose_workload(dice, result);
  result.plan.link_loads = dice.chance(50);
  result.plan.traffic = result.plan.link_loads;
  // Who waits longest is only known as far back as ticks reach.
  const router::Arbiter arbiter = result.design.router.arbiter;
  if (dice.chance(40) && arbiter != router::Arbiter::oldest && arbiter != router::Arbiter::age) {
    result.plan.tick_keep = dice.between(100, 400);
    result.plan.tick_reach = result.plan.tick_keep + dice.between(100, 1000);
  }
  return result;
}

std::string describe(const RandomCase& c) {
  const router::RouterParams& r = c.design.router;
  std::string text = c.topology.name;
  if (const auto* grid = topology::as<topology::Cartesian>(*c.topology.geometry)) {
    text += fmt::format(" {}{}", fmt::join(grid->dims, "x"), grid->bidirectional ? "" : " unidirectional");
  } else {
    const auto& tree = *topology::as<topology::Tree>(*c.topology.geometry);
    text += fmt::format(" {}-ary {}-tree", tree.arity, tree.stages);
  }
  if (const auto* a = std::get_if<routing::AdaptiveParams>(&c.design.routing)) {
    text += fmt::format(", adaptive {}", config::name_of(routing::select_names, a->select));
  } else if (const auto* d = std::get_if<routing::DorParams>(&c.design.routing)) {
    text += fmt::format(", dor [{}]", fmt::join(d->order, ","));
  } else {
    text += fmt::format(", up-down {}", config::name_of(routing::ascent_names,
                                                        std::get<routing::UpDownParams>(c.design.routing).ascent));
  }
  text += fmt::format(
      ", {} VC, {}, queue {}, bubble {} ({}), injection {} x {}, {}, {}, delays router {} link {} credit {}, L {}",
      r.virtual_channels, config::name_of(router::flow_control_names, engine::flow_control_of(c.design)), r.queue.value,
      r.bubble.value, config::name_of(router::bubble_test_names, r.bubble_test), r.injectors, r.injection_queue.value,
      config::name_of(router::arbiter_names, r.arbiter), config::name_of(router::consumption_names, r.consumption),
      r.delay.cycles(), c.design.link_delay, r.credit_delay.cycles(), c.design.packet_phits);
  return text + "; " + c.workload_text;
}

}  // namespace differential
