// SPDX-License-Identifier: Apache-2.0
// Transfers under way, in one array with a free list.
#pragma once

#include <cstdint>
#include <vector>

#include "fsin/engine/message/model.hpp"

namespace fsin::engine::message {

/// A transfer as the statistics see it: a packet, or a message that counts as one.
struct Parcel {
  std::uint32_t source = 0;  ///< node
  std::uint32_t destination = 0;
  std::uint32_t token = 0;  ///< token of the packet, or the flow of a message
  std::uint16_t hops = 1;
  std::uint64_t phits = 0;
  Cycle entered = 0;
  Cycle generated = 0;
};

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

 private:
  std::vector<Parcel> parcels_;
  std::vector<TransferNumber> free_;
};

}  // namespace fsin::engine::message
