// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/pairing.hpp"
#include "fsin/graph_file/reach.hpp"

namespace fsin::graph_file {
namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};
constexpr std::size_t most_wrong = 1000;       // nobody reads more
constexpr double most_terminals_of_all = 4e9;  // nodes have numbers of 32 bits

class Wirer {
 public:
  Wirer(const Listing& listing, const Reading& reading, Diagnostics& diagnostics)
      : listing_(listing), reading_(reading), diagnostics_(diagnostics), errors_before_(diagnostics.error_count()) {}

  Wiring wire() {
    wiring_.digest = listing_.digest;
    const Pairs pairs = roles_of(listing_, reading_, diagnostics_);
    const std::vector<Role>& roles = pairs.roles;
    if (diagnostics_.error_count() > errors_before_) return {};
    find_terminals();
    number_switches();
    if (attach_terminals(roles) && count_terminals()) {
      add_links(pairs);
      check_ports();
      if (diagnostics_.error_count() == errors_before_) check_reach(wiring_, listing_.source, diagnostics_);
    }
    return std::move(wiring_);
  }

 private:
  /// A terminal that is a vertex, and the switch it is plugged into.
  struct Leaf {
    std::uint32_t vertex;
    std::uint32_t above = nobody;  ///< a vertex
    std::uint16_t data = 0;
  };

  const Vertex& vertex(std::uint32_t number) const { return listing_.vertices[number]; }
  std::string name(std::uint32_t number) const { return in_quotes(*vertex(number).name); }
  void complain(Place place, std::string message) {
    diagnostics_.input_error(listing_.mark(place), std::move(message));
  }

  void find_terminals() {
    is_terminal_.resize(listing_.vertices.size());
    for (std::uint32_t i = 0; i < is_terminal_.size(); ++i) is_terminal_[i] = vertex(i).is_terminal;
    if (!reading_.leaf_terminals) return;
    std::vector<std::uint32_t> neighbour(is_terminal_.size(), nobody);
    std::vector<bool> several(is_terminal_.size());
    const auto meet = [&](std::uint32_t one, std::uint32_t other) {
      if (neighbour[one] != nobody && neighbour[one] != other) several[one] = true;
      neighbour[one] = other;
    };
    for (const Edge& edge : listing_.edges) {
      meet(edge.from, edge.to);
      meet(edge.to, edge.from);
    }
    for (std::uint32_t i = 0; i < is_terminal_.size(); ++i) {
      if (neighbour[i] != nobody && !several[i] && !vertex(i).terminals) is_terminal_[i] = true;
    }
  }

  void number_switches() {
    number_.assign(listing_.vertices.size(), nobody);
    for (std::uint32_t i = 0; i < number_.size(); ++i) {
      if (is_terminal_[i]) {
        number_[i] = static_cast<std::uint32_t>(leaves_.size());
        leaves_.push_back({.vertex = i});
      } else {
        number_[i] = static_cast<std::uint32_t>(wiring_.names.size());
        wiring_.names.push_back(*vertex(i).name);
        vertex_of_.push_back(i);
      }
    }
  }

  /// Attaches terminals to switches. False after an error.
  bool attach_terminals(const std::vector<Role>& roles) {
    const std::size_t errors = diagnostics_.error_count();
    for (std::size_t i = 0; i < listing_.edges.size() && diagnostics_.error_count() <= most_wrong; ++i) {
      const Edge& edge = listing_.edges[i];
      const bool from = is_terminal_[edge.from], to = is_terminal_[edge.to];
      if (roles[i] == Role::merged || (!from && !to)) continue;
      if (from && to) {
        complain(edge.place, fmt::format("a link between {} and {}, both terminals; a terminal is linked to a switch",
                                         name(edge.from), name(edge.to)));
      } else if (roles[i] == Role::one_way || edge.count > 1) {
        complain(edge.place, fmt::format("a terminal has one link, in both directions; write it so for {}",
                                         name(from ? edge.from : edge.to)));
      } else {
        attach(leaves_[number_[from ? edge.from : edge.to]], from ? edge.to : edge.from, edge);
      }
    }
    for (const Leaf& leaf : leaves_) {
      if (leaf.above != nobody || diagnostics_.error_count() > errors) continue;
      complain(vertex(leaf.vertex).place,
               fmt::format("terminal {} has no link; join it to a switch", name(leaf.vertex)));
    }
    return diagnostics_.error_count() == errors;
  }

  void attach(Leaf& leaf, std::uint32_t above, const Edge& edge) {
    if (leaf.above != nobody) {
      complain(edge.place, fmt::format("terminal {} has a link to {} already; a terminal has one, so make {} a switch "
                                       "with a terminal",
                                       name(leaf.vertex), name(leaf.above), name(leaf.vertex)));
    }
    leaf.above = above;
    leaf.data = edge.data;
  }

