// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/signatures.hpp"

#include "trgen/formats/dumpi/signature_tables.hpp"

namespace trgen::formats::dumpi {

const Signature* signature_of(unsigned function) {
  const auto mpi1 = mpi1_signatures();
  const auto mpi2 = mpi2_signatures();
  if (function < mpi1.size()) return &mpi1[function];
  const std::size_t behind = function - mpi1.size();
  return behind < mpi2.size() ? &mpi2[behind] : nullptr;
}

std::string_view function_name(unsigned function) {
  if (const Signature* const known = signature_of(function)) return known->name;
  const std::size_t behind = function - mpi1_signatures().size() - mpi2_signatures().size();
  return behind < file_functions().size() ? file_functions()[behind] : std::string_view();
}

}  // namespace trgen::formats::dumpi
