// SPDX-License-Identifier: Apache-2.0
// A kernel (trgen/kernels) as a program: its events are blocking sends and receives.
#pragma once

#include <memory>
#include <string_view>

#include "trgen/kernels/catalogue.hpp"
#include "trgen/kernels/program_size.hpp"
#include "trgen/programs/kind.hpp"

namespace trgen::programs {

/// Makes the program. The settings must have passed kernel.check().
std::shared_ptr<const Program> make_kernel_program(const kernels::KernelEntry& kernel,
                                                   const kernels::KernelSettings& settings);

/// Makes the program. Null after an error, which is in `diagnostics`.
std::shared_ptr<const Program> make_kernel(const kernels::KernelEntry& kernel, const kernels::KernelSettings& settings,
                                           fsin::Diagnostics& diagnostics, const MarkOf& mark_of);

/// The parameters of a kernel.
template <kernels::Kernel K>
struct KernelParams : kernels::ProgramSize {
  static constexpr std::string_view name = K::name;
  static constexpr std::string_view doc = K::doc;

  std::shared_ptr<const Program> make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                      const MarkOf& mark_of) const {
    return make_kernel(kernels::entry<K>(), settings(nodes), diagnostics, mark_of);
  }
};

}  // namespace trgen::programs
