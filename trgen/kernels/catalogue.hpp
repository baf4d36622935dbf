// SPDX-License-Identifier: Apache-2.0
// The catalogue of kernels. To add one, write its header and add its type here.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "trgen/kernels/all_to_all.hpp"
#include "trgen/kernels/binomial_reduce.hpp"
#include "trgen/kernels/butterfly.hpp"
#include "trgen/kernels/kernel.hpp"
#include "trgen/kernels/n_bodies.hpp"
#include "trgen/kernels/pencil_fft.hpp"
#include "trgen/kernels/pingpong.hpp"
#include "trgen/kernels/random_pairs.hpp"
#include "trgen/kernels/ring.hpp"
#include "trgen/kernels/stencil.hpp"
#include "trgen/kernels/stencil_3d.hpp"
#include "trgen/kernels/waterfall.hpp"

namespace trgen::kernels {

struct KernelEntry {
  std::string_view name;
  std::string_view doc;
  std::string (*check)(const KernelSettings& settings);
  std::uint64_t (*events)(const KernelSettings& settings, std::uint32_t rank);
  Event (*event)(const KernelSettings& settings, std::uint32_t rank, std::uint64_t iteration, std::uint64_t index);
  bool draws = false;  ///< partners or sizes are drawn from settings.seed
};

template <Kernel K>
constexpr KernelEntry entry() {
  return {K::name, K::doc, &K::check, &K::events, &K::event, requires {K::draws;
}
};  // namespace trgen::kernels
}

template <Kernel... Ks>
struct KernelList {
  static constexpr std::array entries{entry<Ks>()...};
};

using Kernels = KernelList<Ring,            //
                           PingPong,        //
                           Stencil,         //
                           TorusStencil,    //
                           Stencil3d,       //
                           Waterfall,       //
                           AllToAll,        //
                           AllToOne,        //
                           OneToAll,        //
                           Butterfly,       //
                           BinomialReduce,  //
                           NBodies,         //
                           PencilFft,       //
                           RandomPairs>;

inline constexpr auto kernels = Kernels::entries;

}  // namespace trgen::kernels
