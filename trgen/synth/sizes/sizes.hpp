// SPDX-License-Identifier: Apache-2.0
// The distribution of the sizes of messages: steps of a cumulative distribution. Within a step all whole numbers of
// bytes from `low` to `high` are equally likely; a single size is a step of its own. So every mean has a closed form.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/workload/network_facts.hpp"

namespace trgen::synth {

using fsin::workload::NetworkFacts;

struct SizeStep {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  double weight = 0;  ///< at least 0; the weights of all steps need not have the sum 1
};

class Sizes {
 public:
  /// At least one step has a weight above 0.
  explicit Sizes(const std::vector<SizeStep>& steps);

  /// The size of a message from 64 random bits, of which the upper 53 count.
  std::uint64_t bytes(std::uint64_t draw) const;

  double mean_bytes() const;
  /// Mean phits of the messages as the network carries them: cut into packets, all full except the last one.
  double mean_phits(const NetworkFacts& facts) const;
  double mean_packets(const NetworkFacts& facts) const;
  /// Mean square of the phits of a message, to about a packet: sizes in a step are taken to grow evenly.
  double mean_square_phits(const NetworkFacts& facts) const;
  std::uint64_t largest() const { return largest_; }
  /// True when all messages have the same size.
  bool fixed() const { return steps_.size() == 1 && steps_.front().low == steps_.front().high; }

  std::size_t memory() const { return steps_.size() * (sizeof(SizeStep) + sizeof(double)); }

 private:
  std::vector<SizeStep> steps_;  ///< weights with the sum 1
  std::vector<double> below_;    ///< by step: probability of all steps before it
  std::uint64_t largest_ = 0;
};

}  // namespace trgen::synth
