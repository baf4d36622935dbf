// SPDX-License-Identifier: Apache-2.0
// Every outcome of a computation that draws: it is run again and again, and each time draws what has not been drawn
// yet, as an odometer counts.
//
//   Outcomes outcomes;
//   do {
//     ... outcomes.draw(n) ... a number below n
//     ... outcomes.probability() of what has been drawn ...
//   } while (outcomes.next());
#pragma once

#include <cstdint>
#include <vector>

namespace routing_tests {

class Outcomes {
 public:
  std::uint32_t draw(std::uint32_t n) {
    if (n == 1) return 0;
    if (made_ == drawn_.size()) drawn_.push_back({0, n});
    probability_ /= n;
    return drawn_[made_++].value;
  }
  double probability() const { return probability_; }

  /// To the first draw again, with another outcome; false when there is none left.
  bool next() {
    made_ = 0;
    probability_ = 1;
    while (!drawn_.empty() && ++drawn_.back().value == drawn_.back().choices) drawn_.pop_back();
    return !drawn_.empty();
  }

 private:
  struct Drawn {
    std::uint32_t value;
    std::uint32_t choices;
  };
  std::vector<Drawn> drawn_;
  std::size_t made_ = 0;
  double probability_ = 1;
};

/// The draws of a packet that enters.
class EnteringOutcomes {
 public:
  explicit EnteringOutcomes(Outcomes& outcomes) : outcomes_(&outcomes) {}
  bool coin(unsigned) const { return outcomes_->draw(2) != 0; }
  std::uint32_t uniform(std::uint32_t n, unsigned) const { return outcomes_->draw(n); }

 private:
  Outcomes* outcomes_;
};

/// Calls use(state) for a packet from one node to another, once for every outcome of the draws at its start.
template <class Algorithm, class Use>
void for_each_start(const Algorithm& algorithm, std::uint32_t source, std::uint32_t destination, Use use) {
  Outcomes outcomes;
  do {
    use(algorithm.start(source, destination, EnteringOutcomes(outcomes)));
  } while (outcomes.next());
}

}  // namespace routing_tests
