// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/xpander.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "fsin/core/rng.hpp"

namespace fsin::topology {
namespace {

using Permutation = std::vector<std::uint32_t>;

/// The n-th drawn permutation.
Permutation shuffled(std::uint32_t size, std::uint64_t seed, std::uint32_t n) {
  Permutation order(size);
  std::iota(order.begin(), order.end(), 0U);
  for (std::uint32_t left = size; left > 1; --left) {
    const PhiloxWords draw = philox({seed, Purpose::wiring}, left, n);
    std::swap(order[left - 1], order[scale_draw(draw[0], left)]);
  }
  return order;
}

/// Connected sets of switches.
class Pieces {
 public:
  explicit Pieces(std::uint32_t switches) : left_(switches), up_(switches) { std::iota(up_.begin(), up_.end(), 0U); }
  void join(std::uint32_t one, std::uint32_t other) {
    one = top(one);
    other = top(other);
    if (one == other) return;
    up_[one] = other;
    --left_;
  }
  bool is_one() const { return left_ == 1; }

 private:
  std::uint32_t top(std::uint32_t of) {
    while (up_[of] != of) of = up_[of] = up_[up_[of]];
    return of;
  }

  std::uint32_t left_;
  std::vector<std::uint32_t> up_;
};

}  // namespace

Xpander::Xpander(unsigned degree, unsigned lift, unsigned terminals, std::uint64_t seed, unsigned rails)
    : SwitchGraph(std::vector<unsigned>(std::size_t{degree + 1} * lift, terminals)), lift_(lift) {
  const auto switches = static_cast<std::uint32_t>(this->switches());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> links;
  for (std::uint32_t drawn = 0;;) {
    Pieces pieces(switches);
    links.clear();
    for (unsigned one = 0; one <= degree; ++one) {
      for (unsigned other = one + 1; other <= degree; ++other) {
        const Permutation partner = shuffled(lift, seed, drawn++);
        for (std::uint32_t i = 0; i < lift; ++i) links.emplace_back(one * lift + i, other * lift + partner[i]);
      }
    }
    for (const auto& [one, other] : links) pieces.join(one, other);
    if (pieces.is_one()) break;
  }
  for (const auto& [one, other] : links) add_link(one, other);
  copy_rails(rails);
}

std::string Xpander::switch_name(std::uint32_t number) const {
  return fmt::format("switch {} of group {}", number % lift_, number / lift_);
}

std::optional<Fault> XpanderParams::fault() const {
  return too_large(extent(), degree + terminals > max_ports ? "terminals" : "lift");
}

Extent XpanderParams::extent() const {
  const double switches = (degree + 1.0) * lift;
  return with_rails(switches * terminals, switches, terminals + degree, rails);
}

}  // namespace fsin::topology
