// SPDX-License-Identifier: Apache-2.0
// Names of states (MPI functions) and their numbers, in order of first appearance.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trgen::record {

class StateTable {
 public:
  /// The most names that a trace may have. MPI has some 500 functions: a file with more names than this is no trace.
  static constexpr std::size_t most = 4096;

  /// The number of a name, which is entered if it is new; empty when the table is full.
  std::optional<std::uint16_t> number(std::string_view name);

  const std::vector<std::string>& names() const { return names_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  /// Traces repeat the same few names, so a small table indexed by length and some letters avoids most hashing. Its
  /// entries are number + 1, or 0 for none.
  static std::size_t slot(std::string_view name);

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint16_t, Hash, std::equal_to<>> numbers_;
  std::array<std::uint16_t, 256> recent_{};
};

}  // namespace trgen::record
