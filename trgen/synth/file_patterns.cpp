// SPDX-License-Identifier: Apache-2.0
// Patterns that come from files: permutations and traffic matrices.
#include <fmt/core.h>

#include <algorithm>

#include "trgen/synth/matrix.hpp"
#include "trgen/synth/permutation.hpp"
#include "trgen/synth/table_file.hpp"

namespace trgen::synth {
namespace {

class MatrixPattern final : public Pattern {
 public:
  explicit MatrixPattern(const Kept<TrafficMatrix>& kept, const TrafficMatrix& matrix) : kept_(kept), matrix_(matrix) {}

  std::uint32_t destination(std::uint32_t source, const DestinationDraw& draw) const override {
    if (silent(source)) return source;
    const auto first = matrix_.up_to.begin() + static_cast<std::ptrdiff_t>(matrix_.rows[source]);
    const auto last = matrix_.up_to.begin() + static_cast<std::ptrdiff_t>(matrix_.rows[source + 1]);
    const double wide = static_cast<double>(fsin::join_words(draw.second, draw.first) >> 11U) * 0x1.0p-53;
    const auto chosen = std::min(std::upper_bound(first, last, wide * matrix_.sum(source)), last - 1);
    return matrix_.destinations[static_cast<std::size_t>(chosen - matrix_.up_to.begin())];
  }
  bool silent(std::uint32_t source) const override { return matrix_.rows[source] == matrix_.rows[source + 1]; }
  double rate(std::uint32_t source) const override { return matrix_.sum(source) / matrix_.mean; }
  bool parts(std::uint32_t source, const TakePart& take) const override {
    double before = 0;
    for (std::uint64_t i = matrix_.rows[source]; i < matrix_.rows[source + 1]; ++i) {
      take(matrix_.destinations[i], (matrix_.up_to[i] - before) / matrix_.sum(source));
      before = matrix_.up_to[i];
    }
    return true;
  }
  std::size_t bytes() const override {
    return matrix_.rows.size() * sizeof(std::uint64_t) +
           matrix_.destinations.size() * (sizeof(std::uint32_t) + sizeof(double));
  }

 private:
  Kept<TrafficMatrix> kept_;  ///< owns the matrix of matrix_
  const TrafficMatrix& matrix_;
};

/// Reads one row of the file, that of node `source`.
void read_row(TableFile& file, std::uint32_t source, std::uint32_t nodes, TrafficMatrix& matrix) {
  if (file.fields() != nodes) {
    file.fault(fmt::format("{} rates in the row of node {}, and the network has {} nodes; write one for each of them",
                           file.fields(), source, nodes));
    return;
  }
  double sum = 0;
  for (std::uint32_t destination = 0; destination < nodes; ++destination) {
    const auto rate = file.amount(destination, "rate");
    if (!rate || *rate == 0) continue;
    if (destination == source) {
      file.fault(
          fmt::format("node {} has a rate of {} to itself, which never enters the network; write 0", source, *rate));
      continue;
    }
    sum += *rate;
    matrix.destinations.push_back(destination);
    matrix.up_to.push_back(sum);
  }
}

}  // namespace

std::vector<std::uint32_t> read_permutation(io::Input& in, std::uint32_t nodes) {
  TableFile file(in);
  std::vector<std::uint32_t> destinations(nodes, nodes), sources(nodes, nodes);
  std::size_t senders = 0;
  while (file.next()) {
    if (file.fields() != 2) {
      file.fault(fmt::format("{} fields in place of two; write a source and a destination", file.fields()));
      continue;
    }
    const auto source = file.natural(0, "source", nodes - 1);
    const auto destination = file.natural(1, "destination", nodes - 1);
    if (!source || !destination) continue;
    if (destinations[*source] != nodes) {
      file.fault(fmt::format("node {} is a source twice; it sent to {} already", *source, destinations[*source]));
    } else if (sources[*destination] != nodes) {
      file.fault(
          fmt::format("node {} is a destination twice; {} sends to it already", *destination, sources[*destination]));
    } else {
      destinations[*source] = static_cast<std::uint32_t>(*destination);
      sources[*destination] = static_cast<std::uint32_t>(*source);
      senders += *source != *destination ? 1 : 0;
    }
  }
  file.throw_if_any();
  if (senders == 0) file.stop("no node sends to another one; write lines of a source and a destination");
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (destinations[node] == nodes) destinations[node] = node;
  }
  return destinations;
}

TrafficMatrix read_matrix(io::Input& in, std::uint32_t nodes) {
  TableFile file(in);
  TrafficMatrix matrix;
  std::uint32_t senders = 0;
  double all = 0;
  matrix.rows.push_back(0);
  while (file.next()) {
    if (matrix.nodes() == nodes) file.stop(fmt::format("more rows than the {} nodes of the network", nodes));
    const std::uint32_t source = matrix.nodes();
    read_row(file, source, nodes, matrix);
    matrix.rows.push_back(matrix.destinations.size());
    senders += matrix.rows[source] != matrix.rows[source + 1] ? 1U : 0U;
    all += matrix.sum(source);
  }
  file.throw_if_any();
  if (matrix.nodes() != nodes) {
    file.stop(fmt::format("{} rows, and the network has {} nodes; write one for each of them", matrix.nodes(), nodes));
  }
  if (senders == 0) file.stop("all rates are 0; give at least one pair of nodes a rate above 0");
  matrix.mean = all / senders;
  return matrix;
}

std::string PermutationParams::check(const NetworkFacts& facts) const {
  if (file.empty()) return "a permutation is read from a file; write {type: permutation, file: ...}";
  make(facts, 0);
  return check_nodes(name, facts, 2);
}

std::unique_ptr<Pattern> PermutationParams::make(const NetworkFacts& facts, std::uint64_t) const {
  return std::make_unique<FixedPattern>(kept.get([&] {
    io::Input in(file);
    return read_permutation(in, facts.nodes);
  }));
}

std::string MatrixParams::check(const NetworkFacts& facts) const {
  if (file.empty()) return "a traffic matrix is read from a file; write {type: matrix, file: ...}";
  make(facts, 0);
  return check_nodes(name, facts, 2);
}

std::unique_ptr<Pattern> MatrixParams::make(const NetworkFacts& facts, std::uint64_t) const {
  const TrafficMatrix& matrix = kept.get([&] {
    io::Input in(file);
    return read_matrix(in, facts.nodes);
  });
  return std::make_unique<MatrixPattern>(kept, matrix);
}

}  // namespace trgen::synth
