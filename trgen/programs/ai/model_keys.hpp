// SPDX-License-Identifier: Apache-2.0
// The keys that describe the layers of a transformer, for training and serving alike.
#pragma once

#include <cstdint>
#include <optional>

#include "trgen/programs/ai/model.hpp"

namespace trgen::programs::ai {

struct ModelKeys {
  Model model;
  std::optional<std::uint64_t> feed_forward, key_heads;

  template <class F>
  void fields(F& f) {
    f("layers", model.layers, "number of layers").range(1, 65'536);
    f("hidden", model.hidden, "size of a token between layers").range(1, 1U << 20U);
    f("feed_forward", feed_forward, "size of a token inside a feed-forward block (default: 4 times hidden)")
        .range(1, 1U << 22U);
    f("heads", model.heads, "number of heads of attention").range(1, 65'536);
    f("key_heads", key_heads, "number of heads of keys and of values (default: as many as heads)").range(1, 65'536);
    f("gated", model.gated, "true: a feed-forward block has three matrices (SwiGLU) instead of two");
  }

 protected:
  /// The model with the keys that were left out at their defaults.
  Model complete_model() const {
    Model made = model;
    made.feed_forward = feed_forward.value_or(4 * model.hidden);
    made.key_heads = key_heads.value_or(model.heads);
    return made;
  }
};

}  // namespace trgen::programs::ai
