// SPDX-License-Identifier: Apache-2.0
// `kernel: {type: collective, operation: allreduce, bytes: 1 GiB}`: a collective of all ranks again and again, as
// benchmarks of communication libraries call it. The algorithm is that of workload.mpi.
//
// The two routines that work by rails consist of collectives of smaller groups: the ranks of a node, and those of all
// nodes that have the same number in theirs. Sources: NVIDIA, "Doubling all2all performance with NCCL 2.12" (PXN); M.
// Cho et al., "BlueConnect", MLSys 2019.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "fsin/config/named.hpp"
#include "fsin/core/units.hpp"
#include "trgen/programs/request.hpp"

namespace trgen::programs::ai {

/// Collectives whose blocks are equal, and two that consist of several.
enum class Routine : std::uint8_t {
  all_reduce,
  reduce_scatter,
  all_gather,
  all_to_all,
  broadcast,
  reduce,
  gather,
  scatter,
  scan,
  barrier,
  rail_all_to_all,
  rail_all_reduce
};

inline constexpr std::array routine_names{
    fsin::config::Named{Routine::all_reduce, "allreduce", "each rank has a buffer, and gets the sum of all"},
    fsin::config::Named{Routine::reduce_scatter, "reduce-scatter", "each rank gets its part of the sum"},
    fsin::config::Named{Routine::all_gather, "allgather", "each rank gets the parts of all"},
    fsin::config::Named{Routine::all_to_all, "alltoall", "each rank sends a part to each"},
    fsin::config::Named{Routine::broadcast, "bcast", "the root sends its buffer to all"},
    fsin::config::Named{Routine::reduce, "reduce", "the root gets the sum of all buffers"},
    fsin::config::Named{Routine::gather, "gather", "the root gets the parts of all"},
    fsin::config::Named{Routine::scatter, "scatter", "the root sends a part to each"},
    fsin::config::Named{Routine::scan, "scan", "each rank gets the sum up to its own buffer"},
    fsin::config::Named{Routine::barrier, "barrier", "no rank goes on before all have come"},
    fsin::config::Named{Routine::rail_all_to_all, "rail-alltoall",
                        "alltoall in two steps: within a node to the rank on the receiver's rail, then along the rail, "
                        "as PXN does"},
    fsin::config::Named{Routine::rail_all_reduce, "rail-allreduce",
                        "reduce-scatter within each node, allreduce along each rail, allgather within each node"}};

struct CollectiveParams {
  static constexpr std::string_view name = "collective";
  static constexpr std::string_view doc = "a collective of all ranks, again and again";

  Routine operation = Routine::all_reduce;
  fsin::Bytes bytes{std::uint64_t{1} << 20};
  std::optional<std::uint32_t> ranks;
  std::uint32_t root = 0;
  std::uint32_t accelerators_per_node = 1;
  std::optional<std::uint32_t> rails;
  std::uint64_t iterations = 1;
  fsin::Nanoseconds compute{0};

  template <class F>
  void fields(F& f) {
    f("operation", operation, "collective operation").names(routine_names);
    f("bytes", bytes, "size of the whole buffer of a rank: of all its parts, where it has one for each rank")
        .range(fsin::Bytes{0}, fsin::Bytes{std::uint64_t{1} << 47});
    f("ranks", ranks, "number of ranks (default: as many as fill the nodes of the network)").range(1, 4'000'000'000U);
    f("root", root, "root rank of a collective that has one");
    f("accelerators_per_node", accelerators_per_node,
      "ranks of a node of the network; messages between them do not enter it")
        .range(1, 1024);
    f("rails", rails,
      "neighbouring ranks that form a node for rail-alltoall and rail-allreduce, each on its own rail (default: "
      "accelerators_per_node)")
        .range(1, 65'536);
    f("iterations", iterations, "number of calls").range(1, std::uint64_t{1} << 40);
    f("compute", compute, "time that each rank computes before each call")
        .range(fsin::Nanoseconds{0}, fsin::Nanoseconds{1e12});
  }

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const;
};

}  // namespace trgen::programs::ai
