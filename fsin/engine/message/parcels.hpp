// SPDX-License-Identifier: Apache-2.0
// Transfers under way, in one array with a free list.
#pragma once

#include <vector>

#include "fsin/engine/message/model.hpp"
#include "fsin/engine/tally.hpp"

namespace fsin::engine::message {

class Parcels {
 public:
  TransferNumber take() {
    if (free_.empty()) {
      parcels_.emplace_back();
      return static_cast<TransferNumber>(parcels_.size() - 1);
    }
    const TransferNumber number = free_.back();
    free_.pop_back();
    return number;
  }
  void give_back(TransferNumber number) { free_.push_back(number); }
  Parcel& operator[](TransferNumber number) { return parcels_[number]; }

  static constexpr double bytes_of_one() { return sizeof(Parcel) + sizeof(TransferNumber); }

  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.parcels_, self.free_);
  }

 private:
  std::vector<Parcel> parcels_;
  std::vector<TransferNumber> free_;
};

}  // namespace fsin::engine::message
