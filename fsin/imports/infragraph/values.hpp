// SPDX-License-Identifier: Apache-2.0
// Values of a tree with the places of mistakes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fsin/config/tree.hpp"
#include "fsin/imports/infragraph/model.hpp"
#include "fsin/imports/infragraph/tallies.hpp"

namespace fsin::imports::infragraph {

class Values {
 public:
  explicit Values(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  /// The entries of the list at `key`; none where there is no such key. Anything but a list of maps is an error.
  const std::vector<config::Tree>& maps(const config::Tree& map, std::string_view key);
  /// The text at `key`; an error, and nothing, where it is missing, empty or no text.
  std::optional<Text> text(const config::Tree& map, std::string_view key, std::string_view what);
  /// A name: as text(), and at most 200 letters, digits, blanks and -_()<>[].
  std::string name(const config::Tree& map, std::string_view what);
  /// The count at `key`, from 0 to most_nodes; `fallback` where it is missing, and an error where there is none.
  std::uint64_t count(const config::Tree& map, std::optional<std::uint64_t> fallback);
  /// The bits per second, or the ps, at a map such as {choice: ns, ns: 500}; 0 where there is none.
  std::uint64_t rate(const config::Tree* map, std::uint64_t lanes);
  std::uint64_t delay(const config::Tree* map);
  /// Tells keys that none of `known` is.
  void tell_others(const config::Tree& map, std::initializer_list<std::string_view> known);

  void wrong(const Mark& mark, std::string what) { diagnostics_.input_error(mark, std::move(what)); }
  Tallies& tallies() { return tallies_; }

 private:
  struct Measured {
    std::string unit;  ///< without `_`
    double value = 0;
    Mark mark;
  };
  std::optional<Measured> measured(const config::Tree* map, std::string_view what);

  Diagnostics& diagnostics_;
  Tallies tallies_;
};

}  // namespace fsin::imports::infragraph
