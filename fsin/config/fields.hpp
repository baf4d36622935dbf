// SPDX-License-Identifier: Apache-2.0
// Fields: what a configurable struct says about itself, in one template member:
//
//   struct TorusParams {
//     static constexpr std::string_view name = "torus", doc = "k-ary n-cube with wrap-around links", cite = "";
//     std::vector<unsigned> dims{8, 8};
//     template <class F> void fields(F& f) {
//       f("dims", dims, "nodes per dimension, X first").range(2, 65535).size(1, 8);
//     }
//   };
//
// Such structs stand beside what they configure: fsin/experiment/experiment.hpp has the top of an experiment,
// from which all others are reached, fsin/router/params.hpp the routers, each topology, routing, pattern and model its
// own file.
//
// F is always config::Fields; it is a template parameter so that the header of the struct needs no include. Every field
// becomes a plain Field with pointers to a handful of functions, so that reading, checking, dumping and describing are
// ordinary code, compiled once (read.hpp, dump.hpp, describe.hpp). Keys, docs and names must be string literals.
//
// Value types: bool, integers, double, std::string, std::filesystem::path, enums (with .names), quantities
// (fsin/core/units.hpp), std::vector of those, std::optional of those and of lists; structs with `fields` by group();
// one entry of a catalogue by choice() (catalogue.hpp).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "fsin/config/choice.hpp"
#include "fsin/config/named.hpp"
#include "fsin/config/types.hpp"

namespace fsin::config {

class Fields;

template <class... Ts>
struct Catalogue;

/// One entry of a catalogue.
struct Entry {
  std::string_view name, doc, cite;
  /// A value with its defaults, and the fields of such a value.
  std::shared_ptr<void> (*make)();
  void (*fields)(void*, Fields&);
};

/// Operations on a variant whose types are the entries of a catalogue.
struct ChoiceType {
  std::vector<Entry> (*entries)();
  std::size_t (*index)(const void*);
  /// Selects the entry, with its defaults unless it is selected already, and returns a pointer to its value.
  void* (*select)(void*, std::size_t);
};

struct NamedValue {
  std::int64_t value;
  std::string_view name, doc;
};

/// One field of one struct: a scalar, list or optional (`type`), a choice (`choice`), or else a group (`members`).
struct Field {
  std::string_view key, doc;
  void* value = nullptr;
  const Type* type = nullptr;
  const ChoiceType* choice = nullptr;
  std::vector<Field> members;
  std::optional<Scalar> low, high;  ///< inclusive; of each element in a list
  std::size_t min_size = 0;
  std::size_t max_size = std::numeric_limits<std::size_t>::max();
  std::vector<NamedValue> names;
  std::string_view word;  ///< stands for `word_value`, which may lie outside the range; empty: there is none
  std::optional<Scalar> word_value;
  std::vector<std::string_view> aliases;
  bool required = false;
  bool by_x = false;     ///< a list that may be written 8x8
  bool is_part = false;  ///< names a file whose keys stand beside it, see part()
};

/// The result of f(...), to which checks are added in a chain. Valid until the next field is added.
template <class T>
class Handle {
 public:
  using Element = typename detail::Element<T>::type;

  explicit Handle(Field& field) : field_(&field) {}

  /// Smallest and largest value, both allowed; in a list they hold for each element. Enums, texts and paths have no
  /// range.
  Handle& range(Element low, Element high) requires(std::is_arithmetic_v<Element> || Quantity<Element>) {
    field_->low = detail::get_scalar<Element>(&low);
    field_->high = detail::get_scalar<Element>(&high);
    return *this;
  }
  /// Smallest and largest number of elements, both allowed.
  Handle& size(std::size_t low, std::size_t high) requires(!std::same_as<T, Element>) {
    field_->min_size = low;
    field_->max_size = high;
    return *this;
  }
  /// A list of sizes, which may be written 8x8 as well as [8, 8].
  Handle& written_by_x() requires(!std::same_as<T, Element>) {
    field_->by_x = true;
    return *this;
  }
  /// The names of an enum's values: a range of Named.
  template <class Table>
  requires std::is_enum_v<Element> Handle& names(const Table& table) {
    for (const auto& row : table) field_->names.push_back({static_cast<std::int64_t>(row.value), row.name, row.doc});
    return *this;
  }
  /// A word that may stand in place of a number, and the value that it gives: `warmup: auto`.
  Handle& word(std::string_view text, Element meaning) {
    field_->word = text;
    field_->word_value = detail::get_scalar<Element>(&meaning);
    return *this;
  }
  /// The key must be written. Any other key that is not written keeps the value of the struct as its default.
  Handle& required() {
    field_->required = true;
    return *this;
  }
  /// The key names a file whose keys are added beside it before the reading (Document::add_defaults). A dump leaves
  /// this key out, since it contains the keys of the file. An override of it must write its whole path.
  Handle& part() {
    field_->is_part = true;
    return *this;
  }
  /// An old name of the key, still accepted with a warning.
  Handle& alias(std::string_view old_key) {
    field_->aliases.push_back(old_key);
    return *this;
  }

 private:
  Field* field_;
};

/// Collects the fields of a struct: the F of its `fields`.
class Fields {
 public:
  /// Declares a scalar, a list or an optional.
  template <class T>
  Handle<T> operator()(std::string_view key, T& value, std::string_view doc) {
    Field& field = add(key, &value, doc);
    field.type = &type_of<T>;
    return Handle<T>(field);
  }
  /// Declares a group: a struct with `fields` of its own.
  template <class T>
  Handle<T> group(std::string_view key, T& value, std::string_view doc) {
    Fields members;
    value.fields(members);
    Field& field = add(key, &value, doc);
    field.members = std::move(members.list_);
    return Handle<T>(field);
  }
  /// Declares a choice, one entry of a catalogue: `{type: torus, dims: [8, 8]}`, or `torus` for its defaults.
  template <class C>
  Handle<typename C::variant> choice(std::string_view key, typename C::variant& value, C /*catalogue*/,
                                     std::string_view doc) {
    Field& field = add(key, &value, doc);
    field.choice = &C::choice_type;
    return Handle<typename C::variant>(field);
  }
  /// The same of a Choice, which knows its catalogue.
  template <class C>
  Handle<Choice<C>> choice(std::string_view key, Choice<C>& value, std::string_view doc) {
    Field& field = add(key, &value, doc);
    field.choice = &Choice<C>::type;
    return Handle<Choice<C>>(field);
  }
  /// Declares a choice whose catalogue consists of exactly the types of the variant. For headers that must not include
  /// catalogue.hpp: read.hpp, dump.hpp and describe.hpp include it in their place.
  template <class... Ts>
  Handle<std::variant<Ts...>> choice(std::string_view key, std::variant<Ts...>& value, std::string_view doc) {
    return choice(key, value, Catalogue<Ts...>{}, doc);
  }

  const std::vector<Field>& list() const { return list_; }

 private:
  Field& add(std::string_view key, void* value, std::string_view doc);

  std::vector<Field> list_;
};

/// The fields of a value; they point into it.
template <class T>
Fields fields_of(T& value) {
  Fields fields;
  value.fields(fields);
  return fields;
}

}  // namespace fsin::config
