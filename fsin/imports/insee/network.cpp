// SPDX-License-Identifier: Apache-2.0
// FSIN's topologies and routings.
#include <fmt/format.h>

#include <array>
#include <sstream>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/imports/insee/parts.hpp"

namespace fsin::imports {
namespace {

constexpr std::array ascents{
    Counterpart{"random", "{type: up-down, ascent: random}"}, Counterpart{"src", "{type: up-down, ascent: s-mod-k}"},
    Counterpart{"dst", "{type: up-down, ascent: d-mod-k}"}, Counterpart{"arith", "{type: up-down, ascent: arithmetic}"},
    Counterpart{"adaptive", "{type: up-down, ascent: adaptive}"}};
constexpr std::array modes_of_grids{Counterpart{"oblivious", "dor"},
                                    Counterpart{"smart", "{type: adaptive, select: smart}"},
                                    Counterpart{"random", "{type: adaptive, select: random}"},
                                    Counterpart{"shortest", "{type: adaptive, select: most-free}"},
                                    Counterpart{"trc", "{type: dor, dateline: trc}"},
                                    Counterpart{"basic", "{type: dor, dateline: basic}"},
                                    Counterpart{"improved", "{type: dor, dateline: improved}"}};
constexpr std::array wirings{std::pair("dragonfly", "relative"), std::pair("dragonfly-rel", "relative"),
                             std::pair("dragonfly-abs", "absolute"), std::pair("dragonfly-circ", "circulant")};
constexpr std::array topologies{
    std::string_view("torus"),         std::string_view("mesh"),          std::string_view("ttorus"),
    std::string_view("midimew"),       std::string_view("circulant"),     std::string_view("fattree"),
    std::string_view("thintree"),      std::string_view("slimtree"),      std::string_view("dragonfly"),
    std::string_view("dragonfly-abs"), std::string_view("dragonfly-rel"), std::string_view("dragonfly-circ")};

}  // namespace

void InseeParts::topology() {
  const std::string given = settings_.text("topo", "torus_4_4");
  std::vector<std::uint64_t> numbers;
  std::istringstream in(given);
  std::string name;
  std::getline(in, name, '_');
  for (std::string word; std::getline(in, word, '_');) {
    const auto number = parse_natural(word);
    if (!number) return wrong("topo", fmt::format("topo={}: {} is no number", given, in_quotes(word)));
    numbers.push_back(*number);
  }
  name_ = name;
  if (name == "torus" || name == "mesh" || name == "ttorus") dimensions_ = numbers.size();
  std::string list;
  for (const std::uint64_t each : numbers) list += fmt::format("{}{}", list.empty() ? "" : ", ", each);
  const auto set = [&](std::string value) {
    draft_.set("network.topology", std::move(value), words("topo", "torus_4_4"));
  };
  const auto needs = [&](std::size_t count) {
    if (numbers.size() == count) return true;
    wrong("topo", fmt::format("topo={}: {} has {}", given, name, counted(count, "number")));
    return false;
  };
  if (name == "torus" || name == "mesh") {
    if (numbers.size() > 3) {
      leave_out("topo", "more than three dimensions, which the original ignores in silence; here all count");
    }
    return set(fmt::format("{{type: {}, dims: [{}]{}}}", name, list,
                           name == "torus" && natural("nways", 2, 1, 2) == 1 ? ", bidirectional: false" : ""));
  }
  if (name == "ttorus") {
    for (const std::string_view other : {"sk_xy", "sk_xz", "sk_yz"}) {
      if (natural(other, 0, 0, 32766) != 0)
        wrong(other, fmt::format("{} has no counterpart; those that have one: sk_yx, sk_zx, sk_zy", other));
    }
    const auto skew = [&](std::string_view option) { return natural(option, 0, 0, 32766); };
    return set(fmt::format("{{type: twisted-torus, dims: [{}], skew_yx: {}, skew_zx: {}, skew_zy: {}}}", list,
                           skew("sk_yx"), skew("sk_zx"), skew("sk_zy")));
  }
  if (name == "midimew" && needs(1)) return set(fmt::format("{{type: midimew, nodes: {}}}", list));
  if (name == "circulant" && needs(2))
    return set(fmt::format("{{type: circulant, nodes: {}, jumps: [1, {}]}}", numbers[0], numbers[1]));
  if (name == "fattree" && needs(2))
    return set(fmt::format("{{type: fat-tree, k: {}, n: {}}}", numbers[0], numbers[1]));
  if ((name == "thintree" || name == "slimtree") && needs(3))
    return set(
        fmt::format("{{type: {}-tree, k: {}, u: {}, n: {}}}", name.substr(0, 4), numbers[0], numbers[1], numbers[2]));
  for (const auto& [theirs, wiring] : wirings) {
    if (name == theirs && needs(3))
      return set(fmt::format("{{type: dragonfly, p: {}, a: {}, h: {}, wiring: {}}}", numbers[0], numbers[1], numbers[2],
                             wiring));
  }
  if (diagnostics_.ok()) no_counterpart("topo", given, topologies);
}

void InseeParts::routing() {
  if (is_tree()) return choose("network.routing", "routing", "adaptive", ascents);
  if (name_.starts_with("dragonfly")) return draft_.set("network.routing", "dragonfly-minimal");
  if (name_ == "midimew" || name_ == "circulant") return draft_.set("network.routing", "shortest");
  const std::string way = settings_.text("routing", "dim");
  if (way == "valiant") return draft_.set("network.routing", "grid-valiant", words("routing", "dim"));
  if (way != "dim") leave_out("routing", fmt::format("routing={}: dimension order is taken", way));
  choose("network.routing", "rmode", "smart", modes_of_grids);
}

}  // namespace fsin::imports
