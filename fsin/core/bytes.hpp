// SPDX-License-Identifier: Apache-2.0
// Values as bytes and back, for processes that talk to each other: same program, same machine type.
//
// A struct of its own kind says what it consists of, once for both directions:
//   template <class Self, class Archive> static void archive(Self& self, Archive& a) { a(self.first, self.second); }
// Other trivially copyable types go as they lie in memory. Not for files: there is no version and no byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace fsin {

template <class T, class Archive>
concept Archived = requires(T& value, Archive& archive) {
  std::remove_const_t<T>::archive(value, archive);
};

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<std::vector<T>> = true;
template <>
inline constexpr bool is_list<std::string> = true;

class ByteWriter {
 public:
  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }

  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  template <class T>
  void put(const T& value) {
    if constexpr (Archived<const T, ByteWriter>) {
      T::archive(value, *this);
    } else if constexpr (is_list<T>) {
      put(static_cast<std::uint64_t>(value.size()));
      if constexpr (std::is_trivially_copyable_v<typename T::value_type> &&
                    !Archived<const typename T::value_type, ByteWriter>) {
        raw(value.data(), value.size() * sizeof(typename T::value_type));
      } else {
        for (const auto& each : value) put(each);
      }
    } else {
      static_assert(std::is_trivially_copyable_v<T>);
      raw(&value, sizeof(T));
    }
  }
  void raw(const void* from, std::size_t size) {
    if (size == 0) return;
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, from, size);
  }

  std::vector<std::byte> bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool at_end() const { return bytes_.empty(); }

  template <class... T>
  void operator()(T&... values) {
    (get(values), ...);
  }

 private:
  template <class T>
  void get(T& value) {
    if constexpr (Archived<T, ByteReader>) {
      T::archive(value, *this);
    } else if constexpr (is_list<T>) {
      std::uint64_t size = 0;
      get(size);
      if constexpr (std::is_trivially_copyable_v<typename T::value_type> &&
                    !Archived<typename T::value_type, ByteReader>) {
        check(size, sizeof(typename T::value_type));
        value.resize(size);
        raw(value.data(), size * sizeof(typename T::value_type));
      } else {
        check(size, 1);
        value.resize(size);
        for (auto& each : value) get(each);
      }
    } else {
      static_assert(std::is_trivially_copyable_v<T>);
      check(1, sizeof(T));
      raw(&value, sizeof(T));
    }
  }
  /// Each element takes a byte at least.
  void check(std::uint64_t count, std::size_t each) const {
    if (count > bytes_.size() / each) throw std::runtime_error("a message between processes is cut short");
  }
  void raw(void* to, std::size_t size) {
    if (size == 0) return;
    std::memcpy(to, bytes_.data(), size);
    bytes_ = bytes_.subspan(size);
  }

  std::span<const std::byte> bytes_;
};

}  // namespace fsin
