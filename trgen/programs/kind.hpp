// SPDX-License-Identifier: Apache-2.0
// The contract of a kind of program: a struct with the keys of its configuration, from which a program is made.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string_view>

#include "fsin/config/catalogue.hpp"
#include "fsin/core/diagnostic.hpp"
#include "trgen/programs/any_program.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

// Contract
//  * name and doc are those of the catalogue; cite, which may be left out, is the source of its pattern; fields(F&)
//    lists its keys (fsin/config/fields.hpp).
//  * make() returns the program on a network of `nodes` nodes; `ranks` defaults to one on each node. It returns null
//    after errors, which are in `diagnostics` and name the nearest valid value.
template <class K>
concept Kind = requires(const K kind, std::uint32_t nodes, fsin::Diagnostics& diagnostics, const MarkOf& mark_of) {
  { K::name } -> std::convertible_to<std::string_view>;
  { K::doc } -> std::convertible_to<std::string_view>;
  { kind.make(nodes, diagnostics, mark_of) } -> std::same_as<std::shared_ptr<const Program>>;
};

/// A list of kinds.
template <Kind... Ks>
struct KindList : fsin::config::Catalogue<Ks...> {};

}  // namespace trgen::programs
