// SPDX-License-Identifier: Apache-2.0
// Catalogue: the list of everything that can stand in one place of a configuration. A new topology, routing, pattern,
// ... is one file with a struct (name, doc, cite, fields) and one more type in this list:
//
//   using Topologies = Catalogue<TorusParams, MeshParams, FatTreeParams>;
//   Topologies::variant topology = TorusParams{};                      // a member of some struct
//   f.choice("topology", topology, Topologies{}, "shape of the network");   // in its fields
//
// Entries need a default constructor, `name` and `doc`; `cite` and `fields` may be left out.
//
// A list whose types are dear to include is a struct of its own, `struct Topologies : Catalogue<...> {};`, of which
// headers keep a Choice (choice.hpp) in place of a variant.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "fsin/config/choice.hpp"
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
  using First = std::tuple_element_t<0, std::tuple<Ts...>>;

  static std::vector<Entry> entries() {
    return {Entry{Ts::name, Ts::doc, detail::cite_of<Ts>(), detail::make_default<Ts>, detail::collect_fields<Ts>}...};
  }

  /// The name of the entry that the variant holds.
  static std::string_view name_of(const variant& value) {
    return std::visit([]<class T>(const T&) { return T::name; }, value);
  }

  /// Calls use(entry) with the one that the choice holds, and returns its answer, of the same type for every entry.
  template <class Use>
  static decltype(auto) visit(Use&& use, AnyEntry& choice) {
    using Answer = std::invoke_result_t<Use&, First&>;
    static constexpr std::array<Answer (*)(Use&, void*), sizeof...(Ts)> calls{
        [](Use& with, void* entry) -> Answer { return with(*static_cast<Ts*>(entry)); }...};
    return calls[index_of(choice)](use, choice.value());
  }
  template <class Use>
  static decltype(auto) visit(Use&& use, const AnyEntry& choice) {
    using Answer = std::invoke_result_t<Use&, const First&>;
    static constexpr std::array<Answer (*)(Use&, const void*), sizeof...(Ts)> calls{
        [](Use& with, const void* entry) -> Answer { return with(*static_cast<const Ts*>(entry)); }...};
    return calls[index_of(choice)](use, choice.value());
  }

  static std::size_t index_of(const AnyEntry& choice) {
    std::size_t index = 0;
    if (!((choice.is<Ts>() || (++index, false)) || ...)) throw std::logic_error("a type that the catalogue has not");
    return index;
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

  /// Puts the entry of this index into a choice, with its defaults.
  template <class C>
  static void emplace(Choice<C>& choice, std::size_t index) {
    std::size_t i = 0;
    ((i++ == index ? static_cast<void>(choice = Ts{}) : void()), ...);
  }

  static constexpr ChoiceType choice_type{entries, index, select};
};

template <class C>
Choice<C>::Choice() : Choice(typename C::First{}) {}

template <class C>
std::size_t Choice<C>::index() const {
  return C::index_of(*this);
}

template <class C>
std::string_view Choice<C>::name() const {
  return C::visit([]<class T>(const T&) -> std::string_view { return T::name; }, *this);
}

template <class C>
constinit const ChoiceType Choice<C>::type{
    C::entries,
    [](const void* value) { return static_cast<const Choice<C>*>(value)->index(); },
    [](void* value, std::size_t index) {
      auto& choice = *static_cast<Choice<C>*>(value);
      if (choice.index() != index) C::emplace(choice, index);
      return choice.value();
    },
};

}  // namespace fsin::config
