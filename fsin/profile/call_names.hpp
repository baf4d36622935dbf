// SPDX-License-Identifier: Apache-2.0
// The calls of a run, numbered in the order in which they are first entered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "fsin/workload/timeline.hpp"

namespace fsin::profile {

/// An MPI function; a collective that is replaced by messages has one name for each algorithm.
struct CallName {
  std::string function;
  std::string algorithm;  ///< empty where none is known

  auto operator<=>(const CallName&) const = default;
  /// Name for people: "MPI_Allreduce, recursive-doubling".
  std::string text() const { return algorithm.empty() ? function : function + ", " + algorithm; }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.function, self.algorithm);
  }
};

/// Value for a rank outside all calls.
inline constexpr std::uint16_t no_call = 0xffff;

class CallNames {
 public:
  std::uint16_t number(const workload::Call& call) {
    const auto found = std::find_if(names_.begin(), names_.end(), [&](const CallName& name) {
      return name.function == call.function && name.algorithm == call.algorithm;
    });
    if (found == names_.end()) {
      if (names_.size() + 1 == no_call) return no_call;
      names_.push_back({std::string(call.function), std::string(call.algorithm)});
      return static_cast<std::uint16_t>(names_.size() - 1);
    }
    return static_cast<std::uint16_t>(found - names_.begin());
  }
  const std::vector<CallName>& names() const { return names_; }
  std::size_t size() const { return names_.size(); }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.names_);
  }

 private:
  std::vector<CallName> names_;
};

}  // namespace fsin::profile
