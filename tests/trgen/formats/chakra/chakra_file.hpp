// SPDX-License-Identifier: Apache-2.0
// Chakra files of tests, byte by byte by the rules of protobuf's wire format: no code of ours or of the library wrote
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace trgen::test {

inline std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value > 0x7f; value >>= 7U) bytes += static_cast<char>((value & 0x7fU) | 0x80U);
  return bytes + static_cast<char>(value);
}

inline std::string number_field(unsigned field, std::uint64_t value) { return varint(field << 3U) + varint(value); }

inline std::string bytes_field(unsigned field, std::string_view value) {
  return varint(field << 3U | 2U) + varint(value.size()) + std::string(value);
}

/// An attribute with a number: field 9 is int64, 7 int32, 11 uint32, 13 uint64, 27 bool.
inline std::string attribute(std::string_view name, std::uint64_t value, unsigned field = 9) {
  return bytes_field(10, bytes_field(1, name) + number_field(field, value));
}
inline std::string text_attribute(std::string_view name, std::string_view value) {
  return bytes_field(10, bytes_field(1, name) + bytes_field(29, value));
}

inline std::string in_length(const std::string& message) { return varint(message.size()) + message; }

/// A node; `dependencies` are data dependencies, packed.
inline std::string chakra_node(std::uint64_t id, unsigned type, const std::vector<std::uint64_t>& dependencies,
                               const std::string& rest = {}) {
  std::string body;
  if (id != 0) body += number_field(1, id);
  body += bytes_field(2, "n") + number_field(3, type);
  std::string packed;
  for (const std::uint64_t each : dependencies) packed += varint(each);
  if (!packed.empty()) body += bytes_field(5, packed);
  return in_length(body + rest);
}

inline std::string chakra_head() { return in_length(bytes_field(1, "0.0.4")); }

inline std::string computing(std::uint64_t micros) { return number_field(7, micros); }

inline std::string message_to(std::uint32_t from, std::uint32_t to, std::uint64_t bytes, std::uint32_t tag = 0) {
  return attribute("comm_src", from, 7) + attribute("comm_dst", to, 7) + attribute("comm_tag", tag, 7) +
         attribute("comm_size", bytes);
}

inline std::string collective(unsigned type, std::uint64_t bytes, std::string_view group = {}) {
  return attribute("comm_type", type) + attribute("comm_size", bytes) +
         (group.empty() ? "" : text_attribute("pg_name", group));
}

}  // namespace trgen::test
