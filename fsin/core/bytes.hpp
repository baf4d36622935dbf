// SPDX-License-Identifier: Apache-2.0
// Serialisation of values to bytes and back: for messages between processes, and for a run that is continued later.
// Both sides must be the same program on the same type of machine.
//
// A struct lists its members once for both directions:
//   template <class Self, class Archive> static void archive(Self& self, Archive& a) { a(self.first, self.second); }
// Other trivially copyable types are copied as they lie in memory, without a version or a byte order. Whether the bytes
// are complete and come from the same program is not checked here; whoever stores them must make sure of it.
#pragma once

#include <algorithm>
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

/// Destination of bytes that are too many to keep in memory.
class ByteSink {
 public:
  virtual ~ByteSink() = default;
  virtual void take(std::span<const std::byte> bytes) = 0;
};
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  /// Copies the next bytes into `room`; returns their number, less than the size of `room` only at the end.
  virtual std::size_t give(std::span<std::byte> room) = 0;
};

class ByteWriter {
 public:
  /// Keeps the bytes in memory, or passes them on to `sink` block by block; then flush() must be called at the end.
  explicit ByteWriter(ByteSink* sink = nullptr) : sink_(sink) {}

  template <class... T>
  void operator()(const T&... values) {
    (put(values), ...);
  }

  /// Writes an array as it lies in memory; the reader must know its length.
  void raw(const void* from, std::size_t size) {
    if (size == 0) return;
    if (sink_ != nullptr && bytes_.size() + size > handed_on) flush();
    if (sink_ != nullptr && size > handed_on) return sink_->take({static_cast<const std::byte*>(from), size});
    const std::size_t at = bytes_.size();
    bytes_.resize(at + size);
    std::memcpy(bytes_.data() + at, from, size);
  }
  void flush() {
    if (sink_ == nullptr) return;
    sink_->take(bytes_);
    bytes_.clear();
  }

  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  static constexpr std::size_t handed_on = std::size_t{1} << 20U;

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

  ByteSink* sink_;
  std::vector<std::byte> bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}
  explicit ByteReader(ByteSource& source) : source_(&source), buffer_(std::size_t{1} << 20U) {}

  /// True once all bytes have been read. For bytes in memory only.
  bool at_end() const { return bytes_.empty(); }
  /// What has not been read. Of bytes in memory only.
  std::span<const std::byte> rest() const { return bytes_; }

  void raw(void* to, std::size_t size) {
    auto* at = static_cast<std::byte*>(to);
    while (size != 0) {
      if (bytes_.empty() && !refill()) fail();
      const std::size_t n = std::min(size, bytes_.size());
      std::memcpy(at, bytes_.data(), n);
      bytes_ = bytes_.subspan(n);
      at += n;
      size -= n;
    }
  }

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
      raw(&value, sizeof(T));
    }
  }
  /// Refuses a list longer than the bytes left, each element taking at least `each` bytes. The length of a source is
  /// not known, so there a damaged list ends in fail() only when the source runs dry.
  void check(std::uint64_t count, std::size_t each) const {
    if (source_ == nullptr && count > bytes_.size() / each) fail();
  }
  bool refill() {
    if (source_ == nullptr) return false;
    bytes_ = {buffer_.data(), source_->give(buffer_)};
    return !bytes_.empty();
  }

  [[noreturn]] void fail() const {
    throw std::runtime_error(source_ == nullptr ? "a message between processes is cut short" : "it ends too early");
  }

  ByteSource* source_ = nullptr;
  std::vector<std::byte> buffer_;
  std::span<const std::byte> bytes_;
};

}  // namespace fsin
