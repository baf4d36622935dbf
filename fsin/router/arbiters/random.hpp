// SPDX-License-Identifier: Apache-2.0
// Uniform choice by a draw for this channel and cycle.
#pragma once

#include "fsin/router/arbiter.hpp"

namespace fsin::router {

struct Random {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view doc = "any requester, with equal probability";
  static constexpr bool original = false;

  template <Rivals R>
  unsigned pick(const R& rivals) const {
    return rivals.draw(rivals.count());
  }
};

}  // namespace fsin::router
