// SPDX-License-Identifier: Apache-2.0
// A box for everything that one part of a divided run leaves for another, twice: what is written in a turn is read in
// the next, while the other box is written to, so that nobody writes where somebody reads.
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
  /// Turns count on by one; only their parity matters.
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
