// SPDX-License-Identifier: Apache-2.0
// See catalogue.hpp.
#include "fsin/routing/catalogue.hpp"

#include <fmt/format.h>

namespace fsin::routing {

bool is_adaptive(const AnyRouting& params) {
  return Routings::visit([]<class Family>(const Family&) { return bool{Family::adaptive}; }, params);
}

bool looks_around(const AnyRouting& params) {
  return Routings::visit(
      []<class Family>(const Family&) {
        if constexpr (requires { Family::looks_around; }) return bool{Family::looks_around};
        return false;
      },
      params);
}

namespace {

template <class Family>
constexpr bool follows_changes() {
  if constexpr (requires { Family::reroutes; }) return Family::reroutes;
  return false;
}

}  // namespace

bool reroutes(const AnyRouting& params) {
  return Routings::visit([]<class Family>(const Family&) { return follows_changes<Family>(); }, params);
}

std::string rerouting_names() {
  std::string names;
  Routings::for_each([&]<class Family>(const Family& family) {
    if (follows_changes<Family>()) names += fmt::format("{}{}", names.empty() ? "" : ", ", family.name);
  });
  return names;
}

bool remembers(const AnyRouting& params) {
  return Routings::visit(
      []<class Family>(const Family& family) {
        if constexpr (requires { family.remembers(); }) return family.remembers();
        return false;
      },
      params);
}

std::optional<topology::Unlike> unlike_original(const AnyRouting& params) {
  return Routings::visit(
      []<class Params>(const Params& each) -> std::optional<topology::Unlike> {
        if constexpr (requires { each.unlike_original(); }) return each.unlike_original();
        return topology::Unlike{"", fmt::format("has no {}", Params::name), "another one"};
      },
      params);
}

}  // namespace fsin::routing

template class fsin::config::Choice<fsin::routing::Routings>;
