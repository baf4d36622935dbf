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
  /// Most names a trace may have: MPI has some 500 functions, so more says that the file is not a trace.
  static constexpr std::size_t most = 4096;

  /// Number of a name, which is entered when it is new; nothing when the table is full.
  std::optional<std::uint16_t> number(std::string_view name);

  const std::vector<std::string>& names() const { return names_; }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  /// Traces name the same few functions over and over: a small table indexed by length and some letters spares the
  /// hash. Entries hold number + 1, 0 for none.
  static std::size_t slot(std::string_view name);

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::uint16_t, Hash, std::equal_to<>> numbers_;
  std::array<std::uint16_t, 256> recent_{};
};

}  // namespace trgen::record
