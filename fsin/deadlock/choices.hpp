// SPDX-License-Identifier: Apache-2.0
// Every outcome of a call that draws: the call is repeated with each sequence of outcomes that its draws can have.
//
// A draw says among how many values it chooses. The first repetition takes the first value each time; each further one
// keeps the draws before the last that has a value left, and gives that one its next value. The same draw asked for
// twice in one repetition has one value, as in the engines, where draws are keyed by place and index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsin::deadlock {

/// What a draw is of; draws that differ in any number are different draws.
struct Drawn {
  enum class Kind : std::uint8_t { coin, number, room, phits } kind = Kind::number;
  std::uint32_t of = 0;
  std::uint32_t index = 0;

  bool operator==(const Drawn&) const = default;
};

class Choices {
 public:
  /// 0 .. values-1.
  std::uint32_t draw(const Drawn& what, std::uint32_t values) {
    if (values <= 1) return 0;
    for (std::size_t i = 0; i < made_; ++i) {
      if (draws_[i].what == what) return draws_[i].value;
    }
    if (made_ == draws_.size()) draws_.push_back({what, values, 0});
    draws_[made_].what = what;
    return draws_[made_++].value;
  }

  /// Of what has been drawn in this repetition, where all values of a draw are equally likely.
  double probability() const {
    double probability = 1;
    for (std::size_t i = 0; i < made_; ++i) probability /= draws_[i].values;
    return probability;
  }

  /// Calls `call` once for each sequence of outcomes, `most` times at most. False when there are more.
  template <class Call>
  bool for_each(std::size_t most, Call call) {
    draws_.clear();
    for (std::size_t calls = 0; calls < most; ++calls) {
      made_ = 0;
      call();
      draws_.resize(made_);
      while (!draws_.empty() && draws_.back().value + 1 == draws_.back().values) draws_.pop_back();
      if (draws_.empty()) return true;
      ++draws_.back().value;
    }
    return false;
  }

 private:
  struct Draw {
    Drawn what;
    std::uint32_t values;
    std::uint32_t value;
  };

  std::vector<Draw> draws_;
  std::size_t made_ = 0;  ///< draws of this repetition
};

}  // namespace fsin::deadlock
