// SPDX-License-Identifier: Apache-2.0
// The tables behind signatures.hpp, in the order in which DUMPI numbers its calls: MPI 1, MPI 2, files.
#pragma once

#include <span>
#include <string_view>

#include "trgen/formats/dumpi/signatures.hpp"

namespace trgen::formats::dumpi {

std::span<const Signature> mpi1_signatures();
std::span<const Signature> mpi2_signatures();
/// Only names: the layouts of these calls are not known.
std::span<const std::string_view> file_functions();

}  // namespace trgen::formats::dumpi
