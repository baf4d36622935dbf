// SPDX-License-Identifier: Apache-2.0
// See any_program.hpp.
#include "trgen/programs/catalogue.hpp"

namespace trgen::programs {

std::shared_ptr<const Program> make(const AnyProgram& params, std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                    const MarkOf& mark_of) {
  return Kinds::visit([&](const auto& kind) { return kind.make(nodes, diagnostics, mark_of); }, params);
}

}  // namespace trgen::programs

template class fsin::config::Choice<trgen::programs::Kinds>;
