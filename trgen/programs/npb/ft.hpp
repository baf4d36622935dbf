// SPDX-License-Identifier: Apache-2.0
// NPB FT: 3-D Fourier transforms, forwards once and backwards in each iteration.
//
// Modelled: all messages. Slabs while there are no more ranks than planes: a transform is one all-to-all of all ranks.
// Beyond that, pencils: np1 * np2 ranks with np1 planes; a transform is an all-to-all in each of two families of
// communicators.
// Source: NPB 3.3.1, FT/ft.f, and the broadcasts of 3.3; sizes of classes: NPB 3.4.2, sys/setparams.c.
#pragma once

#include <memory>
#include <string>

#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs::npb {

struct Ft {
  static constexpr std::string_view name = "ft";
  static constexpr std::string_view doc = "Fourier transform: all-to-all over slabs or pencils of a cube";

  static constexpr PerClass<std::uint64_t> nx{64, 128, 256, 512, 512, 2048, 4096, 8192};
  static constexpr PerClass<std::uint64_t> ny{64, 128, 256, 256, 512, 1024, 2048, 4096};
  static constexpr PerClass<std::uint64_t> nz{64, 32, 128, 256, 512, 1024, 2048, 4096};
  static constexpr PerClass<std::uint64_t> iterations{6, 6, 6, 20, 20, 25, 25, 25};

  static std::string fault(const Settings& settings);
  /// Upper bound of the legal numbers of ranks.
  static std::uint64_t bound(const Settings& settings);
  static std::shared_ptr<const Program> make(const Settings& settings);
};

}  // namespace trgen::programs::npb
