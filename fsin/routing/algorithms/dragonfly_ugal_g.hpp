// SPDX-License-Identifier: Apache-2.0
// UGAL-G on a dragonfly: as UGAL-L (dragonfly_ugal.hpp), but the switch of the source also knows the queues of the
// other switches of its group, so that it detects a full global link at once. Kim et al., ISCA 2008, section 4, use it
// as an ideal that no real switch can reach.
//
// q of a path out of the group: the phits in the next queues of its links up to and including the global one, each as
// known to the sending switch at the end of the previous cycle. Kim et al. take the queue of the global link alone,
// which in their switches is an output queue; here packets wait for a link in the input queues of its switch, which are
// the next queues of the local links. Within the group, where a detour crosses no global link, the rule is that of
// UGAL-L. Not modelled: queues beyond the global link.
#pragma once

#include "fsin/routing/algorithms/dragonfly_ugal.hpp"
#include "fsin/routing/dragonfly_ugal_g.hpp"

namespace fsin::routing {

struct DragonflyGlobalAdaptive : DragonflyAdaptive {
  static constexpr bool is_shared = false;
  static constexpr bool looks_around = true;

  template <class View>
  void decide(const View& view, State& state) const {
    decide_by(view, state, [&](const State& way) { return queued(view, way); });
  }

 private:
  template <class View>
  unsigned queued(const View& view, const State& way) const {
    const unsigned first = view.phits_ahead(channel(view, way));
    const Place here = network->place(view.router());
    if (here.group == next_group(way)) return first;
    const topology::Dragonfly::Plug gate = network->plug(network->link_to(here.group, next_group(way), way.link));
    if (here.index == gate.index) return first;
    const auto global = static_cast<std::int32_t>(gate.port * vcs + way.base + rung(gate.port, way));
    return first + view.phits_at(network->switch_at(here.group, gate.index), global);
  }
};

template <class Use>
auto with_algorithm(const DragonflyUgalGParams& params, const Setup<topology::Dragonfly>& setup, Use use) {
  return use(DragonflyGlobalAdaptive{make_dragonfly_adaptive(setup, params, params.threshold, false)});
}

}  // namespace fsin::routing
