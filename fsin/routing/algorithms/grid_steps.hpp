// SPDX-License-Identifier: Apache-2.0
// Common parts of the routings of tori and meshes that travel dimensions in order towards an intermediate router
// (Valiant), or in an order drawn for each packet (O1TURN): steps computed from coordinates, and classes of channels.
//
// The virtual channels of each link are divided into as many classes as there are phases or orders. A class is
// travelled in one dimension order, is protected on a torus like `dor` (by bubbles, or in pairs by a dateline), and
// leads to itself or to a later class only. If there are fewer channels than classes, the last classes share a channel:
// such a network runs, but may deadlock.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "fsin/routing/algorithm.hpp"
#include "fsin/routing/classed_grid.hpp"

namespace fsin::routing {

/// Next link of a packet. `crosses`: the remaining path in its dimension still crosses the wrap link.
struct GridStep {
  unsigned port = 0;
  bool crosses = false;
};

/// Steps that are minimal in every dimension; bit d of `coins` decides between equally long directions round an even
/// ring.
class GridSteps {
 public:
  GridSteps() = default;
  explicit GridSteps(const topology::Cartesian& grid) : grid_(&grid) {}

  const topology::Cartesian& grid() const { return *grid_; }

  /// The step in dimension d, in which the two coordinates differ.
  GridStep step(const std::uint16_t* from, const std::uint16_t* to, unsigned d, unsigned coins) const {
    const unsigned a = from[d], b = to[d];
    if (!grid_->wraps) return {2 * d + (b < a ? 1U : 0U), false};
    const bool down = goes_down(a, b, d, coins);
    return {2 * d + (down ? 1U : 0U), down ? b > a : b < a};
  }
  /// Signed hops in dimension d.
  int hops(const std::uint16_t* from, const std::uint16_t* to, unsigned d, unsigned coins) const {
    const int a = from[d], b = to[d], k = static_cast<int>(grid_->dims[d]);
    if (!grid_->wraps || a == b) return b - a;
    const int up = b > a ? b - a : b - a + k;
    return goes_down(from[d], to[d], d, coins) ? up - k : up;
  }
  /// The coins of a packet that enters, drawn only in dimensions where they matter.
  template <class Draws>
  unsigned coins(const std::uint16_t* from, const std::uint16_t* to, const Draws& draws, unsigned first_coin) const {
    unsigned coins = 0;
    if (!grid_->wraps || !grid_->bidirectional) return coins;
    for (unsigned d = 0; d < grid_->dimensions(); ++d) {
      const unsigned apart = from[d] < to[d] ? to[d] - from[d] : from[d] - to[d];
      if (apart != 0 && 2 * apart == grid_->dims[d]) coins |= (draws.coin(first_coin + d) ? 1U : 0U) << d;
    }
    return coins;
  }

 private:
  bool goes_down(unsigned a, unsigned b, unsigned d, unsigned coins) const {
    if (!grid_->bidirectional) return false;
    const unsigned k = grid_->dims[d], up = b > a ? b - a : b + k - a;
    return 2 * up > k || (2 * up == k && (coins >> d & 1U) != 0);
  }

  const topology::Cartesian* grid_ = nullptr;
};

/// Virtual channels in classes; with a dateline, pairs of channels, of which a packet takes the even one while its
/// remaining path in the dimension still crosses the wrap link.
class ChannelClasses {
 public:
  static constexpr unsigned most = most_channel_classes;

  ChannelClasses() = default;
  ChannelClasses(unsigned vcs, unsigned classes, bool pairs) : vcs_(vcs), pairs_(pairs) {
    const unsigned units = std::max(1U, pairs ? vcs / 2 : vcs), share = std::max(1U, units / classes);
    for (unsigned c = 0; c < classes; ++c) {
      const unsigned first = std::min(c * share, units - 1);
      first_[c] = static_cast<std::uint8_t>(first);
      count_[c] = static_cast<std::uint8_t>(c + 1 == classes ? units - first : share);
    }
  }

  /// The request of a header. A packet that goes on in its dimension and class keeps its channel (pair); otherwise one
  /// of the class is drawn, anew in every cycle, full and owned ones included.
  template <class View>
  Choice request(const View& view, const GridStep& step, unsigned c) const {
    const unsigned unit = keeps(view, step, c) ? unit_of(view) : first_[c] + view.uniform(count_[c], 0);
    const std::int32_t out = channel(step, unit);
    return {view.can_request(out) ? out : -1};
  }
  template <class View, class Visit>
  void candidates(const View& view, const GridStep& step, unsigned c, Visit visit) const {
    if (keeps(view, step, c)) return visit(channel(step, unit_of(view)));
    for (unsigned i = 0; i < count_[c]; ++i) visit(channel(step, first_[c] + i));
  }

 private:
  template <class View>
  unsigned unit_of(const View& view) const {
    return pairs_ ? view.in_vc() >> 1 : view.in_vc();
  }
  template <class View>
  bool keeps(const View& view, const GridStep& step, unsigned c) const {
    return !view.from_injection() && view.in_port() >> 1 == step.port >> 1 && unit_of(view) - first_[c] < count_[c];
  }
  std::int32_t channel(const GridStep& step, unsigned unit) const {
    const unsigned vc = pairs_ ? 2 * unit + (step.crosses ? 0U : 1U) : unit;
    return static_cast<std::int32_t>(step.port * vcs_ + vc);
  }

  unsigned vcs_ = 1;
  bool pairs_ = false;
  std::array<std::uint8_t, most> first_{};
  std::array<std::uint8_t, most> count_{};
};

}  // namespace fsin::routing
