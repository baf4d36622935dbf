// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/placement.hpp"

#include <fmt/core.h>

#include <fstream>
#include <numeric>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "fsin/core/rng.hpp"
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
  PlacementReader(const std::string& name, std::uint32_t nodes, fsin::Diagnostics& diagnostics)
      : mark_(name), nodes_(nodes), diagnostics_(diagnostics) {}

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
    } else if (const auto [known, fresh] = line_of_.try_emplace(*node, line_); !fresh) {
      complain(
          fmt::format("node {} is already given on line {}; give every rank a node of its own", *node, known->second));
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
  void complain(std::string message) { diagnostics_.input_error(mark_.at(line_), std::move(message)); }

  fsin::Mark mark_;
  std::uint32_t nodes_;
  fsin::Diagnostics& diagnostics_;
  std::uint64_t line_ = 0;
  std::unordered_map<std::uint64_t, std::uint64_t> line_of_;
  std::vector<std::uint32_t> places_;
};

}  // namespace

std::vector<std::uint32_t> place_consecutively(std::uint32_t ranks) {
  std::vector<std::uint32_t> places(ranks);
  std::iota(places.begin(), places.end(), 0U);
  return places;
}

std::vector<std::uint32_t> place_randomly(std::uint32_t ranks, std::uint32_t nodes, std::uint64_t seed) {
  std::vector<std::uint32_t> places = place_consecutively(nodes);
  for (std::uint32_t i = 0; i < ranks; ++i) {
    const std::uint32_t word = fsin::philox({seed, fsin::Purpose::placement}, i)[0];
    std::swap(places[i], places[i + fsin::scale_draw(word, nodes - i)]);
  }
  places.resize(ranks);
  return places;
}

std::vector<std::uint32_t> parse_placement(const std::string& name, const std::string& text, std::uint32_t ranks,
                                           std::uint32_t nodes, fsin::Diagnostics& diagnostics) {
  PlacementReader reader(name, nodes, diagnostics);
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) reader.line(line);
  return reader.finish(ranks);
}

std::vector<std::uint32_t> read_placement(const std::filesystem::path& file, std::uint32_t ranks, std::uint32_t nodes,
                                          fsin::Diagnostics& diagnostics) {
  std::ifstream stream(file);
  std::ostringstream text;
  if (!std::filesystem::is_regular_file(file) || !stream || !(text << stream.rdbuf())) {
    diagnostics.input_error(fsin::Mark(file.string()),
                            "cannot read this placement file; give a text file with one node number for each rank");
    return {};
  }
  return parse_placement(file.string(), text.str(), ranks, nodes, diagnostics);
}

}  // namespace trgen::replay
