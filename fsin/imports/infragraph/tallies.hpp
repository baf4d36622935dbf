// SPDX-License-Identifier: Apache-2.0
// What is left out in many places: told once, with the first place and the count.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "fsin/imports/common/draft.hpp"

namespace fsin::imports::infragraph {

class Tallies {
 public:
  void add(const std::string& what, const Mark& mark) { ++all_.try_emplace(what, mark, 0).first->second.second; }
  void tell(Draft& draft) const {
    for (const auto& [what, place] : all_) {
      const std::string count = place.second > 1 ? " (" + std::to_string(place.second) + " times)" : "";
      draft.leave_out(place.first, what + count);
    }
  }

 private:
  std::map<std::string, std::pair<Mark, std::size_t>> all_;
};

}  // namespace fsin::imports::infragraph
