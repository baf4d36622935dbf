// SPDX-License-Identifier: Apache-2.0
#include "fsin/routing/faults/hyperx_detours.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace fsin::routing {
namespace {

using Offsets = topology::HyperX::Offsets;

constexpr std::uint32_t every_budget = ~std::uint32_t{0};

/// For each dimension the budgets, as masks of dimensions, that do not have it.
constexpr std::array<std::uint32_t, topology::max_hyperx_dimensions> masks_without{
    0x55555555U, 0x33333333U, 0x0f0f0f0fU, 0x00ff00ffU, 0x0000ffffU};
static_assert(1U << topology::max_hyperx_dimensions <= 32, "a budget is a bit of a word");

/// The places from which a destination can be reached, one destination after the other.
class Reaching {
 public:
  Reaching(const topology::HyperX& network, const HyperXLinks& links, const HyperXRules& rules)
      : network_(network), links_(links), rules_(rules), budgets_(network.switches()) {
    // The same distances come before every destination, so that they are put in order once.
    for (std::uint32_t to = 0; to < network.switches(); ++to) ahead_.push_back(network.offsets(0, to));
    std::stable_sort(ahead_.begin(), ahead_.end(),
                     [](const Offsets& a, const Offsets& b) { return count(a) < count(b); });
  }

  /// By switch, the budgets with which the destination is reached.
  const std::vector<std::uint32_t>& of(std::uint32_t destination) {
    to_ = network_.offsets(0, destination);
    budgets_[destination] = every_budget;
    for (std::size_t begin = 1, end = 1; begin < ahead_.size(); begin = end) {
      while (end < ahead_.size() && count(ahead_[end]) == count(ahead_[begin])) ++end;
      lacking_.clear();
      for (std::size_t i = begin; i < end; ++i) straight_from(ahead_[i]);
      if (rules_.deroutes > 0) add_deroutes();
    }
    return budgets_;
  }
  /// True if some switch reaches the destination of the last call with some budgets only, or not at all.
  bool lacks_some() const {
    return std::any_of(budgets_.begin(), budgets_.end(), [](std::uint32_t each) { return each != every_budget; });
  }

 private:
  struct Place {
    std::uint32_t at;
    Offsets ahead;
  };

  static unsigned count(const Offsets& ahead) {
    return static_cast<unsigned>(std::count_if(ahead.begin(), ahead.end(), [](unsigned each) { return each != 0; }));
  }
  /// The switch with these distances to the destination.
  std::uint32_t before(const Offsets& ahead) const {
    std::uint32_t number = 0, stride = 1;
    for (unsigned d = 0, last = std::min(network_.dimensions(), topology::max_hyperx_dimensions); d < last; ++d) {
      const unsigned side = network_.dimension(d).side;
      number += stride * (to_[d] >= ahead[d] ? to_[d] - ahead[d] : to_[d] + side - ahead[d]);
      stride *= side;
    }
    return number;
  }
  template <class Use>
  void for_dimensions(const Offsets& ahead, Use use) const {
    for (unsigned d = 0; d < network_.dimensions(); ++d) {
      if (ahead[d] == 0) continue;
      use(d);
      if (rules_.in_order) return;
    }
  }

  void straight_from(const Offsets& ahead) {
    const std::uint32_t at = before(ahead);
    std::uint32_t budgets = 0;
    for_dimensions(ahead, [&](unsigned d) {
      const std::uint32_t next = links_.next(at, d, ahead[d]);
      if (next != HyperXLinks::nowhere()) budgets |= budgets_[next];
    });
    budgets_[at] = budgets;
    if (budgets != every_budget) lacking_.push_back({at, ahead});
  }

