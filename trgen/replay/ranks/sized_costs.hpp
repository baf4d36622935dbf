// SPDX-License-Identifier: Apache-2.0
// What a call costs by the bytes of its message, as SimGrid's smpi/os, smpi/ois and smpi/or write it:
// "0:8.93e-6:7.65e-10;1420:1.4e-5:2.1e-10". Each section has the bytes beyond which it holds, seconds, and seconds a
// byte. The first one holds for fewer bytes, too.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace trgen::replay {

class SizedCosts {
 public:
  SizedCosts() = default;
  /// Empty where the text says no such costs. `cycles_a_second`: above 0.
  static std::optional<SizedCosts> parse(std::string_view text, double cycles_a_second);

  bool empty() const { return sections_.empty(); }
  /// Cycles, rounded up; 0 where there are no costs.
  std::uint64_t cycles(std::uint64_t bytes) const;

 private:
  struct Section {
    std::uint64_t beyond = 0;
    double cycles = 0;
    double cycles_a_byte = 0;
  };
  std::vector<Section> sections_;  ///< ascending
};

}  // namespace trgen::replay
