// SPDX-License-Identifier: Apache-2.0
// The sizes of the datatypes of one rank of a DUMPI trace.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "trgen/formats/dumpi/call.hpp"

namespace trgen::formats::dumpi {

class TypeSizes {
 public:
  /// `sizes`: those that the file gives, by number of the type. Other basic types have their sizes on 64-bit Linux.
  explicit TypeSizes(std::vector<std::uint32_t> sizes) : sizes_(std::move(sizes)) {}

  /// Processes a call that may make a type or tell its size.
  void follow(const Call& call);
  /// Bytes of `count` elements; empty when the size of the type is not known, or the product is no size of a message.
  std::optional<std::uint64_t> bytes(std::int64_t count, std::int64_t type) const;

 private:
  std::optional<std::uint64_t> size(std::int64_t type) const;
  std::optional<std::uint64_t> struct_size(const Call& call) const;
  std::optional<std::uint64_t> made_size(const Call& call) const;

  std::vector<std::uint32_t> sizes_;
  std::unordered_map<std::int64_t, std::optional<std::uint64_t>> derived_;
};

}  // namespace trgen::formats::dumpi