  /// Adds what deroutes give, each to a switch with as many unaligned dimensions, until nothing more comes of it.
  void add_deroutes() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Place& place : lacking_) {
        std::uint32_t budgets = budgets_[place.at];
        for_dimensions(place.ahead, [&](unsigned d) {
          for (unsigned offset = 1; offset < network_.dimension(d).side; ++offset) {
            if (offset == place.ahead[d]) continue;
            const std::uint32_t next = links_.next(place.at, d, offset);
            if (next != HyperXLinks::nowhere()) budgets |= before_deroute(budgets_[next], d);
          }
        });
        changed = changed || budgets != budgets_[place.at];
        budgets_[place.at] = budgets;
      }
    }
  }
  /// The budgets that a deroute in a dimension turns into these.
  std::uint32_t before_deroute(std::uint32_t budgets, unsigned d) const {
    return rules_.one_by_dimension ? budgets >> (1U << d) & masks_without[d] : budgets << 1U;
  }

  const topology::HyperX& network_;
  const HyperXLinks& links_;
  HyperXRules rules_;
  std::vector<Offsets> ahead_;  ///< distances of all switches to a destination, by number of unaligned dimensions
  Offsets to_{};                ///< coordinates of the destination
  std::vector<std::uint32_t> budgets_;
  std::vector<Place> lacking_;
};

}  // namespace

HyperXLinks::HyperXLinks(const topology::HyperX& network, const topology::PortGraph& graph) {
  for (unsigned d = 0; d < network.dimensions(); ++d) {
    first_.push_back(row_);
    row_ += network.dimension(d).side - 1;
  }
  next_.assign(std::size_t{network.switches()} * row_, nowhere());
  const std::uint32_t interfaces = network.nodes();
  for (std::uint32_t from = 0; from < network.switches(); ++from) {
    for (unsigned port = network.terminals(); port < network.ports(); ++port) {
      const topology::Link link = graph.next(RouterId(interfaces + from), port);
      if (!link.exists()) continue;
      const topology::HyperX::Hop hop = network.hop(port);
      next_[std::size_t{from} * row_ + first_[hop.dimension] + hop.offset - 1] = link.router.value - interfaces;
    }
  }
}

HyperXDetours::HyperXDetours(const topology::HyperX& network, const topology::PortGraph& graph,
                             const HyperXRules& rules)
    : interfaces_(network.nodes()), switches_(network.switches()), links_(network, graph), row_of_(switches_) {
  Reaching reaching(network, links_, rules);
  for (std::uint32_t to = 0; to < switches_; ++to) {
    const std::vector<std::uint32_t>& budgets = reaching.of(to);
    if (!reaching.lacks_some()) continue;
    budgets_.insert(budgets_.end(), budgets.begin(), budgets.end());
    row_of_[to] = static_cast<std::uint16_t>(budgets_.size() / switches_);
  }
}

HyperXIntact::HyperXIntact(const topology::HyperX& network, const topology::PortGraph& graph)
    : row_words_((network.switches() + 63) / 64),
      onward_(std::size_t{network.switches()} * row_words_),
      backward_(onward_.size()) {
  const HyperXLinks links(network, graph);
  for (std::uint32_t from = 0; from < network.switches(); ++from) {
    for (std::uint32_t to = 0; to < network.switches(); ++to) {
      const Offsets ahead = network.offsets(from, to);
      std::uint32_t at = from;
      for (unsigned d = 0; d < network.dimensions() && at != HyperXLinks::nowhere(); ++d) {
        if (ahead[d] != 0) at = links.next(at, d, ahead[d]);
      }
      if (at == HyperXLinks::nowhere()) continue;
      onward_[from * std::size_t{row_words_} + to / 64] |= std::uint64_t{1} << to % 64;
      backward_[to * std::size_t{row_words_} + from / 64] |= std::uint64_t{1} << from % 64;
    }
  }
}

std::uint32_t HyperXIntact::vias(std::uint32_t from, std::uint32_t to) const {
  std::uint32_t count = 0;
  for (std::uint32_t word = 0; word < row_words_; ++word) {
    count += static_cast<std::uint32_t>(
        std::popcount(onward_[from * std::size_t{row_words_} + word] & backward_[to * std::size_t{row_words_} + word]));
  }
  return count;
}

std::uint32_t HyperXIntact::via(std::uint32_t from, std::uint32_t to, std::uint32_t before) const {
  for (std::uint32_t word = 0;; ++word) {
    std::uint64_t some =
        onward_[from * std::size_t{row_words_} + word] & backward_[to * std::size_t{row_words_} + word];
    const auto count = static_cast<std::uint32_t>(std::popcount(some));
    if (before >= count) {
      before -= count;
      continue;
    }
    for (; before > 0; --before) some &= some - 1;
    return word * 64 + static_cast<std::uint32_t>(std::countr_zero(some));
  }
}

}  // namespace fsin::routing
