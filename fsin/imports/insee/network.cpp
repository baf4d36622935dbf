// SPDX-License-Identifier: Apache-2.0
// FSIN's topologies and routings.
#include <fmt/format.h>

#include <array>
#include <sstream>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "fsin/imports/insee/parts.hpp"

namespace fsin::imports {
namespace {

constexpr std::array tree_ascents{Words{"random", "random"}, Words{"src", "s-mod-k"}, Words{"dst", "d-mod-k"},
                                  Words{"arith", "arithmetic"}, Words{"adaptive", "adaptive"}};
constexpr std::array selections{Words{"smart", "smart"}, Words{"random", "random"}, Words{"shortest", "most-free"}};

}  // namespace

void InseeParts::topology() {
  const std::string given = settings_.text("topo", "torus_4_4");
  std::vector<std::uint64_t> numbers;
  std::istringstream in(given);
  std::string name;
  std::getline(in, name, '_');
  for (std::string word; std::getline(in, word, '_');) {
    const auto number = parse_natural(word);
    if (!number)
      return diagnostics_.error(settings_.mark("topo"),
                                fmt::format("topo={}: {} is no number", given, in_quotes(word)));
    numbers.push_back(*number);
  }
  name_ = name;
  std::string list;
  for (const std::uint64_t each : numbers) list += fmt::format("{}{}", list.empty() ? "" : ", ", each);
  const auto set = [&](std::string value) {
    draft_.set("network.topology", std::move(value), words("topo", "torus_4_4"));
  };
  const auto needs = [&](std::size_t count) {
    if (numbers.size() == count) return true;
    diagnostics_.error(settings_.mark("topo"),
                       fmt::format("topo={}: {} has {}", given, name, counted(count, "number")));
    return false;
  };
  const std::uint64_t ways = natural("nways", 2, 1, 2);
  if (name == "torus" || name == "mesh") {
    if (numbers.size() > 3) {
      draft_.leave_out(settings_.mark("topo"),
                       "more than three dimensions, which the original ignores in silence; here all count");
    }
    return set(fmt::format("{{type: {}, dims: [{}]{}}}", name, list,
                           name == "torus" && ways == 1 ? ", bidirectional: false" : ""));
  }
  if (name == "ttorus") return set(fmt::format("{{type: twisted-torus, dims: [{}]}}", list));
  if (name == "midimew" && needs(1)) return set(fmt::format("{{type: midimew, nodes: {}}}", list));
  if (name == "circulant" && needs(2))
    return set(fmt::format("{{type: circulant, nodes: {}, jumps: [1, {}]}}", numbers[0], numbers[1]));
  if (name == "fattree" && needs(2))
    return set(fmt::format("{{type: fat-tree, k: {}, n: {}}}", numbers[0], numbers[1]));
  if ((name == "thintree" || name == "slimtree") && needs(3))
    return set(
        fmt::format("{{type: {}-tree, k: {}, u: {}, n: {}}}", name.substr(0, 4), numbers[0], numbers[1], numbers[2]));
  constexpr std::array wirings{Words{"dragonfly", "relative"}, Words{"dragonfly-rel", "relative"},
                               Words{"dragonfly-abs", "absolute"}, Words{"dragonfly-circ", "circulant"}};
  if (const auto wiring = ours(wirings, name); wiring && needs(3)) {
    return set(fmt::format("{{type: dragonfly, p: {}, a: {}, h: {}, wiring: {}}}", numbers[0], numbers[1], numbers[2],
                           *wiring));
  }
  if (!diagnostics_.ok()) return;
  no_counterpart("topo", given,
                 {"torus", "mesh", "ttorus", "midimew", "circulant", "fattree", "thintree", "slimtree", "dragonfly",
                  "dragonfly-abs", "dragonfly-rel", "dragonfly-circ"});
}

void InseeParts::routing() {
  if (is_tree()) {
    const std::string ascent = settings_.text("routing", "adaptive");
    const auto word = ours(tree_ascents, ascent);
    if (!word) return no_counterpart("routing", ascent, theirs_of(tree_ascents));
    return draft_.set("network.routing", fmt::format("{{type: up-down, ascent: {}}}", *word),
                      words("routing", "adaptive"));
  }
  const std::string way = settings_.text("routing", "dim"), mode = settings_.text("rmode", "smart");
  const std::string from = fmt::format("{}, {}", words("routing", "dim"), words("rmode", "smart"));
  if (name_.starts_with("dragonfly")) return draft_.set("network.routing", "dragonfly-minimal", from);
  if (name_ == "midimew" || name_ == "circulant") return draft_.set("network.routing", "shortest", from);
  if (way == "valiant") return draft_.set("network.routing", "grid-valiant", from);
  if (way != "dim") {
    draft_.leave_out(settings_.mark("routing"), fmt::format("routing={}: dimension order is taken", way));
  }
  if (mode == "oblivious") return draft_.set("network.routing", "dor", from);
  if (mode == "trc" || mode == "basic" || mode == "improved")
    return draft_.set("network.routing", fmt::format("{{type: dor, dateline: {}}}", mode), from);
  const auto select = ours(selections, mode);
  if (!select)
    return no_counterpart("rmode", mode, {"oblivious", "smart", "random", "shortest", "trc", "basic", "improved"});
  draft_.set("network.routing", fmt::format("{{type: adaptive, select: {}}}", *select), from);
}

}  // namespace fsin::imports
