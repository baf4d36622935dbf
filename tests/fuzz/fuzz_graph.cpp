// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes to each of the readers of graph files, whatever they look like, and on to a network. Nothing
// may crash, leak or run away; every message is one line; what is made without an error is a network that an edge list
// can hold and give back.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fsin/core/text.hpp"
#include "fsin/graph_file/parts.hpp"
#include "fsin/topology/graph_files/edge_list.hpp"
#include "fsin/topology/graph_files/graph.hpp"

namespace {

using namespace fsin;
using graph_file::Direction;
using graph_file::Format;
using graph_file::Reading;

void require(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print("fuzz_graph: {}\n", what);
  std::abort();
}

void check_messages(const Diagnostics& diagnostics) {
  for (const Diagnostic& entry : diagnostics.entries()) {
    require(!find_non_text(entry.text()) && entry.text().find('\n') == std::string::npos, "a message is not a line");
  }
}

void check_network(const graph_file::Wiring& wiring) {
  const auto network = std::make_shared<topology::FileGraph>(wiring);
  const topology::Topology built = topology::built("graph", network);
  require(static_cast<double>(built.graph.links()) == network->links(), "not all links are connected");
  std::string text;
  topology::write_edge_list(built, {}, [&text](std::string_view piece) { text += piece; });
  Diagnostics diagnostics;
  const auto listing = graph_file::read_text(text, Format::edges, Mark("again"), 0, diagnostics);
  Reading reading;
  reading.parallel_links = true;
  const auto again = graph_file::wire(listing, reading, diagnostics);
  require(diagnostics.ok(), "what was written cannot be read: " + diagnostics.text());
  require(again.names.size() == wiring.names.size(), "what was written has other switches");
}

void try_format(const std::string& text, Format format, const Reading& reading,
                const graph_file::AttributeChoice& choice) {
  constexpr std::size_t most_terminals = 10'000;
  constexpr std::uint64_t room = 16U << 20U;
  Diagnostics diagnostics;
  auto listing = graph_file::read_text(text, format, Mark("fuzz"), room, diagnostics, choice);
  if (!diagnostics.ok()) return check_messages(diagnostics);
  if (text.size() % 7 == 0) graph_file::keep_largest_part(listing, diagnostics);
  const graph_file::Wiring wiring = graph_file::wire(listing, reading, diagnostics);
  check_messages(diagnostics);
  std::size_t terminals = 0;
  for (const unsigned each : wiring.terminals) terminals += each;
  if (diagnostics.ok() && terminals < most_terminals) check_network(wiring);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  Reading reading;
  reading.leaf_terminals = size % 2 != 0;
  reading.parallel_links = size % 3 == 0;
  reading.direction = size % 5 == 0 ? Direction::paired : size % 5 == 1 ? Direction::both : Direction::as_written;
  graph_file::AttributeChoice choice;
  if (size % 4 == 1) choice = {{"capacity", "bw"}, {"latency"}, "Mb/s", "ms"};
  if (size % 4 == 2) choice = {{}, {}, "kb/s", "km"};
  for (const Format format :
       {Format::edges, Format::graphml, Format::gml, Format::dot, Format::json, Format::automatic}) {
    try_format(text, format, reading, choice);
  }
  return 0;
}
