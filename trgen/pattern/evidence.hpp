// SPDX-License-Identifier: Apache-2.0
// How sure a pattern is: the bits that it saves in a description of who sends to whom.
//
// The null hypothesis is a random graph in which each rank has the number of partners that it has in the trace: ranks u
// and v with d(u) and d(v) partners are a pair with chance p = c d(u) d(v) / 2E, at most 0.99, independently, where E
// is the number of pairs and c makes the expected number of pairs E (F. Chung, L. Lu, Connected components in random
// graphs with given expected degree sequences, Annals of Combinatorics 6, 2002).
//
// A pattern of m pairs with chances p, of which the trace has k, saves
//     bits = sum over the k pairs of log2(q / p) + sum over the others of log2((1 - q) / (1 - p)) - log2(m + 1) - L,
// where q = k / m, log2(m + 1) bits tell k (one bit does if k = m), and L is the length of a prefix code for the
// pattern among all that are tried. So many bits does a description save that says the pattern and codes its pairs with
// chance q instead of p. Under the null hypothesis, no description saves t bits with a probability above 2^-t, and so
// the chance that any pattern at all does in a random graph is at most 2^-t: the no-hypercompression inequality (P.
// Gruenwald, The Minimum Description Length Principle, 2007, chapter 3), which is Markov's for the likelihood ratio,
// and Kraft's.
#pragma once

#include <cstdint>

#include "trgen/pattern/part.hpp"
#include "trgen/pattern/traffic_graph.hpp"

namespace trgen::pattern {

/// A pattern is called sure from this number of bits on: by chance, no pattern of a random graph saves as many with a
/// probability above 2^-20, one in a million.
inline constexpr double sure_bits = 20;

struct Evidence {
  std::uint64_t possible = 0;  ///< pairs of the pattern
  std::uint64_t hits = 0;      ///< of these, in the trace
  double expected = 0;         ///< of these, in a random graph
  double surprise = 0;         ///< -log2 of the chance of just these pairs under the null hypothesis
  double bits = 0;             ///< saved

  /// Counts a pair of the pattern that a random graph has with this chance.
  void add(double chance, bool is_there);
  /// Sets the bits saved by a pattern whose code has `code_bits`; they may be negative.
  void finish(double code_bits);
  /// Part of the pairs of the pattern that the trace has.
  double fill() const { return possible == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(possible); }
  Evidence& operator+=(const Evidence& other);
};

/// The null hypothesis for a graph.
class RandomGraph {
 public:
  /// The graph must outlive it.
  explicit RandomGraph(const TrafficGraph& graph);
  /// The chance that two ranks are a pair, at most 0.99, so that none is certain.
  double chance(std::uint32_t a, std::uint32_t b) const {
    const double chance = factor_ * static_cast<double>(graph_->degree(a)) * static_cast<double>(graph_->degree(b));
    return chance < most_chance ? chance : most_chance;
  }

 private:
  static constexpr double most_chance = 0.99;
  const TrafficGraph* graph_;
  double factor_ = 0;
};

}  // namespace trgen::pattern
