// SPDX-License-Identifier: Apache-2.0
// The model of the computation between the messages of a program: the key `compute` of a kind.
#pragma once

#include <optional>

namespace trgen::programs {

struct ComputeModel {
  std::optional<double> rate;

  template <class F>
  void fields(F& f) {
    f("rate", rate,
      "operations per second of a rank: CPU bursts follow from the operation count given by the program's authors, "
      "spread over the steps between its messages (default: no CPU bursts)")
        .range(1, 1e18);
  }
};

}  // namespace trgen::programs
