// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/tables/route_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>
#include <string_view>

#include "fsin/routing/tables/text_table.hpp"

namespace fsin::routing {
namespace {

constexpr std::uint8_t no_entry = 254;  // max_ports is 254, so that no port has this number

struct Column {
  std::uint64_t value = 0;
  std::size_t place = 0;  ///< column, from 1
};

/// The numbers of one line.
struct Line {
  std::array<Column, 4> columns{};
  std::size_t count = 0;
  std::size_t fault = 0;  ///< column of the first text that is no number, or of a number too many; 0: none
};

Line split(const std::vector<Word>& words) {
  Line line;
  for (const Word& word : words) {
    Column column{0, word.column};
    const char* end = word.text.data() + word.text.size();
    const auto [stop, error] = std::from_chars(word.text.data(), end, column.value);
    if (line.count == line.columns.size() || error != std::errc() || stop != end) {
      line.fault = word.column;
      return line;
    }
    line.columns[line.count++] = column;
  }
  return line;
}

class Reader {
 public:
  Reader(const InputPath& file, const topology::PortGraph& graph, unsigned vcs,
         const std::function<void(std::string)>& complain, const topology::Failures* failures)
      : text_(file, "table of routes", complain),
        graph_(graph),
        vcs_(vcs),
        fabric_(graph, failures),
        whole_(fabric_.before_faults() != nullptr ? *fabric_.before_faults() : graph),
        lost_(fabric_),
        tables_(fabric_) {
    tables_.node_columns = true;
    tables_.columns = fabric_.nodes();
    tables_.ports.assign(std::size_t{tables_.switches} * tables_.columns, no_entry);
  }

  RouteTables read() {
    if (text_.read([this](const std::vector<Word>& words) { enter(split(words)); })) {
      leave_at_home();
      for (std::uint32_t node = 0; node < tables_.columns && !text_.failed(); ++node) follow(node);
    }
    return std::move(tables_);
  }

 private:
  void fail_at(std::size_t column, std::string_view message) { text_.fail_at(column, message); }

  void enter(const Line& line) {
    if (line.fault != 0) return fail_at(line.fault, "expected SWITCH DESTINATION PORT [CHANNEL], decimal numbers");
    if (line.count == 0) return;
    const auto& [place, node, port, channel] = line.columns;
    if (line.count < 3) {
      return fail_at(line.columns[line.count - 1].place, "the line ends too early; SWITCH DESTINATION PORT [CHANNEL]");
    }
    const std::vector<std::uint32_t>& numbers = fabric_.switch_of_router();
    if (place.value >= numbers.size() || numbers[place.value] == Fabric::no_switch) {
      return fail_at(place.place, fmt::format("router {} is no switch of this network", place.value));
    }
    if (node.value >= tables_.columns) {
      return fail_at(node.place,
                     fmt::format("there is no node {}; nodes are 0 to {}", node.value, tables_.columns - 1));
    }
    if (line.count == 4 && channel.value >= vcs_) {
      return fail_at(channel.place, fmt::format("there is no virtual channel {}; 0 to {}", channel.value, vcs_ - 1));
    }
    set(numbers[place.value], static_cast<std::uint32_t>(node.value), line);
  }

  void set(std::uint32_t here, std::uint32_t node, const Line& line) {
    const Column port = line.columns[2];
    const topology::Link link = port.value < graph_.ports()
                                    ? whole_.next(RouterId(fabric_.router_of(here)), static_cast<unsigned>(port.value))
                                    : topology::Link{};
    const bool ends = link.exists() && link.router.value == node;
    if (!link.exists() || (!ends && fabric_.switch_of_router()[link.router.index()] == Fabric::no_switch)) {
      return fail_at(port.place, fmt::format("port {} of router {} leads {}", port.value, fabric_.router_of(here),
                                             link.exists() ? "to another node" : "nowhere"));
    }
    const std::size_t cell = std::size_t{here} * tables_.columns + node;
    if (tables_.ports[cell] != no_entry) {
      return fail_at(line.columns[0].place,
                     fmt::format("router {} has an entry for node {} already", fabric_.router_of(here), node));
    }
    tables_.ports[cell] = static_cast<std::uint8_t>(port.value);
    if (line.count < 4) return;
    tables_.channel.resize(tables_.ports.size(), 0);
    tables_.channel[cell] = static_cast<std::uint8_t>(line.columns[3].value);
  }

