// SPDX-License-Identifier: Apache-2.0
// A std::priority_queue whose entries can be saved (bytes.hpp): the same entries come out in the same order afterwards.
#pragma once

#include <functional>
#include <queue>
#include <vector>

namespace fsin {

template <class Entry, class Compare = std::less<Entry>>
struct SavedQueue : std::priority_queue<Entry, std::vector<Entry>, Compare> {
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.c);
  }
};

}  // namespace fsin
