// SPDX-License-Identifier: Apache-2.0
// The policies of one kind (arbiters, say), as a list of types: their names in configurations, and the dispatch from
// the configured policy to code compiled for it. A policy is a default-constructible struct with a `name` and a `doc`;
// its number is its index in the list.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include "fsin/config/named.hpp"

namespace fsin::router {

/// `Kind`: an enumeration without enumerators of its own.
template <class Kind, class... Policies>
struct PolicyList {
  template <class Policy>
  static constexpr Kind kind_of() {
    static_assert((std::is_same_v<Policy, Policies> || ...), "not in the list");
    std::size_t place = 0;
    static_cast<void>(((std::is_same_v<Policy, Policies> ? true : (++place, false)) || ...));
    return static_cast<Kind>(place);
  }

  /// Of a type that is written, so that a list may stand where its policies are only declared.
  static constexpr std::array<config::Named<Kind>, sizeof...(Policies)> names{
      config::Named<Kind>{kind_of<Policies>(), Policies::name, Policies::doc}...};

  /// Calls use(Policy{}) for the policy of this kind; `kind` is one of the list.
  template <class Use>
  static auto with(Kind kind, Use use) {
    return among<Policies...>(kind, use);
  }

 private:
  template <class First, class... Others, class Use>
  static auto among(Kind kind, Use& use) {
    if constexpr (sizeof...(Others) != 0) {
      if (kind != kind_of<First>()) return among<Others...>(kind, use);
    }
    return use(First{});
  }
};

}  // namespace fsin::router
