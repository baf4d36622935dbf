// SPDX-License-Identifier: Apache-2.0
// Every outcome of a call that draws: the call is repeated with each sequence of outcomes that its draws can have.
//
// Each draw gives its number of possible values. The first repetition takes the first value each time; each further one
// keeps the draws before the last one with a remaining value, and gives that one its next value. The same draw made
// twice in one repetition has one value, as in the engines, where draws are keyed by place and index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fsin::deadlock {

/// Identity of a draw; draws that differ in any number are different draws.
struct Drawn {
  enum class Kind : std::uint8_t { coin, number, room, phits, sums } kind = Kind::number;
  std::uint32_t of = 0;
  std::uint32_t index = 0;

  bool operator==(const Drawn&) const = default;
};

class Choices {
 public:
  /// The value of a draw in this repetition, 0 .. values-1.
  std::uint32_t draw(const Drawn& what, std::uint32_t values) {
    if (values <= 1) return 0;
    for (std::size_t i = 0; i < made_; ++i) {
      if (draws_[i].what == what) return draws_[i].value;
    }
    if (made_ == draws_.size()) draws_.push_back({what, values, 0});
    draws_[made_].what = what;
    return draws_[made_++].value;
  }

  /// Probability of the draws made in this repetition, if all values of a draw are equally likely.
  double probability() const {
    double probability = 1;
    for (std::size_t i = 0; i < made_; ++i) probability /= draws_[i].values;
    return probability;
  }

  /// Calls `call` once for each sequence of outcomes, at most `most` times. False if there are more.
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
  std::size_t made_ = 0;  ///< number of draws in this repetition
};

}  // namespace fsin::deadlock
