// SPDX-License-Identifier: Apache-2.0
// Double-buffered boxes through which the parts of a divided run pass data to each other. In each turn a part writes to
// one box of a pair and reads the other, written in the turn before, so that no box is written and read at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsin {

template <class Content>
class PairedBoxes {
 public:
  explicit PairedBoxes(unsigned parts) : parts_(parts), boxes_(std::size_t{2} * parts * parts) {}

  unsigned parts() const { return parts_; }
  /// Turns are numbered consecutively; only the parity of `turn` matters.
  Content& box(std::uint64_t turn, unsigned from, unsigned to) {
    return boxes_[(turn % 2 * parts_ + from) * parts_ + to].content;
  }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    for (auto& box : self.boxes_) a(box.content);
  }

 private:
  struct alignas(64) Box {
    Content content;
  };

  unsigned parts_;
  std::vector<Box> boxes_;
};

}  // namespace fsin
