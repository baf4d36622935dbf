// SPDX-License-Identifier: Apache-2.0
// What the parameters of a kind of program provide: `workload: {type: program, kernel: {type: NAME, ...}}` and
// `trgen generate NAME`.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "fsin/core/diagnostic.hpp"
#include "trgen/programs/program.hpp"

namespace trgen::programs {

/// The place where a key of the parameters ("ranks", "class", ...) was written.
using MarkOf = std::function<fsin::Mark(std::string_view key)>;

/// What a program is made for.
struct Request {
  std::uint32_t nodes = 0;  ///< of the network: the default for the number of ranks
  fsin::Diagnostics& diagnostics;
  const MarkOf& mark_of;

  /// Adds an error at a key.
  void refuse(std::string_view key, std::string message) const { diagnostics.error(mark_of(key), std::move(message)); }
};

/// A struct with the keys of one kind of program, its name, and its fields as fsin/config reads them.
template <class P>
concept Params = requires(const P& params, const Request& request) {
  { P::name } -> std::convertible_to<std::string_view>;
  { P::doc } -> std::convertible_to<std::string_view>;
  // Null after an error, which is in request.diagnostics.
  { params.make(request) } -> std::same_as<std::shared_ptr<const Program>>;
};

}  // namespace trgen::programs