  /// Counts the terminals of switches and their classes. False where there are too few or too many.
  bool count_terminals() {
    const bool any = !leaves_.empty() || std::any_of(listing_.vertices.begin(), listing_.vertices.end(),
                                                     [](const Vertex& each) { return each.terminals.has_value(); });
    const unsigned others = reading_.terminals.value_or(any ? 0 : 1);
    double all = static_cast<double>(leaves_.size());
    for (const std::uint32_t each : vertex_of_) {
      wiring_.terminals.push_back(vertex(each).terminals.value_or(others));
      all += wiring_.terminals.back();
    }
    if (all < 2 || all > most_terminals_of_all) {
      complain({}, fmt::format("{}; a network has from 2 to 4e9: write terminals: 1 in the experiment, or terminals at "
                               "switches of the file",
                               all == 0 ? "no terminal at any switch" : fmt::format("{:.4g} terminals", all)));
      return false;
    }
    std::stable_sort(leaves_.begin(), leaves_.end(),
                     [this](const Leaf& a, const Leaf& b) { return number_[a.above] < number_[b.above]; });
    classify_terminals();
    for (const Leaf& leaf : leaves_) ++wiring_.terminals[number_[leaf.above]];
    return true;
  }

  /// Assigns classes to the terminals of each switch: first those without a name, then those with one.
  void classify_terminals() {
    std::vector<std::uint8_t>& classes = wiring_.terminal_classes;
    auto leaf = leaves_.begin();
    for (std::uint32_t i = 0; i < wiring_.terminals.size(); ++i) {
      const std::uint16_t data = vertex(vertex_of_[i]).data;
      if (wiring_.terminals[i] != 0) classes.insert(classes.end(), wiring_.terminals[i], class_of(true, data));
      for (; leaf != leaves_.end() && number_[leaf->above] == i; ++leaf) classes.push_back(class_of(true, leaf->data));
    }
    if (wiring_.classes.size() == 1) classes = {};
  }

  void add_links(const Pairs& pairs) {
    const std::vector<Role>& roles = pairs.roles;
    for (std::size_t i = 0; i < listing_.edges.size(); ++i) {
      const Edge& edge = listing_.edges[i];
      if (roles[i] == Role::merged || is_terminal_[edge.from] || is_terminal_[edge.to]) continue;
      std::vector<Wire>& list = roles[i] == Role::both_ways ? wiring_.links : wiring_.arcs;
      list.push_back({number_[edge.from], number_[edge.to], class_of(false, edge.data), edge.count, edge.weight,
                      pairs.back_weights[i]});
    }
    if (wiring_.classes.size() > most_classes) {
      complain({},
               fmt::format("{} classes of links, by bandwidth, delay and whether they lead to terminals; there can be "
                           "{}, so round bandwidths and delays",
                           wiring_.classes.size(), most_classes));
    }
  }

  std::uint8_t class_of(bool to_terminals, std::uint16_t data) {
    const auto [known, fresh] = class_numbers_.try_emplace({to_terminals, data}, wiring_.classes.size());
    if (fresh) wiring_.classes.push_back({to_terminals, listing_.data[data]});
    return static_cast<std::uint8_t>(known->second);
  }

  void check_ports() {
    std::vector<unsigned> outputs = wiring_.terminals, inputs = wiring_.terminals;
    for (const Wire& link : wiring_.links) {
      for (const std::uint32_t end : {link.from, link.to}) {
        outputs[end] += link.count;
        inputs[end] += link.count;
      }
    }
    for (const Wire& arc : wiring_.arcs) {
      outputs[arc.from] += arc.count;
      inputs[arc.to] += arc.count;
    }
    for (std::uint32_t i = 0; i < outputs.size(); ++i) {
      const unsigned ports = std::max(outputs[i], inputs[i]);
      if (ports <= most_ports) continue;
      const Vertex& crowded = vertex(vertex_of_[i]);
      complain(crowded.place,
               fmt::format("switch {} needs {} ports, {} of them for terminals; there can be {}, so spread "
                           "its links over several switches",
                           in_quotes(*crowded.name), ports, wiring_.terminals[i], most_ports));
    }
  }

  const Listing& listing_;
  const Reading& reading_;
  Diagnostics& diagnostics_;
  std::size_t errors_before_;
  Wiring wiring_;
  std::vector<bool> is_terminal_;         ///< by vertex
  std::vector<std::uint32_t> number_;     ///< by vertex: number of the switch, or of the leaf
  std::vector<std::uint32_t> vertex_of_;  ///< by switch
  std::vector<Leaf> leaves_;
  std::map<std::pair<bool, std::uint16_t>, std::size_t> class_numbers_;
};

}  // namespace

std::string LinkClass::name() const {
  std::string text = to_terminals ? "terminal" : "link";
  if (data.bandwidth) text += " " + to_text(*data.bandwidth);
  if (data.delay) text += " " + to_text(*data.delay);
  return text;
}

Wiring wire(const Listing& listing, const Reading& reading, Diagnostics& diagnostics) {
  return Wirer(listing, reading, diagnostics).wire();
}

}  // namespace fsin::graph_file
