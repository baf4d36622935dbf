// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/switches/jellyfish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/core/rng.hpp"

namespace fsin::topology {
namespace {

/// A regular graph without loops and double links, randomised by switching.
class Switching {
 public:
  Switching(unsigned switches, unsigned degree) : neighbours_(switches) {
    for (std::uint32_t one = 0; one < switches; ++one) {
      for (unsigned ahead = 1; ahead <= degree / 2; ++ahead) join(one, (one + ahead) % switches);
      if (degree % 2 != 0 && one < switches / 2) join(one, one + switches / 2);
    }
  }

  struct Link {
    std::uint32_t one;
    std::uint32_t other;
  };
  const std::vector<Link>& links() const { return links_; }

  void try_to_switch(const PhiloxWords& draw) {
    const auto all = static_cast<std::uint32_t>(links_.size());
    Link& first = links_[scale_draw(draw[0], all)];
    Link& second = links_[scale_draw(draw[1], all)];
    const auto [a, b] = first;
    auto [c, d] = second;
    if ((draw[2] & 1U) != 0) std::swap(c, d);
    if (a == c || a == d || b == c || b == d || adjacent(a, d) || adjacent(c, b)) return;
    replace(a, b, d);
    replace(b, a, c);
    replace(c, d, b);
    replace(d, c, a);
    first = {a, d};
    second = {c, b};
  }

  bool connected() const {
    std::vector<bool> seen(neighbours_.size(), false);
    std::vector<std::uint32_t> front{0};
    seen[0] = true;
    for (std::size_t i = 0; i < front.size(); ++i) {
      for (const std::uint32_t next : neighbours_[front[i]]) {
        if (seen[next]) continue;
        seen[next] = true;
        front.push_back(next);
      }
    }
    return front.size() == neighbours_.size();
  }

 private:
  void join(std::uint32_t one, std::uint32_t other) {
    links_.push_back({one, other});
    neighbours_[one].push_back(other);
    neighbours_[other].push_back(one);
  }
  bool adjacent(std::uint32_t one, std::uint32_t other) const {
    return std::find(neighbours_[one].begin(), neighbours_[one].end(), other) != neighbours_[one].end();
  }
  void replace(std::uint32_t of, std::uint32_t was, std::uint32_t is) {
    *std::find(neighbours_[of].begin(), neighbours_[of].end(), was) = is;
  }

  std::vector<Link> links_;
  std::vector<std::vector<std::uint32_t>> neighbours_;
};

}  // namespace

Jellyfish::Jellyfish(unsigned switches, unsigned degree, unsigned terminals, std::uint64_t seed, unsigned rails)
    : SwitchGraph(std::vector<unsigned>(switches, terminals)) {
  constexpr unsigned tries_of_link = 10;
  Switching graph(switches, degree);
  const StreamKey key{seed, Purpose::wiring};
  std::uint64_t end = tries_of_link * graph.links().size();
  for (std::uint64_t tried = 0; tried < end; ++tried) {
    graph.try_to_switch(philox(key, tried));
    if (tried + 1 == end && !graph.connected()) end += graph.links().size();
  }
  for (const auto& [one, other] : graph.links()) add_link(one, other);
  copy_rails(rails);
}

std::optional<Fault> JellyfishParams::fault() const {
  if (degree >= switches) {
    return Fault{"degree", fmt::format("{} links to different switches need more than {} switches; write at most {}",
                                       degree, switches, switches - 1)};
  }
  if (degree % 2 != 0 && switches % 2 != 0) {
    return Fault{"degree", fmt::format("{} switches with {} links each would have half a link; make one of them even",
                                       switches, degree)};
  }
  return too_large(extent(), degree + terminals > max_ports ? "terminals" : "switches");
}

}  // namespace fsin::topology
