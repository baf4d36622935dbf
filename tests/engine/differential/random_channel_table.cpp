// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/differential/random_channel_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "fsin/engine/design_checks.hpp"
#include "fsin/routing/channel_table.hpp"
#include "fsin/routing/tables/fabric.hpp"
#include "tests/engine/differential/dice.hpp"

namespace differential {
namespace {

using namespace fsin;
using routing::Fabric;

class Lines {
 public:
  Lines(Dice& dice, const topology::Topology& built, unsigned vcs)
      : dice_(dice), graph_(built.graph), vcs_(vcs), fabric_(built.graph), feeders_(topology::feeders(built.graph)) {}

  std::string all() {
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      fabric_.distances_to(fabric_.home_of_node()[node], distance_);
      for (std::uint32_t from = 0; from < fabric_.switches(); ++from) {
        const std::uint32_t router = fabric_.router_of(from);
        if (from == fabric_.home_of_node()[node] || distance_[from] == Fabric::far) continue;
        add_lines(from, router, node);
      }
    }
    return std::move(text_);
  }

 private:
  void add_lines(std::uint32_t from, std::uint32_t router, std::uint32_t node) {
    text_ += fmt::format("{} * {}{}\n", router, node, outputs(from, false));
    if (router < graph_.nodes() && dice_.chance(50)) {
      text_ += fmt::format("{} node {}{}\n", router, node, outputs(from, true));
    }
    for (unsigned port = 0; port < graph_.ports(); ++port) {
      if (!feeders_[router * graph_.ports() + port].exists()) continue;
      if (dice_.chance(20)) text_ += fmt::format("{} {} {}{}\n", router, port, node, outputs(from, false));
      if (!dice_.chance(30)) continue;
      text_ += fmt::format("{} {}:{} {}{}\n", router, port, dice_.below(vcs_), node, outputs(from, false));
    }
  }

  /// Packets that enter may take any link to another switch, as they do so once.
  std::string outputs(std::uint32_t from, bool enters) {
    std::vector<std::string> outs;
    for (const Fabric::Hop& hop : fabric_.hops(from)) {
      const bool nearer = distance_[hop.to] < distance_[from];
      if (!nearer && (!enters || distance_[hop.to] == Fabric::far || !dice_.chance(30))) continue;
      if (dice_.chance(30)) {
        outs.push_back(fmt::format(" {}", hop.port));
        continue;
      }
      for (unsigned vc = 0; vc < vcs_; ++vc) {
        if (outs.empty() || dice_.chance(50)) outs.push_back(fmt::format(" {}:{}", hop.port, vc));
      }
    }
    std::string text;
    while (!outs.empty()) {
      const auto next = outs.begin() + dice_.below(static_cast<std::uint32_t>(outs.size()));
      text += *next;
      outs.erase(next);
    }
    return text;
  }

  Dice& dice_;
  const topology::PortGraph& graph_;
  unsigned vcs_;
  Fabric fabric_;
  std::vector<topology::Link> feeders_;
  std::vector<std::uint16_t> distance_;
  std::string text_;
};

}  // namespace

std::shared_ptr<const test::Scratch> random_channel_table(std::uint64_t number, bool demanded, engine::Design& design) {
  Dice dice(number ^ std::uint64_t{1} << 56U);
  if (!demanded && !dice.chance(5)) return {};
  const auto files = std::make_shared<const test::Scratch>();
  using routing::ChannelChoice;
  routing::ChannelTableParams params;
  params.choice = dice.one_of({ChannelChoice::first, ChannelChoice::random, ChannelChoice::emptiest});
  const topology::Topology built = topology::build(design.topology);
  params.file = files->file("channels.txt", Lines(dice, built, design.router.virtual_channels).all());
  engine::Design other = design;
  other.routing = params;
  other.router.flow_control = router::flow_control<router::NoFlowControl>;
  Diagnostics diagnostics;  // one-way links may leave nodes without a way
  engine::check(other, diagnostics);
  engine::check_built(other, built, diagnostics);
  if (!diagnostics.ok()) return {};
  design = other;
  return files;
}

}  // namespace differential
