// SPDX-License-Identifier: Apache-2.0
// The keys of a program of the NAS Parallel Benchmarks: {type: npb, kernel: cg, class: W, ranks: 64}.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "trgen/programs/compute_model.hpp"
#include "trgen/programs/kind.hpp"
#include "trgen/programs/npb/catalogue.hpp"

namespace trgen::programs::npb {

inline constexpr std::uint64_t most_iterations = std::uint64_t{1} << 40;

struct NpbParams {
  static constexpr std::string_view name = "npb";
  static constexpr std::string_view doc =
      "a NAS Parallel Benchmark: all messages of NPB 3.3 or 3.3.1 for MPI, from init to end";
  static constexpr std::string_view cite = "NAS Parallel Benchmarks, MPI versions 3.3.1 and 3.4.2, NASA Ames";

  Code kernel = Code::cg;
  Class size = Class::S;
  std::optional<std::uint32_t> ranks;
  std::optional<std::uint64_t> iterations;
  ComputeModel compute;
  Phases phases = Phases::all;
  Release release = Release::npb_3_3;
  std::optional<Graph> graph;
  std::optional<Keys> keys;

  template <class F>
  void fields(F& f) {
    f("kernel", kernel, "name of the benchmark").names(codes);
    f("class", size, "size of the problem").names(class_names);
    f("ranks", ranks, "number of ranks (default: one on every node of the network)").range(1, 4'000'000'000U);
    f("iterations", iterations, "number of timed iterations (default: that of the class)").range(1, most_iterations);
    f.group("compute", compute, "model of the computation between messages");
    f("phases", phases, "part of the benchmark that runs").names(phases_names);
    f("release", release, "release of the benchmarks").names(release_names);
    f("graph", graph, "dt only: the graph of tasks (default: bh)").names(graph_names);
    f("keys", keys, "is only: source of the message sizes (default: exact)").names(keys_names);
  }

  /// Makes the program. Null after an error, which is in `diagnostics`.
  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::npb
