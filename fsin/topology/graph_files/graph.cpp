// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/graph_files/graph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "fsin/core/memory_limit.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/graph_file/parts.hpp"
#include "fsin/topology/switches/force_layout.hpp"

namespace fsin::topology {

FileGraph::FileGraph(graph_file::Wiring wiring)
    : SwitchGraph(wiring.terminals),
      names_(std::move(wiring.names)),
      terminal_classes_(std::move(wiring.terminal_classes)),
      classes_(std::move(wiring.classes)),
      digest_(std::move(wiring.digest)) {
  for (const graph_file::Wire& link : wiring.links) {
    for (unsigned i = 0; i < link.count; ++i) add_link(link.from, link.to, link.link_class);
  }
  for (const graph_file::Wire& arc : wiring.arcs) {
    for (unsigned i = 0; i < arc.count; ++i) add_arc(arc.from, arc.to, arc.link_class);
  }
  take_weights(wiring);
  if (terminal_classes_.empty()) return;
  std::uint32_t first = 0;
  for (const unsigned terminals : wiring.terminals) {
    first_node_.push_back(first);
    first += terminals;
  }
}

/// The output ports of a switch are in the order in which its links were added.
void FileGraph::take_weights(const graph_file::Wiring& wiring) {
  const auto weighs = [](const graph_file::Wire& wire) { return wire.weight != 0 || wire.back_weight != 0; };
  if (std::none_of(wiring.links.begin(), wiring.links.end(), weighs) &&
      std::none_of(wiring.arcs.begin(), wiring.arcs.end(), weighs)) {
    return;
  }
  weights_.resize(switches());
  for (const graph_file::Wire& link : wiring.links) {
    // One link after the other, for both ends may be the ports of one switch.
    for (unsigned i = 0; i < link.count; ++i) {
      weights_[link.from].push_back(link.weight);
      weights_[link.to].push_back(link.back_weight);
    }
  }
  for (const graph_file::Wire& arc : wiring.arcs) {
    weights_[arc.from].insert(weights_[arc.from].end(), arc.count, arc.weight);
  }
}

std::uint32_t FileGraph::link_weight(RouterId router, unsigned port) const {
  if (weights_.empty() || router.index() < nodes()) return 0;
  const auto number = static_cast<std::uint32_t>(router.index() - nodes());
  const unsigned first = terminals(number);
  return port < first || port - first >= weights_[number].size() ? 0 : weights_[number][port - first];
}

std::vector<std::string> FileGraph::link_classes() const {
  std::vector<std::string> names;
  for (const graph_file::LinkClass& each : classes_) names.push_back(each.name());
  return names;
}

std::vector<ClassValues> FileGraph::class_values() const {
  std::vector<ClassValues> values;
  bool any = false;
  for (const graph_file::LinkClass& each : classes_) {
    values.push_back({each.data.bandwidth, each.data.delay});
    any = any || each.data.bandwidth || each.data.delay;
  }
  return any ? values : std::vector<ClassValues>{};
}

unsigned FileGraph::link_class(RouterId router, unsigned port) const {
  if (terminal_classes_.empty()) return SwitchGraph::link_class(router, port);
  if (router.index() < nodes()) return terminal_classes_[router.index()];
  const auto number = static_cast<std::uint32_t>(router.index() - nodes());
  if (port < terminals(number)) return terminal_classes_[first_node_[number] + port];
  return SwitchGraph::link_class(router, port);
}

void FileGraph::lay_out(Drawing& drawing) const {
  lay_out_by_force(*this, drawing);
  drawing.names = names_;
}

double FileGraph::table_bytes() const {
  double bytes = SwitchGraph::table_bytes();
  for (const auto& each : weights_) bytes += static_cast<double>(sizeof each + each.size() * sizeof(std::uint32_t));
  for (const std::string& each : names_) bytes += static_cast<double>(sizeof each + each.capacity());
  return bytes + static_cast<double>(terminal_classes_.size() + first_node_.size() * sizeof(std::uint32_t));
}

double FileGraph::bytes_of(const graph_file::Wiring& wiring) {
  constexpr double of_switch = 128, of_terminal = 9, of_direction = 2 * sizeof(Plug);
  double nodes = 0, directions = 0;
  for (const unsigned terminals : wiring.terminals) nodes += terminals;
  for (const graph_file::Wire& link : wiring.links) directions += 2.0 * link.count;
  for (const graph_file::Wire& arc : wiring.arcs) directions += arc.count;
  return of_switch * static_cast<double>(wiring.names.size()) + of_terminal * nodes + of_direction * directions;
}

std::shared_ptr<const FileGraph> GraphParams::example() {
  graph_file::Wiring ring;
  ring.names = {"s0", "s1", "s2"};
  ring.terminals = {1, 1, 1};
  ring.links = {{0, 1, 1, 1}, {1, 2, 1, 1}, {2, 0, 1, 1}};
  ring.classes = {{true, {}}, {false, {}}};
  return std::make_shared<FileGraph>(std::move(ring));
}

std::shared_ptr<const FileGraph> GraphParams::read(const Mark& named_at, Diagnostics& diagnostics) const {
  const MemoryLimit limit = memory_limit();
  const std::size_t errors = diagnostics.error_count();
  const graph_file::AttributeChoice choice{bandwidth_attributes, delay_attributes, bandwidth_unit, delay_unit};
  if (const std::string fault = choice.fault(); !fault.empty()) {
    diagnostics.error(named_at, fault);
    return nullptr;
  }
  auto listing = graph_file::read_file(file, format, limit, named_at, diagnostics, choice);
  if (!listing) return nullptr;
  if (parts == GraphParts::largest) graph_file::keep_largest_part(*listing, diagnostics);
  graph_file::Wiring wiring =
      graph_file::wire(*listing, {terminals, direction, leaf_terminals, parallel_links}, diagnostics);
  if (diagnostics.error_count() > errors) return nullptr;
  const double bytes = FileGraph::bytes_of(wiring);
  if (limit.bytes != 0 && bytes > static_cast<double>(limit.bytes)) {
    diagnostics.error(named_at, fmt::format("a network of {} needs about {}, and {}; make it smaller",
                                            fmt::format("{} switches", wiring.names.size()),
                                            bytes_text(static_cast<std::uint64_t>(bytes)), limit.text()));
    return nullptr;
  }
  return std::make_shared<FileGraph>(std::move(wiring));
}

bool GraphParams::load(FileGraphs& graphs, const Mark& named_at, Diagnostics& diagnostics) {
  const std::string key = fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}|{}|{}", file.string(), static_cast<int>(format),
                                      terminals ? int(*terminals) : -1, static_cast<int>(direction), leaf_terminals,
                                      parallel_links, static_cast<int>(parts), bandwidth_attributes,
                                      bandwidth_unit.value_or(""), delay_attributes, delay_unit.value_or(""));
  std::shared_ptr<const FileGraph>& graph = graphs[key];
  if (!graph) graph = read(named_at, diagnostics);
  if (!graph) return false;
  if (digest && *digest != graph->digest()) {
    diagnostics.input_error(named_at,
                            fmt::format("{}: the file has changed: its digest is {}, and {} is written; put the file "
                                        "back, or leave out topology.digest",
                                        one_line(file.string()), graph->digest(), one_line(*digest)));
    return false;
  }
  graph_ = graph;
  digest = graph->digest();
  return true;
}

Extent GraphParams::extent() const {
  return {static_cast<double>(graph_->nodes()), static_cast<double>(graph_->routers()), graph_->ports(),
          graph_->rails()};
}

}  // namespace fsin::topology
