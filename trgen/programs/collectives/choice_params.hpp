// SPDX-License-Identifier: Apache-2.0
// `collectives: {library: openmpi, allreduce: ring, segment: 64 KiB}`: the algorithms that a user chooses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/units.hpp"
#include "trgen/programs/collective_kind.hpp"
#include "trgen/programs/collectives/library.hpp"

namespace trgen::programs::collectives {

class Choice;

struct OperationKey {
  std::string_view key;
  std::string_view doc;
};

/// Keys by value of Kind.
inline constexpr std::array<OperationKey, kinds> operation_keys{
    {{"barrier", "algorithm of MPI_Barrier, e.g. dissemination"},
     {"bcast", "algorithm of MPI_Bcast, e.g. binomial"},
     {"reduce", "algorithm of MPI_Reduce, e.g. rabenseifner"},
     {"allreduce", "algorithm of MPI_Allreduce, e.g. ring"},
     {"gather", "algorithm of MPI_Gather, e.g. binomial"},
     {"gatherv", "algorithm of MPI_Gatherv, e.g. linear"},
     {"scatter", "algorithm of MPI_Scatter, e.g. binomial"},
     {"scatterv", "algorithm of MPI_Scatterv, e.g. linear"},
     {"allgather", "algorithm of MPI_Allgather, e.g. bruck"},
     {"allgatherv", "algorithm of MPI_Allgatherv, e.g. ring-in-pieces"},
     {"alltoall", "algorithm of MPI_Alltoall, e.g. pairwise"},
     {"alltoallv", "algorithm of MPI_Alltoallv and MPI_Alltoallw, e.g. scattered"},
     {"reduce_scatter", "algorithm of MPI_Reduce_scatter, e.g. recursive-halving"},
     {"reduce_scatter_block", "algorithm of MPI_Reduce_scatter_block, e.g. pairwise"},
     {"scan", "algorithm of MPI_Scan, e.g. recursive-doubling"},
     {"exscan", "algorithm of MPI_Exscan, e.g. linear"}}};

/// The algorithms that are set, and their tuning. The library chooses the rest.
struct AlgorithmParams {
  std::vector<std::optional<std::string>> algorithms = std::vector<std::optional<std::string>>(kinds);  ///< by Kind
  std::optional<fsin::Bytes> segment;
  std::optional<std::uint32_t> radix;
  std::optional<std::uint32_t> chains;
  std::optional<std::uint32_t> batch;
  std::optional<std::vector<std::uint32_t>> torus;

  template <class F>
  void algorithm_fields(F& f) {
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      f(operation_keys[kind].key, algorithms[kind], operation_keys[kind].doc);
    }
    f("segment", segment, "bytes of a segment of the algorithms set here that send long messages in pieces")
        .range(fsin::Bytes{1}, fsin::Bytes{std::uint64_t{1} << 40});
    f("radix", radix, "radix of the k-nomial trees set here (default: 4)").range(2, 1024);
    f("chains", chains, "number of chains from the root, for the algorithm chain set here (default: 1)").range(1, 1024);
    f("batch", batch, "partners at a time, for the algorithm scattered set here; 0: all (default: 32)")
        .range(0, 1048576);
    f("torus", torus, "ranks in each dimension, for the algorithm torus-ring set here (default: two, nearly equal)")
        .size(1, 4)
        .range(1, 1048576)
        .written_by_x();
  }
  bool any() const;
  /// Everything that is set, as text: equal texts, equal parameters.
  std::string text() const;
};

/// Parameters of a program, whose collectives are always expanded.
struct ChoiceParams : AlgorithmParams {
  Library library = Library::mpich;
  std::optional<fsin::BitRate> reduce_rate;

  template <class F>
  void fields(F& f) {
    f("library", library, "whose tables choose the algorithm of each call").names(library_names);
    algorithm_fields(f);
    f("reduce_rate", reduce_rate, "speed at which a rank reduces operands, e.g. 10 GB/s (default: it takes no time)")
        .range(fsin::BitRate{8}, fsin::BitRate{std::uint64_t{1} << 60});
  }
};

/// Parameters of a trace, whose collectives are expanded if a library is named.
struct ExpansionParams : AlgorithmParams {
  std::optional<Library> library;

  template <class F>
  void fields(F& f) {
    f("library", library,
      "whose tables choose the algorithm of each call (default: collectives of which the trace has no messages are "
      "left "
      "out)")
        .names(library_names);
    algorithm_fields(f);
  }
};

/// The place where a key ("allreduce", "segment", ...) was written.
using KeyMark = std::function<fsin::Mark(std::string_view key)>;

/// The choice (choice.hpp) described by the parameters; empty after an error, which is in `diagnostics`.
std::optional<Choice> choice_of(const ChoiceParams& params, fsin::Diagnostics& diagnostics, const KeyMark& mark_of);
/// The choice of a trace, if a library is named. Without one, empty; and an error if anything else is set.
std::optional<Choice> choice_of(const ExpansionParams& params, fsin::Diagnostics& diagnostics, const KeyMark& mark_of);

/// Reads `mpich,allreduce=ring,segment=65536` from a command line: a library, and further settings.
std::optional<ExpansionParams> parse_expansion(std::string_view text, std::string& error);

}  // namespace trgen::programs::collectives
