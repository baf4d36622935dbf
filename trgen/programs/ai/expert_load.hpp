// SPDX-License-Identifier: Apache-2.0
// Distribution of the tokens of a mixture of experts over the accelerators that hold the experts.
//
// Each accelerator of an expert group has the same number of choices to send, and each expert the same share of all of
// them: equal shares, or shares that fall with the rank of the expert's popularity, 1 / rank^skew (Zipf). The most
// popular expert is drawn anew for each layer and step. Not modelled: a capacity beyond which tokens are dropped, and
// differences between the accelerators that send.
//
// Sources: D. Lepikhin et al., "GShard", ICLR 2021; W. Fedus et al., "Switch Transformers", JMLR 23, 2022.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "fsin/core/rng.hpp"

namespace trgen::programs::ai {

class ExpertLoad {
 public:
  ExpertLoad() = default;
  /// `choices`: tokens of an accelerator, times the experts that work on each. `holders` divides `experts`.
  ExpertLoad(std::uint32_t experts, std::uint32_t holders, std::uint64_t choices, double skew, std::uint64_t seed)
      : holders_(holders), key_{seed, fsin::Purpose::permutation} {
    double sum = 0;
    for (std::uint32_t rank = 1; rank <= experts; ++rank) sum += std::pow(static_cast<double>(rank), -skew);
    double up_to = 0;
    for (std::uint32_t rank = 1; rank <= experts; ++rank) {
      before_.push_back(static_cast<std::uint64_t>(std::floor(static_cast<double>(choices) * (up_to / sum))));
      up_to += std::pow(static_cast<double>(rank), -skew);
    }
    if (skew == 0) {  // exact, whatever the number of choices
      for (std::uint32_t rank = 0; rank < experts; ++rank) before_[rank] = share(choices, rank, experts);
    }
    before_.push_back(choices);
  }

  /// Choices of one accelerator that go to holder `holder`, in draw `draw`. Their sum over all holders is all choices.
  std::uint64_t choices(std::uint32_t holder, std::uint64_t draw) const {
    const auto experts = static_cast<std::uint32_t>(before_.size() - 1);
    const std::uint32_t each = experts / holders_;
    const std::uint32_t turn = fsin::scale_draw(fsin::philox(key_, draw, most_popular)[0], experts);
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < each; ++i) {
      const std::uint32_t rank = (holder * each + i + turn) % experts;
      sum += before_[rank + 1] - before_[rank];
    }
    return sum;
  }

 private:
  static constexpr std::uint32_t most_popular = 0x6d6f65;  // a stream of its own among those of the purpose

  static std::uint64_t share(std::uint64_t choices, std::uint32_t rank, std::uint32_t experts) {
    return choices / experts * rank + choices % experts * rank / experts;
  }

  std::uint32_t holders_ = 1;
  fsin::StreamKey key_;
  std::vector<std::uint64_t> before_;  ///< choices of all experts more popular than this one; at the end: all
};

}  // namespace trgen::programs::ai
