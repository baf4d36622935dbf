// SPDX-License-Identifier: Apache-2.0
// The original simulator's population: the distance of a packet is drawn from a file, and its destination is any node
// at that distance. The file has a line "distance weight" for each distance, in links of a shortest path. A node that
// has none at some distance draws among its other ones. A table of all nodes by distance: 4 bytes for each pair of
// nodes.
#pragma once

#include "fsin/config/input_key.hpp"
#include "trgen/io/input.hpp"
#include "trgen/synth/kept.hpp"
#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

/// Weights by distance. Throws record::TraceError.
std::vector<double> read_population(io::Input& in);

struct PopulationParams {
  static constexpr std::string_view name = "population";
  static constexpr std::string_view doc = "any node at a distance that is drawn from a file";
  static constexpr std::string_view cite = "";
  static constexpr std::uint32_t most_nodes = 16384;

  fsin::InputPath file;
  Kept<std::vector<double>> kept;  ///< weights by distance

  template <class F>
  void fields(F& f) {
    f("file", file, "file with a line \"distance weight\" for each distance, in links").required();
  }

  std::string check(const NetworkFacts& facts) const;
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
