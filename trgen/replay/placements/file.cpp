// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/placements/file.hpp"

#include <fmt/core.h>

#include <sstream>
#include <unordered_map>
#include <utility>

#include "fsin/core/input_file.hpp"
#include "fsin/core/text.hpp"

namespace trgen::replay {
namespace {

std::string_view content(std::string_view line) {
  line = line.substr(0, line.find('#'));
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// Reads nodes line by line, and reports each line that is faulty.
class PlacementReader {
 public:
  PlacementReader(const std::string& name, std::uint32_t nodes, std::uint32_t per_node, fsin::Diagnostics& diagnostics)
      : mark_(name), nodes_(nodes), per_node_(per_node), diagnostics_(diagnostics) {}

  void line(std::string_view text) {
    ++line_;
    const std::string_view word = content(text);
    if (word.empty()) return;
    const auto node = fsin::parse_natural(word);
    if (!node) {
      complain(fmt::format("{} is not a node number; write one number from 0 to {} per line", fsin::in_quotes(word),
                           nodes_ - 1));
    } else if (*node >= nodes_) {
      complain(fmt::format("node {} does not exist; the network has nodes 0 to {}", *node, nodes_ - 1));
    } else {
      put_on(*node);
    }
    places_.push_back(node ? static_cast<std::uint32_t>(*node) : 0);
  }

  std::vector<std::uint32_t> finish(std::uint32_t ranks) {
    if (places_.size() != ranks) {
      complain(fmt::format("{} nodes for a trace of {} ranks; write one line for each rank", places_.size(), ranks));
    }
    return std::move(places_);
  }

 private:
  struct Used {
    std::uint32_t ranks = 0;
    std::uint64_t line = 0;  ///< of the first of them
  };

  void put_on(std::uint64_t node) {
    Used& used = used_[node];
    if (used.ranks++ == 0) used.line = line_;
    if (used.ranks <= per_node_) return;
    if (per_node_ == 1) {
      return complain(fmt::format(
          "node {} is already given on line {}; give every rank a node of its own, or set placement.per_node", node,
          used.line));
    }
    complain(fmt::format("node {} is given to {} ranks, the first on line {}; placement.per_node allows {}", node,
                         used.ranks, used.line, per_node_));
  }
  void complain(std::string message) { diagnostics_.input_error(mark_.at(line_), std::move(message)); }

  fsin::Mark mark_;
  std::uint32_t nodes_;
  std::uint32_t per_node_;
  fsin::Diagnostics& diagnostics_;
  std::uint64_t line_ = 0;
  std::unordered_map<std::uint64_t, Used> used_;
  std::vector<std::uint32_t> places_;
};

}  // namespace

std::vector<std::uint32_t> parse_placement(const std::string& name, const std::string& text, std::uint32_t ranks,
                                           std::uint32_t nodes, std::uint32_t per_node,
                                           fsin::Diagnostics& diagnostics) {
  PlacementReader reader(name, nodes, per_node, diagnostics);
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) reader.line(line);
  return reader.finish(ranks);
}

std::vector<std::uint32_t> read_placement(const fsin::InputPath& file, std::uint32_t ranks, std::uint32_t nodes,
                                          std::uint32_t per_node, fsin::Diagnostics& diagnostics) {
  fsin::InputStream stream(file);
  std::ostringstream text;
  if (!stream.file().size() || !(text << stream.rdbuf())) {
    diagnostics.input_error(fsin::Mark(file.string()),
                            "cannot read this placement file; give a text file with one node number for each rank");
    return {};
  }
  return parse_placement(file.string(), text.str(), ranks, nodes, per_node, diagnostics);
}

std::vector<std::uint32_t> FilePlacementParams::place(const Site& site, fsin::Diagnostics& diagnostics,
                                                      Problem& problem) const {
  std::vector<std::uint32_t> places = read_placement(file, site.ranks, site.facts.nodes, per_node, diagnostics);
  for (std::size_t rank = 0; rank < places.size() && problem.empty(); ++rank) {
    if (places[rank] < site.facts.nodes && !site.is_free(places[rank])) {
      problem = fmt::format("{} puts rank {} on node {}, on which another job runs; give each job nodes of its own",
                            file.string(), rank, places[rank]);
    }
  }
  return places;
}

}  // namespace trgen::replay
