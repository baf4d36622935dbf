// SPDX-License-Identifier: Apache-2.0
// fsin topology: the links of an experiment's network, for graph tools, and its properties.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/cli/exit_code.hpp"
#include "fsin/cli/stages.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/commands/experiment_words.hpp"
#include "fsin/commands/key_candidates.hpp"
#include "fsin/commands/routes_option.hpp"
#include "fsin/commands/worst_permutation_option.hpp"
#include "fsin/core/append.hpp"
#include "fsin/core/output_check.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/quantity_text.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/experiment/experiment_checks.hpp"
#include "fsin/experiment/headline.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/forecast/degraded.hpp"
#include "fsin/forecast/fault_check.hpp"
#include "fsin/forecast/survey.hpp"
#include "fsin/run/bounds.hpp"
#include "fsin/topology/drawing/svg.hpp"
#include "fsin/topology/graph_files/edge_list.hpp"

namespace fsin::commands {
namespace {

constexpr std::array topology_options{
    cli::Option{"properties", "", "sizes, distances, classes of links and capacity (default)"},
    cli::Option{"dot", "", "the graph for Graphviz; a pair of opposite links is one edge, links that fail are dashed"},
    cli::Option{"csv", "", "one row per directed link: from,port,to,in_port"},
    cli::Option{"svg", "", "a drawing, links coloured by their class, those that fail dashed"},
    cli::Option{"routes", "FILE", "write the routing's table of next hops, for routing: {type: table, file: FILE}"},
    cli::Option{
        "worst-permutation", "FILE",
        "write the permutation of nodes that loads one link most, for pattern: {type: permutation, file: FILE}"},
    cli::Option{"edges", "", "the graph as an edge list, which topology: {type: graph, file: ...} reads"}};

constexpr std::size_t chunk = 1U << 16U;

/// Calls visit(from, port, link) for every directed link.
template <class Visit>
void for_each_link(const topology::PortGraph& graph, Visit visit) {
  for (std::size_t router = 0; router < graph.routers(); ++router) {
    for (unsigned port = 0; port < graph.ports(); ++port) {
      const topology::Link link = graph.next(RouterId(router), port);
      if (link.exists()) visit(router, port, link);
    }
  }
}

/// Collects text and writes it piece by piece: a large network has millions of links.
class Writer {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    append(text_, format, std::forward<Args>(args)...);
    if (text_.size() >= chunk) flush();
  }
  void flush() {
    write_text(text_);
    text_.clear();
  }

