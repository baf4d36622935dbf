// SPDX-License-Identifier: Apache-2.0
// Random networks of links with flows over them, and their max-min shares by the definition of progressive filling,
// written for reading: the oracle of max_min.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/core/rng.hpp"
#include "fsin/engine/message/max_min.hpp"

namespace flows {

struct RandomFlow {
  std::vector<fsin::engine::message::LinkPart> parts;
  double weight = 1;
  double most = fsin::engine::message::MaxMin::endless;
};

/// A function of its number.
struct RandomNetwork {
  explicit RandomNetwork(std::uint64_t number, unsigned most_links = 12, unsigned most_flows = 24);

  /// 0 .. n-1, another one each time.
  std::uint32_t draw(std::uint32_t n);

  std::vector<double> capacities;
  std::vector<RandomFlow> flows;

 private:
  std::uint64_t number_;
  std::uint64_t drawn_ = 0;
};

/// The level of every flow that is there: its rate for each unit of weight.
std::vector<double> fill(const RandomNetwork& network, const std::vector<bool>& there);

}  // namespace flows
