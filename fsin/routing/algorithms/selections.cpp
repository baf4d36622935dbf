// SPDX-License-Identifier: Apache-2.0
// Names and properties of the selection policies (selection_catalogue.hpp), compiled where the policies are complete.
#include "fsin/routing/algorithms/selections.hpp"

namespace fsin::routing {
namespace {

template <SelectionPolicy... Policies>
constexpr bool are_policies(const router::PolicyList<Selection, Policies...>&) {
  return true;
}
static_assert(are_policies(Selections{}));

}  // namespace

std::span<const config::Named<Selection>> selection_names() { return Selections::names; }

bool remembers(Selection kind) {
  return Selections::with(kind, []<class Policy>(const Policy&) { return bool{Policy::remembers}; });
}

}  // namespace fsin::routing
