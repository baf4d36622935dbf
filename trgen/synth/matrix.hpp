// SPDX-License-Identifier: Apache-2.0
// A traffic matrix from a file of comma-separated values: a row for each source, a column for each destination, rates
// in any unit. The load of a node is proportional to the sum of its row; the mean over the nodes that send is the load.
// A row of zeros is a silent node; the diagonal never enters the network and must be zero. Destinations are drawn by
// binary search in the cumulative row: 12 bytes for each rate above zero.
#pragma once

#include "fsin/config/input_key.hpp"
#include "trgen/io/input.hpp"
#include "trgen/synth/kept.hpp"
#include "trgen/synth/pattern.hpp"

namespace trgen::synth {

/// The rates above zero of a matrix, row after row.
struct TrafficMatrix {
  std::vector<std::uint64_t> rows;          ///< by source: index of its first entry; one more at the end
  std::vector<std::uint32_t> destinations;  ///< of each entry
  std::vector<double> up_to;                ///< sum of the entries of its row up to and including it
  double mean = 0;                          ///< mean sum of the rows that are not empty

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(rows.size() - 1); }
  double sum(std::uint32_t source) const { return rows[source] == rows[source + 1] ? 0 : up_to[rows[source + 1] - 1]; }
};

/// Reads the matrix of a network of so many nodes. Throws record::TraceError.
TrafficMatrix read_matrix(trgen::io::Input& in, std::uint32_t nodes);

struct MatrixParams {
  static constexpr std::string_view name = "matrix";
  static constexpr std::string_view doc = "destinations and rates of all nodes from a table";
  static constexpr std::string_view cite = "";
  static constexpr bool uneven = true;  ///< Pattern::rate() or to_self() differs from that of other patterns

  fsin::InputPath file;
  Kept<TrafficMatrix> kept;

  template <class F>
  void fields(F& f) {
    f("file", file,
      "comma-separated values: a row for each source, a column for each destination, rates in any unit; the nodes that "
      "send have the load on average, and a row of zeros is a silent node")
        .required();
  }

  std::string check(const NetworkFacts& facts) const;
  std::unique_ptr<Pattern> make(const NetworkFacts& facts, std::uint64_t seed) const;
};

}  // namespace trgen::synth
