// SPDX-License-Identifier: Apache-2.0
// The fat trees of CODES: two or three levels of switches of one radix.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "fsin/core/text.hpp"
#include "fsin/imports/codes/parts.hpp"
#include "fsin/imports/common/link_speeds.hpp"

namespace fsin::imports {

void CodesParts::fat_tree() {
  no_rails();
  if (natural("ft_type", 0, 0, 2) == 2)
    wrong("ft_type", "ft_type=2: a node with a card for each rail has no counterpart");
  const std::uint64_t levels = natural("num_levels", 3, 2, 3);
  const std::uint64_t leaves = natural("switch_count", 32, 1, 32768), radix = natural("switch_radix", 8, 2, 254);
  for (const std::string_view name : {"num_levels", "switch_count", "switch_radix"}) {
    if (!settings_.has(name)) wrong("modelnet_order", fmt::format("the model fattree needs {}", name));
  }
  const double tapering = number("tapering", 1, 1, 64);
  const auto share = static_cast<std::uint64_t>(tapering) + 1;
  if (tapering != static_cast<double>(share - 1) || radix % share != 0 || leaves % (radix / 2) != 0) {
    return wrong("switch_radix",
                 fmt::format("CODES wants tapering + 1 to divide switch_radix, and switch_radix / 2 to "
                             "divide switch_count: {}, {}, {}",
                             words("tapering", "1"), words("switch_radix", ""), words("switch_count", "")));
  }
  const std::uint64_t terminals = (share - 1) * (radix / share), up = radix / share;
  nodes_ = leaves * terminals;
  const std::string from = fmt::format("{}, {}, {}, {}", words("num_levels", ""), words("switch_count", ""),
                                       words("switch_radix", ""), words("tapering", "1"));
  const std::uint64_t node = speed("cn_bandwidth", 5), link = speed("link_bandwidth", 5);
  bool in_file = false;
  if (levels == 2) {
    draft_.set("network.topology",
               fmt::format("{{type: leaf-spine, leaves: {}, spines: {}, terminals: {}, links: 2}}", leaves,
                           std::max<std::uint64_t>(leaves / share, 1), terminals),
               from + "; two links between a leaf and a spine");
  } else {
    const std::uint64_t in_pod = radix / 2, pods = leaves / in_pod;
    std::uint64_t shared = radix / std::max<std::uint64_t>(pods, 1);
    while (shared > 1 && up % shared != 0) --shared;
    if (shared == 0) return wrong("switch_count", "there are more pods than ports of a switch");
    if (shared == 1) {
      draft_.set("network.topology",
                 fmt::format("{{type: xgft, m: [{}, {}, {}], w: [1, {}, {}]}}", terminals, in_pod, pods, up, radix / 2),
                 from);
    } else {
      shared_top({terminals, in_pod, up, pods, radix / 2, shared, node, link});
      in_file = true;
    }
  }
  draft_.set("network.routing", "{type: shortest, choice: adaptive}", words("routing", "adaptive"));
  if (settings_.text("routing", "adaptive") == "static") {
    draft_.set("network.routing", "{type: shortest, choice: flow}", words("routing", ""));
    leave_out("routing", "routing=static: the tables of routing_folder are not read; pairs of nodes are spread evenly");
  }
  settings_.ignore("routing_folder");
  if (!in_file) {
    const std::array wanted{node, link, link};
    set_speeds(draft_, settings_.mark("cn_bandwidth"), std::span(wanted).first(levels),
               words("cn_bandwidth", "5") + ", " + words("link_bandwidth", "5") + " GB/s");
  }
  channels_ = 1;
  queue_name_ = "vc_size";
  queue_default_ = 8 * packet_;
}

void CodesParts::shared_top(const SharedTop& tree) {
  std::string text = "# a fat tree of CODES in which switches of the middle level share those above\n";
  const auto declare = [&](char level, std::uint64_t count, std::string_view nodes) {
    for (std::uint64_t i = 0; i < count; ++i) text += fmt::format("switch {}{}{}\n", level, i, nodes);
  };
  declare('l', tree.leaves * tree.pods, fmt::format(" terminals={} bandwidth={}b/s", tree.terminals, tree.node_speed));
  declare('m', tree.middles * tree.pods, " terminals=0");
  declare('t', tree.middles / tree.shared * tree.tops, " terminals=0");
  for (std::uint64_t pod = 0; pod < tree.pods; ++pod) {
    for (std::uint64_t i = 0; i < tree.middles; ++i) {
      const std::uint64_t middle = pod * tree.middles + i;
      for (std::uint64_t leaf = 0; leaf < tree.leaves; ++leaf)
        text += fmt::format("l{} m{} bandwidth={}b/s\n", pod * tree.leaves + leaf, middle, tree.link_speed);
      for (std::uint64_t top = 0; top < tree.tops; ++top)
        text += fmt::format("m{} t{} bandwidth={}b/s\n", middle, i / tree.shared * tree.tops + top, tree.link_speed);
    }
  }
  to_.companions.push_back({".edges", std::move(text)});
  draft_.set("network.topology", fmt::format("{{type: graph, file: {}}}", companion_name(".edges")),
             fmt::format("{}, {}, {}", words("switch_count", ""), words("switch_radix", ""), words("tapering", "1")));
}

}  // namespace fsin::imports
