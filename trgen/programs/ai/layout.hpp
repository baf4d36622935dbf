// SPDX-License-Identifier: Apache-2.0
// Division of accelerators among the dimensions of parallelism: the coordinates of each in tensor, data and pipeline
// parallelism, and the groups that communicate.
//
// Accelerators of a tensor group are neighbours, those of a data group lie `tensor` apart, and those of a pipeline
// farthest apart: the order of Megatron-LM. An expert group is `expert` neighbours in a data group.
//
// A rank of the program is a stream of an accelerator: stream k of accelerator i is rank k * accelerators + i.
#pragma once

#include <cstdint>

#include "trgen/programs/group.hpp"

namespace trgen::programs::ai {

/// The numbers of the communicators. All are even; the next number is for the messages of collectives.
enum class Comm : std::uint32_t { all = 0, tensor = 2, data = 4, expert = 6, expert_data = 8 };

constexpr std::uint32_t number_of(Comm comm) { return static_cast<std::uint32_t>(comm); }

struct Layout {
  std::uint32_t tensor = 1;
  std::uint32_t data = 1;
  std::uint32_t pipeline = 1;
  std::uint32_t expert = 1;   ///< accelerators of an expert group; divides `data`
  std::uint32_t streams = 1;  ///< streams of each accelerator

  std::uint32_t accelerators() const { return tensor * data * pipeline; }
  std::uint32_t ranks() const { return accelerators() * streams; }

  std::uint32_t accelerator(std::uint32_t rank) const { return rank % accelerators(); }
  std::uint32_t stream(std::uint32_t rank) const { return rank / accelerators(); }
  std::uint32_t rank(std::uint32_t accelerator, std::uint32_t stream) const {
    return stream * accelerators() + accelerator;
  }

  std::uint32_t tensor_of(std::uint32_t accelerator) const { return accelerator % tensor; }
  std::uint32_t data_of(std::uint32_t accelerator) const { return accelerator / tensor % data; }
  std::uint32_t stage_of(std::uint32_t accelerator) const { return accelerator / (tensor * data); }
  /// The accelerator with the same coordinates in another stage.
  std::uint32_t in_stage(std::uint32_t accelerator, std::uint32_t stage) const {
    return accelerator % (tensor * data) + stage * (tensor * data);
  }

  /// The group of a rank, among ranks of its stream.
  Group group(Comm comm, std::uint32_t rank) const {
    const std::uint32_t place = tensor_of(accelerator(rank));
    const std::uint32_t at = data_of(accelerator(rank));
    const std::uint32_t first = rank - place - at * tensor;  // first rank of the stage, in the stream
    switch (comm) {
      case Comm::tensor:
        return Group::line(tensor, rank - place, 1);
      case Comm::data:
        return Group::line(data, first + place, tensor);
      case Comm::expert:
        return Group::line(expert, first + place + at / expert * expert * tensor, tensor);
      case Comm::expert_data:
        return Group::line(data / expert, first + place + at % expert * tensor, tensor * expert);
      case Comm::all:
        break;
    }
    return Group::everyone(ranks());
  }
};

}  // namespace trgen::programs::ai
