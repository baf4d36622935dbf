// SPDX-License-Identifier: Apache-2.0
// The parameters of one kind of program of the catalogue, whichever it is.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "fsin/config/choice.hpp"
#include "fsin/core/diagnostic.hpp"

namespace trgen::programs {

class Program;

struct Kinds;  // the list: catalogue.hpp
using AnyProgram = fsin::config::Choice<Kinds>;

/// Place of a key of the kind, for messages: mark_of("ranks").
using MarkOf = std::function<fsin::Mark(std::string_view key)>;

/// The program on a network of `nodes` nodes (kind.hpp); null after errors, which are in `diagnostics`.
std::shared_ptr<const Program> make(const AnyProgram& params, std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                    const MarkOf& mark_of);

}  // namespace trgen::programs

extern template class fsin::config::Choice<trgen::programs::Kinds>;
