// SPDX-License-Identifier: Apache-2.0
#include "fsin/analysis/shortest_spread.hpp"

#include <algorithm>
#include <tuple>

namespace fsin::analysis {

std::uint32_t ShortestSpread::number(const deadlock::PacketState& state, std::uint32_t level) {
  const std::uint32_t number = table_.add(state);
  if (number == known_.size()) known_.push_back({.level = level});
  return number;
}

bool ShortestSpread::search(std::uint32_t source, std::uint32_t destination) {
  table_.clear();
  known_.clear();
  on_.clear();
  steps_.starts(source, destination, entering_);
  for (const deadlock::StateBytes& state : entering_) number({{source, graph_.ports() * vcs_}, state}, 0);
  starts_ = known_.size();
  std::uint32_t arrived = ~std::uint32_t{0};  // fewest hops
  for (std::uint32_t s = 0; s < known_.size() && known_[s].level < arrived; ++s) {
    if (table_[s].queue.router == destination) {
      arrived = known_[s].level;
    } else if (known_.size() > most_states) {
      return false;
    } else {
      go_on(s);
    }
  }
  if (arrived == ~std::uint32_t{0}) return false;
  find_arriving(destination);
  return true;
}

void ShortestSpread::go_on(std::uint32_t state) {
  const deadlock::PacketState at = table_[state];
  const std::uint32_t level = known_[state].level + 1;
  steps_.ways_on(at.queue, at.state, ways_);
  known_[state].first = on_.size();
  for (std::size_t i = 0; i < ways_.outs.size(); ++i) {
    const unsigned port = ways_.outs[i] / vcs_;
    const topology::Link link = graph_.next(RouterId(at.queue.router), port);
    if (!link.exists()) continue;
    const deadlock::QueuePlace next{link.router.value, link.port * vcs_ + ways_.outs[i] % vcs_};
    on_.push_back({port, number({next, ways_.behind[i]}, level)});
  }
  const auto first = on_.begin() + static_cast<std::ptrdiff_t>(known_[state].first);
  const auto order = [](const Step& step) { return std::tuple(step.port, step.to); };
  std::sort(first, on_.end(), [&](const Step& a, const Step& b) { return order(a) < order(b); });
  on_.erase(std::unique(first, on_.end(), [&](const Step& a, const Step& b) { return order(a) == order(b); }),
            on_.end());
  known_[state].last = on_.size();
}

/// Searches backwards from the states at the destination with the fewest hops.
void ShortestSpread::find_arriving(std::uint32_t destination) {
  std::uint32_t fewest = ~std::uint32_t{0};
  for (std::uint32_t s = 0; s < known_.size(); ++s) {
    if (table_[s].queue.router == destination) fewest = std::min(fewest, known_[s].level);
  }
  for (std::size_t s = known_.size(); s-- > 0;) {
    Known& known = known_[s];
    known.arrives = table_[s].queue.router == destination && known.level == fewest;
    for (std::size_t i = known.first; i < known.last && !known.arrives; ++i) known.arrives = counts(known, on_[i]);
  }
}

}  // namespace fsin::analysis
