// SPDX-License-Identifier: Apache-2.0
// The value types of configurations behind one interface: a pointer to the value and a handful of functions, so that
// the code that reads, checks and prints them is compiled once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "fsin/core/delay.hpp"
#include "fsin/core/units.hpp"

namespace fsin::config {

enum class Shape : std::uint8_t { boolean, integer, natural, real, text, path, name, quantity, list, optional };

/// The value of any scalar: an enum as its number, a path as text, a quantity in base units (times as real numbers, the
/// others as whole numbers), a delay as a number with its unit.
using Scalar = std::variant<bool, std::int64_t, std::uint64_t, double, std::string, Delay>;

/// The operations on a C++ type through a pointer to a value of it. One constant per type: type_of<T>.
struct Type {
  Shape shape;
  Dimension dimension = Dimension::none;
  unsigned bits = 0;            ///< of integers
  const Type* inner = nullptr;  ///< of lists and optionals
  Scalar (*get)(const void*) = nullptr;
  void (*set)(void*, const Scalar&) = nullptr;
  /// Lists and optionals; an optional is a list of at most one.
  std::size_t (*count)(const void*) = nullptr;
  void (*resize)(void*, std::size_t) = nullptr;
  void* (*at)(void*, std::size_t) = nullptr;

  /// The scalar type at the bottom.
  const Type& scalar() const { return inner == nullptr ? *this : inner->scalar(); }
};

namespace detail {

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// The scalar inside lists and optionals.
template <class T>
struct Element {
  using type = T;
};
template <class T>
struct Element<std::vector<T>> : Element<T> {};
template <class T>
struct Element<std::optional<T>> : Element<T> {};

template <class T>
Scalar get_scalar(const void* from) {
  const T& value = *static_cast<const T*>(from);
  if constexpr (std::is_same_v<T, Delay>) {
    return value;
  } else if constexpr (Quantity<T>) {
    return value.value;
  } else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, double> || std::is_same_v<T, std::string>) {
    return value;
  } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return value.string();
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<std::uint64_t>(value);
  } else {
    return static_cast<std::int64_t>(value);
  }
}

template <class T>
void set_scalar(void* to, const Scalar& scalar) {
  T& value = *static_cast<T*>(to);
  if constexpr (std::is_same_v<T, Delay>) {
    value = std::get<Delay>(scalar);
  } else if constexpr (Quantity<T>) {
    value.value = std::get<decltype(value.value)>(scalar);
  } else if constexpr (std::is_same_v<T, bool>) {
    value = std::get<bool>(scalar);
  } else if constexpr (std::is_same_v<T, std::string> || std::is_same_v<T, std::filesystem::path>) {
    value = std::get<std::string>(scalar);
  } else if constexpr (std::is_same_v<T, double>) {
    value = std::get<double>(scalar);
  } else if constexpr (std::is_unsigned_v<T>) {
    value = static_cast<T>(std::get<std::uint64_t>(scalar));
  } else {
    value = static_cast<T>(std::get<std::int64_t>(scalar));
  }
}

template <class T>
consteval Shape shape_of() {
  if constexpr (Quantity<T>) {
    return Shape::quantity;
  } else if constexpr (std::is_same_v<T, bool>) {
    return Shape::boolean;
  } else if constexpr (std::is_same_v<T, std::string>) {
    return Shape::text;
  } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
    return Shape::path;
  } else if constexpr (std::is_enum_v<T>) {
    return Shape::name;
  } else if constexpr (std::is_same_v<T, double>) {
    return Shape::real;
  } else {
    static_assert(std::is_integral_v<T>, "not a value type of configurations; use group() for structs");
    return std::is_unsigned_v<T> ? Shape::natural : Shape::integer;
  }
}

template <class T>
consteval Type make_scalar_type() {
  Type type{.shape = shape_of<T>(), .get = get_scalar<T>, .set = set_scalar<T>};
  if constexpr (Quantity<T>) type.dimension = T::dimension;
  if constexpr (std::is_integral_v<T>) type.bits = sizeof(T) * 8;
  return type;
}

template <class T>
struct TypeOf {
  static constexpr Type type = make_scalar_type<T>();
};

template <class T>
struct TypeOf<std::vector<T>> {
  static_assert(!std::is_same_v<T, bool> && !is_list<T> && !is_optional<T>, "lists hold scalars");
  static std::size_t count(const void* list) { return static_cast<const std::vector<T>*>(list)->size(); }
  static void resize(void* list, std::size_t size) { static_cast<std::vector<T>*>(list)->resize(size); }
  static void* at(void* list, std::size_t i) { return &(*static_cast<std::vector<T>*>(list))[i]; }
  static constexpr Type type{
      .shape = Shape::list, .inner = &TypeOf<T>::type, .count = count, .resize = resize, .at = at};
};

template <class T>
struct TypeOf<std::optional<T>> {
  static_assert(!is_optional<T>, "an optional of an optional has two ways to be absent");
  static std::size_t count(const void* value) { return static_cast<const std::optional<T>*>(value)->has_value(); }
  static void resize(void* to, std::size_t size) {
    auto& optional = *static_cast<std::optional<T>*>(to);
    if (size == 0) {
      optional.reset();
    } else if (!optional) {
      optional.emplace();
    }
  }
  static void* at(void* value, std::size_t /*i*/) { return &**static_cast<std::optional<T>*>(value); }
  static constexpr Type type{
      .shape = Shape::optional, .inner = &TypeOf<T>::type, .count = count, .resize = resize, .at = at};
};

}  // namespace detail

/// The constant that describes T.
template <class T>
inline constexpr const Type& type_of = detail::TypeOf<T>::type;

}  // namespace fsin::config
