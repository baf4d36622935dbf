// SPDX-License-Identifier: Apache-2.0
// Calls for tests: block sizes that differ, some of them 0, and one line about a call for messages.
#pragma once

#include <fmt/format.h>

#include <string>

#include "trgen/programs/collectives/algorithm.hpp"

namespace collectives_test {

class MixedSizes final : public trgen::programs::collectives::BlockSizes {
 public:
  explicit MixedSizes(std::uint64_t scale) : scale_(scale) {}

  std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override {
    return (from * 7 + to * 13 + 2) % 5 * scale_;
  }

 private:
  std::uint64_t scale_;
};

inline std::string text_of(const trgen::programs::collectives::Call& call,
                           const trgen::programs::collectives::Entry& algorithm) {
  return fmt::format("{} {}, P {}, root {}, {} bytes{}{}{}", name_of(call.kind), algorithm.name, call.size, call.root,
                     call.bytes, call.blocks == nullptr ? "" : ", mixed", call.commutative ? "" : ", in order",
                     call.tuning.segment == 0 ? "" : ", segments");
}

}  // namespace collectives_test