 private:
  std::string text_;
};

void print_csv(const topology::Topology& topology) {
  Writer out;
  out.add("from,port,to,in_port\n");
  for_each_link(topology.graph, [&](std::size_t from, unsigned port, const topology::Link& link) {
    out.add("{},{},{},{}\n", from, port, link.router.index(), link.port);
  });
  out.flush();
}

/// Is there a link back, so that both are drawn as one edge from the lower number?
bool has_opposite(const topology::PortGraph& graph, std::size_t from, RouterId to) {
  for (unsigned port = 0; port < graph.ports(); ++port) {
    const topology::Link back = graph.next(to, port);
    if (back.exists() && back.router.index() == from) return true;
  }
  return false;
}

void print_dot(const topology::Topology& topology) {
  Writer out;
  const bool has_switches = topology.graph.routers() > topology.graph.nodes();
  out.add("digraph \"{}\" {{\n  node [shape=circle];\n", topology.name);
  for (std::size_t r = topology.graph.nodes(); has_switches && r < topology.graph.routers(); ++r) {
    out.add("  {} [shape=box];\n", r);
  }
  for_each_link(topology.graph, [&](std::size_t from, unsigned, const topology::Link& link) {
    if (!has_opposite(topology.graph, from, link.router)) {
      out.add("  {} -> {};\n", from, link.router.index());
    } else if (from < link.router.index()) {
      out.add("  {} -> {} [dir=both];\n", from, link.router.index());
    }
  });
  for (const topology::FailedLink& link : topology.failures.links) {
    if (topology.failures.find(link.router, link.port) != &link) continue;  // one that fails several times
    out.add("  {} -> {} [style=dashed color=gray];\n", link.router.index(), link.leads_to.router.index());
  }
  out.add("}}\n");
  out.flush();
}

/// "4", or "2 to 4": links out of the routers from `first` to before `last`.
std::string degrees(const topology::PortGraph& graph, std::size_t first, std::size_t last) {
  unsigned least = graph.ports(), most = 0;
  for (std::size_t router = first; router < last; ++router) {
    unsigned out = 0;
    for (unsigned port = 0; port < graph.ports(); ++port) out += graph.next(RouterId(router), port).exists() ? 1U : 0U;
    least = std::min(least, out);
    most = std::max(most, out);
  }
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

std::string degree_text(const topology::PortGraph& graph) {
  const std::string of_nodes = degrees(graph, 0, graph.nodes());
  if (graph.routers() == graph.nodes()) return fmt::format("{}  (links out of a router)", of_nodes);
  return fmt::format("{}  (links out of a switch; {} out of the network interface of a node)",
                     degrees(graph, graph.nodes(), graph.routers()), of_nodes);
}

/// How many links there are of each class, and what a packet meets of them.
std::string classes_text(const topology::Topology& topology) {
  const std::vector<std::string> names = topology.geometry->link_classes();
  const topology::Distances distances = topology.geometry->distances();
  std::vector<std::size_t> counts(names.size());
  for_each_link(topology.graph, [&](std::size_t from, unsigned port, const topology::Link&) {
    ++counts[topology.geometry->link_class(RouterId(from), port)];
  });
  std::string text;
  for (std::size_t c = 0; c < names.size(); ++c) {
    text += fmt::format("links of {:<9}{}", names[c], counts[c]);
    if (c < std::min(distances.class_links.size(), distances.class_loads.size())) {
      text += fmt::format("  ({:.4f} on a path; busiest {:.4f} phits a cycle if every node sends one)",
                          distances.class_links[c], distances.class_loads[c]);
    }
    text += '\n';
  }
  return text;
}

/// What an edge list says of the links of each class: nothing where the experiment has no values by class.
std::vector<std::string> attributes_by_class(const experiment::LinkParams& link, std::size_t classes) {
  const auto without_blank = [](std::string text) {
    std::erase(text, ' ');
    return text;
  };
  std::vector<std::string> attributes(classes);
  for (std::size_t c = 0; c < classes; ++c) {
    if (!link.bandwidth_by_class.empty())
      attributes[c] += " bandwidth=" + without_blank(to_text(link.bandwidth_by_class[c]));
    if (!link.delay_by_class.empty()) attributes[c] += " delay=" + without_blank(to_text(link.delay_by_class[c]));
  }
  return attributes;
}

void print_edges(const experiment::Experiment& experiment, const topology::Topology& topology) {
  Writer out;
  const std::size_t classes = topology.geometry->link_classes().size();
  topology::write_edge_list(topology, attributes_by_class(experiment.network.link, classes),
                            [&out](std::string_view text) { out.add("{}", text); });
  out.flush();
}

void print_properties(const experiment::Experiment& experiment, const topology::Topology& topology) {
  const run::Bounds bounds = run::bounds_of(*topology.geometry, experiment::design_of(experiment));
  cli::Stages stages("fsin topology");
  const forecast::Survey survey =
      forecast::survey_of(experiment, topology, bounds, [&stages](std::string_view stage) { stages.begin(stage); });
  const auto degraded = forecast::degraded_of(topology);
  const std::string with_faults =
      degraded ? fmt::format("with faults       {}\n", forecast::degraded_text(*degraded)) : std::string();
  write_text(fmt::format(
      "topology          {}\nnodes             {}\nrouters           {}\nlinks             {}  (directed)\n"
      "ports             {}  (per router, without the node's own)\ndegree            {}\n{}diameter          {} links\n"
      "average distance  {:.4f} links  (between different nodes)\n{}"
      "bisection         {}\nways              {}\ncost              {}\nports in use      {}\n"
      "capacity          {:.4f} phits/node/cycle  (upper bound, uniform traffic)\n",
      experiment::headline_of_topology(experiment), topology.graph.nodes(), topology.graph.routers(),
      topology.graph.links(), topology.graph.ports(), degree_text(topology.graph), classes_text(topology),
      bounds.diameter, bounds.average_distance, with_faults, forecast::bisection_text(survey.bisection),
      forecast::diversity_text(survey.diversity), forecast::cables_text(survey.cost), forecast::ports_text(survey.cost),
      bounds.capacity));
}

/// Nothing that is read may be overwritten.
void check_outputs(const cli::Arguments& arguments, const experiment::LoadedExperiment& loaded,
                   Diagnostics& diagnostics) {
  OutputCheck check("fsin topology");
  check.reads(loaded.document.inputs().names());
  for (const char* option : {"routes", "worst-permutation"}) {
    if (const auto file = arguments.text(option)) check.writes(fmt::format("--{}", option), *file);
  }
  check.check(diagnostics);
}

int topology_main(const cli::Arguments& arguments) {
  Diagnostics diagnostics;
  const auto words = experiment_words(arguments, "fsin topology", diagnostics);
  const auto shapes = std::count_if(topology_options.begin(), topology_options.end(),
                                    [&](const cli::Option& option) { return arguments.has(option.name); });
  if (shapes > 1) {
    diagnostics.error(
        Mark("fsin topology"),
        "--properties, --dot, --csv, --svg, --edges, --routes and --worst-permutation exclude each other; keep "
        "one");
  }
  std::optional<experiment::LoadedExperiment> loaded;
  if (words && diagnostics.ok()) loaded = experiment::load_experiment(words->file, words->overrides, diagnostics);
  diagnostics.print(stderr);
  if (!loaded) return diagnostics.exit_code();
  check_outputs(arguments, *loaded, diagnostics);
  const topology::Topology topology = experiment::built_network(loaded->experiment.network);
  experiment::check_faults(*loaded, topology, diagnostics);
  if (!diagnostics.ok()) {
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }
  if (const auto file = arguments.text("routes")) {
    write_routes(*loaded, topology, *file, diagnostics);
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }
  if (const auto file = arguments.text("worst-permutation")) {
    write_worst_permutation(*loaded, topology, *file, diagnostics);
    diagnostics.print(stderr);
    return diagnostics.exit_code();
  }
  if (arguments.has("dot")) {
    print_dot(topology);
  } else if (arguments.has("csv")) {
    print_csv(topology);
  } else if (arguments.has("svg")) {
    write_text(topology::svg_of(topology::draw(topology), experiment::headline_of_topology(loaded->experiment)));
  } else if (arguments.has("edges")) {
    print_edges(loaded->experiment, topology);
  } else {
    print_properties(loaded->experiment, topology);
  }
  return cli::exit_done;
}

}  // namespace

const cli::Command topology_command{
    .name = "topology",
    .summary = "prints properties of the network of an experiment, or its links for other tools",
    .usage =
        "EXP.yaml [key=value ...] [--properties | --dot | --csv | --svg | --edges | --routes FILE | "
        "--worst-permutation FILE]",
    .description = "Builds the topology and prints it. Routers 0 .. nodes-1 have a node of the same number.",
    .examples =
        "  fsin topology exp.yaml\n  fsin topology exp.yaml topology.dims=[4,4] --dot | dot -Tsvg > net.svg\n"
        "  fsin topology exp.yaml --svg > network.svg\n",
    .options = topology_options,
    .run = topology_main,
    .complete = complete_experiment};

}  // namespace fsin::commands
