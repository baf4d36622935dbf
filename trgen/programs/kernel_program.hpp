// SPDX-License-Identifier: Apache-2.0
// A kernel (trgen/kernels) as a program: an iteration is a step, its events are blocking sends and receives.
#pragma once

#include <memory>

#include "trgen/kernels/catalogue.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

/// The settings must have passed kernel.check().
std::shared_ptr<const Program> make_kernel_program(const kernels::KernelEntry& kernel,
                                                   const kernels::KernelSettings& settings);

}  // namespace trgen::programs
