// SPDX-License-Identifier: Apache-2.0
// trgen topology: which patterns the messages of a trace follow.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "fsin/core/output_check.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/topology_report.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/io/output.hpp"
#include "trgen/pattern/matrix.hpp"
#include "trgen/pattern/picture.hpp"
#include "trgen/pattern/placing.hpp"
#include "trgen/pattern/sweeps.hpp"
#include "trgen/pattern/words.hpp"
#include "trgen/record/mpi_traffic.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;
using pattern::Pattern;

/// Calls that set up communicators and leave no traffic say nothing of the program's topology.
bool tells_something(const pattern::CallGroups& calls) {
  return calls.has_messages() || record::traffic_of(calls.function) != record::Traffic::setup;
}

TopologyFindings find_topology(const record::TraceSource& trace, bool together) {
  pattern::Traffic traffic = pattern::read_traffic(trace, together);
  TopologyFindings found{.name = trace.name(),
                         .ranks = trace.ranks(),
                         .together = together,
                         .to_self = traffic.to_self,
                         .messages = pattern::Verdict::of(trace.ranks(), std::move(traffic.messages)),
                         .collectives = {}};
  pattern::find_sweeps(trace, found.messages.patterns);
  for (pattern::CallGroups& calls : pattern::groups_of(std::move(traffic.calls), trace.ranks())) {
    if (!tells_something(calls)) continue;
    auto inside = pattern::Verdict::of(trace.ranks(), std::move(calls.edges));
    calls.edges.clear();
    found.collectives.push_back({std::move(calls), std::move(inside)});
  }
  return found;
}

/// Refuses, before the trace is read, outputs that would replace its files.
void spare_inputs(const record::TraceSource& trace, std::initializer_list<std::optional<std::string>> outputs) {
  const formats::FilesRead files(trace);
  for (const std::optional<std::string>& path : outputs) {
    if (path) files.spare(*path);
  }
}

void write_file(const std::string& path, const std::string& text) {
  io::Output out(path);
  out.write(std::string_view(text));
  out.commit();
}

void write_picture(const TopologyFindings& found, const std::string& path) {
  const pattern::Verdict& verdict = found.messages;
  std::vector<pattern::Entry> legend;
  for (const Pattern& each : verdict.patterns) {
    legend.push_back({pattern::claim(each, verdict.explanation.parts), share_text(each.both(), verdict.graph.total())});
  }
  const std::string rest =
      verdict.explanation.left_pairs == 0 ? "" : share_text(verdict.explanation.left, verdict.graph.total());
  write_file(path,
             pattern::picture(fmt::format("{}, {} ranks", found.name, found.ranks), verdict.graph, verdict.patterns,
                              patterns_of_pairs(verdict.explanation, verdict.patterns), legend, rest));
}

/// The grid by which ranks are placed: the axes of the pattern with most messages that has some.
const Pattern& grid_of(const TopologyFindings& found) {
  const auto& patterns = found.messages.patterns;
  const auto grid = std::find_if(patterns.begin(), patterns.end(), [](const Pattern& each) {
    return each.axes && (each.is_grid() || each.form == pattern::Form::butterfly);
  });
  if (grid != patterns.end()) return *grid;
  throw record::TraceError(
      fmt::format("{}: --placement: found no grid, ring or butterfly to place by; leave it out", found.name));
}

/// The network of the option, or the grid itself.
pattern::TargetNetwork network_for(const Pattern& grid, const std::optional<pattern::TargetNetwork>& wanted) {
  if (wanted) return *wanted;
  pattern::TargetNetwork network{.wraps = grid.form == pattern::Form::torus || grid.form == pattern::Form::ring ||
                                          grid.form == pattern::Form::mixed_grid,
                                 .extents = {}};
  for (const pattern::Axis& axis : grid.axes->axes) network.extents.push_back(axis.extent);
  return network;
}

