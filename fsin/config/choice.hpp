// SPDX-License-Identifier: Apache-2.0
// Choice: one entry of a catalogue as a value, which copies with what it holds. A header that only keeps one needs no
// more than the name of the catalogue, and none of the types in its list:
//
//   struct Topologies;                                    // its list: catalogue.hpp
//   using AnyTopology = config::Choice<Topologies>;
//   extern template class config::Choice<Topologies>;     // compiled once, in catalogue.cpp:
//
//   template class config::Choice<Topologies>;
//
// To ask for one type, its header suffices: choice.get_if<TorusParams>(). To go through all of them, include the
// catalogue: Topologies::visit(use, choice).
#pragma once

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

namespace fsin::config {

struct ChoiceType;

/// How values of one type are copied and destroyed. Its address stands for the type.
struct HeldType {
  void* (*copy)(const void*);
  void (*destroy)(void*);
};

template <class T>
inline constexpr HeldType held_type{
    [](const void* value) -> void* { return new T(*static_cast<const T*>(value)); },
    [](void* value) { delete static_cast<T*>(value); },
};

/// The part of a choice that does not depend on its catalogue. Holds a value, except after it was moved from.
class AnyEntry {
 public:
  AnyEntry(const AnyEntry& other);
  AnyEntry(AnyEntry&& other) noexcept
      : value_(std::exchange(other.value_, nullptr)), type_(std::exchange(other.type_, nullptr)) {}
  AnyEntry& operator=(const AnyEntry& other);
  AnyEntry& operator=(AnyEntry&& other) noexcept;
  ~AnyEntry();

  const HeldType* held() const { return type_; }
  void* value() { return value_; }
  const void* value() const { return value_; }

  template <class T>
  bool is() const {
    return type_ == &held_type<T>;
  }
  /// Null where another entry is held.
  template <class T>
  const T* get_if() const {
    return is<T>() ? static_cast<const T*>(value_) : nullptr;
  }
  template <class T>
  T* get_if() {
    return is<T>() ? static_cast<T*>(value_) : nullptr;
  }
  /// Throws std::logic_error where another entry is held.
  template <class T>
  const T& get() const {
    require(is<T>());
    return *static_cast<const T*>(value_);
  }
  template <class T>
  T& get() {
    require(is<T>());
    return *static_cast<T*>(value_);
  }

 protected:
  /// Owns `value`, which is of that type.
  AnyEntry(void* value, const HeldType& type) : value_(value), type_(&type) {}

 private:
  static void require(bool holds) {
    if (!holds) throw std::logic_error("another entry of the catalogue is held");
  }

  void* value_;
  const HeldType* type_;
};

template <class C>
class Choice : public AnyEntry {
 public:
  /// The first entry of the catalogue, with its defaults.
  Choice();
  /// T is an entry of the catalogue: index() throws std::logic_error where it is none.
  template <class T>
  requires(std::is_class_v<T> && !std::derived_from<T, AnyEntry>)
      Choice(T entry)  // NOLINT(google-explicit-constructor): as of a variant
      : AnyEntry(new T(std::move(entry)), held_type<T>) {}

  std::size_t index() const;
  std::string_view name() const;

  /// For the reader of configurations, see fields.hpp.
  static const ChoiceType type;
};

}  // namespace fsin::config
