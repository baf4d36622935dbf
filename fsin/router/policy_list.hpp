// SPDX-License-Identifier: Apache-2.0
// The policies of one kind (arbiters, say), as a list of types: their names in configurations, and the way from the
// policy that a configuration names to code compiled for it. A policy is an empty struct with a `name` and a `doc`; its
// number is its place in the list.
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

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

  static constexpr std::array names{config::Named<Kind>{kind_of<Policies>(), Policies::name, Policies::doc}...};

  /// use(Policy{}) for the policy of this kind; `kind` is one of the list.
  template <class Use>
  static auto with(Kind kind, Use use) {
    using First = std::tuple_element_t<0, std::tuple<Policies...>>;
    std::invoke_result_t<Use, First> result{};
    static_cast<void>(((kind == kind_of<Policies>() ? (result = use(Policies{}), true) : false) || ...));
    return result;
  }
};

}  // namespace fsin::router
