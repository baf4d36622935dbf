// SPDX-License-Identifier: Apache-2.0
// Catalogue: the list of everything that can stand in one place of a configuration. A new topology, routing, pattern,
// ... is one file with a struct (name, doc, cite, fields) and one more type in this list:
//
//   using Topologies = Catalogue<TorusParams, MeshParams, FatTreeParams>;
//   Topologies::variant topology = TorusParams{};                      // a member of some struct
//   f.choice("topology", topology, Topologies{}, "shape of the network");   // in its fields
//
// Entries need a default constructor, `name` and `doc`; `cite` and `fields` may be left out.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

#include "fsin/config/fields.hpp"

namespace fsin::config {

namespace detail {

template <class T>
consteval std::string_view cite_of() {
  if constexpr (requires { T::cite; }) return T::cite;
  return {};
}

template <class T>
void collect_fields(void* value, Fields& fields) {
  if constexpr (requires(T & entry) { entry.fields(fields); }) static_cast<T*>(value)->fields(fields);
}

template <class T>
std::shared_ptr<void> make_default() {
  return std::make_shared<T>();
}

}  // namespace detail

template <class... Ts>
struct Catalogue {
  using variant = std::variant<Ts...>;

  static std::vector<Entry> entries() {
    return {Entry{Ts::name, Ts::doc, detail::cite_of<Ts>(), detail::make_default<Ts>, detail::collect_fields<Ts>}...};
  }

  /// The name of the entry that the variant holds.
  static std::string_view name_of(const variant& value) {
    return std::visit([]<class T>(const T&) { return T::name; }, value);
  }

  static std::size_t index(const void* value) { return static_cast<const variant*>(value)->index(); }

  static void* select(void* value, std::size_t index) {
    variant& held = *static_cast<variant*>(value);
    std::size_t i = 0;
    ((i++ == index && held.index() != index ? static_cast<void>(held.template emplace<Ts>()) : void()), ...);
    return std::visit([](auto& entry) { return static_cast<void*>(&entry); }, held);
  }

  /// Calls use(entry) with each entry as it is by default.
  template <class Use>
  static void for_each(Use use) {
    (use(Ts{}), ...);
  }

  static constexpr ChoiceType choice_type{entries, index, select};
};

}  // namespace fsin::config
