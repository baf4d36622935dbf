// SPDX-License-Identifier: Apache-2.0
// A workload of SimAI as it is written.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fsin/imports/common/format.hpp"

namespace fsin::imports::simai {

enum class Policy : std::uint8_t { micro, data, transformer, transformer_with_recomputing, inference };

enum class Collective : std::uint8_t { none, allreduce, allgather, reduce_scatter, alltoall };

/// Ranks that take part: those of a tensor group, replicas of the model, ranks among which experts are spread, those
/// with the same experts, or all.
enum class Group : std::uint8_t { tensor, data, expert, data_of_expert, all };
inline constexpr std::size_t group_count = 5;

/// One of the three passes of a layer: forward, gradient of the input, gradient of the weights.
struct Part {
  std::uint64_t computing = 0;  ///< ns
  Collective collective = Collective::none;
  Group group = Group::all;
  std::uint64_t bytes = 0;  ///< of the whole buffer
};

struct Layer {
  Part forward, input, weights;
  std::uint64_t update = 0;  ///< ns after each collective
  Mark mark;
};

struct Workload {
  Policy policy = Policy::micro;
  std::uint64_t tensor = 1, expert = 1, pipeline = 1, ranks = 0;
  std::vector<Layer> layers;
  std::vector<std::uint64_t> checkpoints;  ///< layers from which the forward pass is computed again
  std::vector<std::uint64_t> recomputing;  ///< layers before whose backward pass it is

  std::uint64_t data() const { return ranks / (tensor * pipeline); }
  std::uint64_t size(Group group) const;
  /// The number of its group, for a rank.
  std::uint64_t color(Group group, std::uint64_t rank) const;
};

/// Reads a workload and checks that its groups fit its ranks. `ranks`: 0, or those to take where the file has none.
Workload read_workload(const Source& source, std::uint64_t ranks, Draft& draft, Diagnostics& diagnostics);

}  // namespace fsin::imports::simai