ordered_json write_placement(const TopologyFindings& found, const std::optional<pattern::TargetNetwork>& wanted,
                             const std::string& path) {
  const Pattern& grid = grid_of(found);
  const pattern::TargetNetwork network = network_for(grid, wanted);
  if (network.nodes() < found.ranks) {
    throw record::TraceError(fmt::format("{}: --placement: a {} has {} nodes for {} ranks; give a larger one by --onto",
                                         found.name, network.text(), network.nodes(), found.ranks));
  }
  const std::string name = pattern::title(grid, found.messages.explanation.parts);
  const std::vector<std::uint32_t> nodes = pattern::place(found.messages.graph, *grid.axes, network);
  if (nodes.empty()) {
    throw record::TraceError(fmt::format(
        "{}: --placement: the {} does not divide into a {}; give extents by --onto whose factors are those of the grid",
        found.name, name, network.text()));
  }
  std::vector<std::uint32_t> consecutive(found.ranks);
  std::iota(consecutive.begin(), consecutive.end(), 0U);
  const double before = pattern::mean_distance(found.messages.graph, consecutive, network);
  const double after = pattern::mean_distance(found.messages.graph, nodes, network);
  std::string text = fmt::format("# {} ranks of {} on a {}, by the {}: node of rank 0, 1, ...\n", found.ranks,
                                 fsin::in_quotes(found.name), network.text(), name);
  for (const std::uint32_t node : nodes) text += fmt::format("{}\n", node);
  write_file(path, text);
  fsin::say("{}: nodes on a {}; {:.3g} hops a message on average, {:.3g} with ranks in their order\n", path,
            network.text(), after, before);
  return {{"file", path}, {"network", network.text()}, {"hops", after}, {"hops_consecutive", before}};
}

int run_topology(const Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(1, 1, "one trace file", diagnostics);
  std::optional<pattern::TargetNetwork> network;
  if (const auto text = arguments.text("onto")) {
    network = pattern::parse_network(*text);
    if (!network) arguments.error("--onto must be extents such as 8x8, torus:8x8 or mesh:4x4x4", diagnostics);
    if (!arguments.has("placement"))
      arguments.error("--onto names the network of --placement FILE; give both", diagnostics);
  }
  const auto picture = arguments.text("out"), nodes = arguments.text("placement");
  fsin::OutputCheck outputs("trgen topology");
  if (picture) outputs.writes("--out", *picture);
  if (nodes) outputs.writes("--placement", *nodes);
  outputs.check(diagnostics);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
  const auto trace = formats::open_trace(arguments.positional()[0], options);
  print_warnings(trace->warnings());
  print_losses(trace->name(), trace->losses(), lost_in_reading);
  spare_inputs(*trace, {picture, nodes});
  const TopologyFindings found = find_topology(*trace, arguments.has("together"));
  ordered_json placement;
  if (picture) write_picture(found, *picture);
  if (nodes) placement = write_placement(found, network, *nodes);
  if (arguments.has("json")) {
    ordered_json object = topology_json(found);
    if (!placement.is_null()) object["placement"] = placement;
    object["host"] = host_json(meter.used(), trace->records());
    print_json(object);
  } else {
    print_topology(found, !arguments.has("brief"));
  }
  return exit_done;
}

constexpr std::array topology_options{
    Option{"together", "", "take messages inside collectives and point-to-point messages as one"},
    Option{"brief", "", "print the patterns without drawings of the matrix and the grid"},
    Option{"out", "FILE.svg", "write a picture: the traffic matrix coloured by pattern, the grid, a legend"},
    Option{"placement", "FILE", "write a placement of the ranks by the grid that was found: one node number a line"},
    Option{"onto", "NETWORK", "the network of --placement: 8x8, torus:8x8 or mesh:4x4x4 (default: the grid itself)"},
    Option{"json", "", "print one JSON object"},
    spool_option};

}  // namespace

const Command topology_command{
    .name = "topology",
    .summary = "says which patterns the messages of a trace follow: grids, butterflies, trees, groups, ...",
    .usage = "[--together] [--brief] [--out FILE.svg] [--placement FILE [--onto NETWORK]] [--json] FILE",
    .description =
        "Finds the virtual topology of a program in who sends to whom: meshes and tori of any dimension, with the\n"
        "numbering of their ranks, rings, shifts, butterflies and other exclusive ors, transpositions, binomial and\n"
        "k-ary trees, stars, all-to-all of all ranks or of groups such as rows, diagonals of stencils, wavefronts.\n"
        "Several patterns in one trace are told apart, each with its share of messages and bytes. A pattern is called\n"
        "sure if a random graph, whose ranks have as many partners, would have it by chance at most once in a million\n"
        "graphs; a pattern that fits, but may be there by chance, is printed after \"perhaps\".\n"
        "Calls of collectives are listed by their groups of ranks, with the pattern of the messages inside.\n"
        "FILE may be in any format. Memory grows with the number of pairs of ranks, not with the length of the trace.",
    .examples =
        "  trgen topology cg.W.64.txt.zst\n  trgen topology --out bt.svg --placement bt.nodes bt.W.64.it30.txt.zst\n"
        "  trgen topology --json --placement cg.nodes --onto torus:4x4x4 cg.W.64.loops\n",
    .options = topology_options,
    .run = run_topology};

}  // namespace trgen::commands