  void leave_at_home() {
    for (std::uint32_t node = 0; node < tables_.columns; ++node) {
      std::uint8_t& port = tables_.ports[std::size_t{fabric_.home_of_node()[node]} * tables_.columns + node];
      if (port == no_entry) port = leave;
    }
  }

  std::uint32_t next(std::uint32_t from, std::uint32_t node) const {
    const std::uint8_t port = tables_.ports[std::size_t{from} * tables_.columns + node];
    if (port == no_entry) return Fabric::no_switch;
    return fabric_.switch_of_router()[graph_.next(RouterId(fabric_.router_of(from)), port).router.index()];
  }
  /// True if the path ends here at a failed link, or if the file has no line here because of one.
  bool ends_at_fault(std::uint32_t at, std::uint32_t node) {
    std::uint8_t& port = tables_.ports[std::size_t{at} * tables_.columns + node];
    if (port != no_entry) return !graph_.next(RouterId(fabric_.router_of(at)), port).exists();
    const std::vector<std::uint8_t> ports = lost_.ports(at, fabric_.home_of_node()[node]);
    if (ports.empty() || distance_[at] != Fabric::far) return false;
    port = ports.front();
    return !graph_.next(RouterId(fabric_.router_of(at)), port).exists();
  }

  /// Follows the paths from all nodes to one.
  void follow(std::uint32_t node) {
    const std::uint32_t home = fabric_.home_of_node()[node];
    constexpr std::uint32_t lost = ~0U - 1;
    std::vector<std::uint32_t> links(tables_.switches, ~0U), way;
    links[home] = 0;
    if (fabric_.before_faults() != nullptr) fabric_.distances_to(home, distance_);
    for (std::uint32_t from = 0; from < fabric_.homes(); ++from) {
      way.clear();
      std::uint32_t at = from;
      for (; links[at] == ~0U; at = next(at, node)) {
        if (fabric_.before_faults() != nullptr && ends_at_fault(at, node)) {
          links[at] = lost;
          break;
        }
        way.push_back(at);
        if (next(at, node) == Fabric::no_switch || way.size() > tables_.switches) {
          return cut_off(from, node, at, next(at, node) != Fabric::no_switch);
        }
      }
      if (links[at] == lost) {
        for (const std::uint32_t each : way) links[each] = lost;
        continue;
      }
      std::uint32_t count = links[at];
      for (auto each = way.rbegin(); each != way.rend(); ++each) links[*each] = ++count;
      tables_.longest = std::max(tables_.longest, count);
    }
  }

  void cut_off(std::uint32_t from, std::uint32_t node, std::uint32_t at, bool round) {
    const std::uint32_t source = cut_off_between(fabric_, from, from).source;
    text_.fail_whole(fmt::format("there is no way from node {} to node {}: {} router {}{}", source, node,
                                 round ? "it goes round, over" : "it ends at", fabric_.router_of(at),
                                 round ? "" : ", which has no line for that node"));
  }

  TextTable text_;
  const topology::PortGraph& graph_;
  unsigned vcs_;
  Fabric fabric_;
  const topology::PortGraph& whole_;  ///< network including the links that failed from the start
  LostWays lost_;
  /// Distance of the switches to the home that is followed, if links have failed.
  std::vector<std::uint16_t> distance_;
  RouteTables tables_;
};

}  // namespace

RouteTables read_routes(const InputPath& file, const topology::PortGraph& graph, unsigned vcs,
                        const std::function<void(std::string)>& complain, const topology::Failures* failures) {
  return Reader(file, graph, vcs, complain, failures).read();
}

void write_routes(std::ostream& out, const Fabric& fabric, const RouteTables& tables) {
  out << "# switch destination port" << (tables.channel.empty() ? "" : " channel") << '\n';
  for (std::uint32_t from = 0; from < fabric.switches(); ++from) {
    for (std::uint32_t node = 0; node < fabric.nodes(); ++node) {
      if (fabric.home_of_node()[node] == from) continue;
      const std::uint32_t column = tables.node_columns ? node : fabric.home_of_node()[node];
      const std::size_t cell = std::size_t{from} * tables.columns + column;
      if (tables.ports[cell] >= no_entry || tables.is_lost(from, column)) continue;
      out << fabric.router_of(from) << ' ' << node << ' ' << unsigned{tables.ports[cell]};
      if (!tables.channel.empty()) out << ' ' << unsigned{tables.channel[cell]};
      out << '\n';
    }
  }
}

}  // namespace fsin::routing
