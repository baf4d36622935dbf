// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/routing/catalogue.hpp"
#include "fsin/topology/catalogue.hpp"
#include "tests/engine/differential/networks/networks.hpp"

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
        torus ? dice.one_of({router::flow_control<router::Bubble>, router::flow_control<router::Bubble>,
                             router::flow_control<router::Dateline>, router::flow_control<router::NoFlowControl>})
              : router::flow_control<router::NoFlowControl>;
    if (router.flow_control == router::flow_control<router::Dateline>)
      router.virtual_channels = dice.one_of({2U, 4U, 6U});
    return;
  }
  using routing::selection;
  design.routing = routing::AdaptiveParams{
      dice.one_of({selection<routing::SmartSelection>, selection<routing::SmartSelection>,
                   selection<routing::RandomSelection>, selection<routing::MostFreeSelection>})};
  router.virtual_channels = dice.one_of({2U, 3U, 3U, 4U, 8U});
  router.flow_control =
      torus ? dice.one_of({router::flow_control<router::Bubble>, router::flow_control<router::Bubble>,
                           router::flow_control<router::Dateline>, router::flow_control<router::NoFlowControl>})
            : dice.one_of({router::flow_control<router::Escape>, router::flow_control<router::NoFlowControl>});
  if (router.flow_control == router::flow_control<router::Dateline>)
    router.virtual_channels = dice.one_of({3U, 4U, 5U});
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

/// Now and then any selection of the list, so that a new one is drawn without being named here.
void any_selection(std::uint64_t number, engine::Design& design) {
  auto* adaptive = design.routing.get_if<routing::AdaptiveParams>();
  Dice dice(number ^ std::uint64_t{1} << 62U);
  if (adaptive == nullptr || !dice.chance(20)) return;
  const auto selections = routing::selection_names();
  adaptive->select = selections[dice.below(static_cast<std::uint32_t>(selections.size()))].value;
}

/// One of the list, or the one that is demanded. Of dice of its own, so that the other cases keep their numbers.
bool other_network(std::uint64_t number, std::string_view demanded, engine::Design& design) {
  Dice dice(~number);
  if (demanded.empty() && !dice.chance(20 + 20 * (networks::draws.size() > 1))) return false;
  for (const networks::Draw& each : networks::demanded_draws) {
    if (each.name != demanded) continue;
    each.draw(dice, design);
    return true;
  }
  const auto* chosen = std::find_if(networks::draws.begin(), networks::draws.end(),
                                    [&](const networks::Draw& each) { return each.name == demanded; });
  if (chosen == networks::draws.end()) chosen = &networks::draws[dice.below(networks::draws.size())];
  chosen->draw(dice, design);
  return true;
}

std::string text_of(const config::Tree& tree) {
  if (tree.is_scalar()) return tree.text;
  std::string text;
  for (const config::Tree& item : tree.items) text += fmt::format("{}{}", text.empty() ? "" : ", ", text_of(item));
  return fmt::format("[{}]", text);
}

/// What is set, without the names of the keys: "[2, 4, 2, relative]".
template <class Catalogue>
std::string values_of(const config::Choice<Catalogue>& params) {
  return Catalogue::visit(
      []<class Each>(const Each& each) -> std::string {
        if constexpr (requires(Each copy, config::Fields & fields) { copy.fields(fields); }) {
          return " " + text_of(config::to_tree(each));
        }
        return {};
      },
      params);
}

}  // namespace

void random_network(std::uint64_t number, std::string_view demanded, Dice& dice, engine::Design& design) {
  if (other_network(number, demanded, design)) return;
  if (dice.chance(20)) return random_tree(dice, design);
  random_grid(dice, design);
  any_selection(number, design);
}

std::string describe_network(const engine::Design& design) {
  return fmt::format("{}{}, {}{}", design.topology.name(), values_of(design.topology), design.routing.name(),
                     values_of(design.routing));
}

}  // namespace differential
