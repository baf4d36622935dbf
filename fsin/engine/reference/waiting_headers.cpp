// SPDX-License-Identifier: Apache-2.0
// What the reference stepper says of a network that stands still: the headers that wait, and nodes of failed routers.
#include <utility>

#include "fsin/engine/reference/stepper.hpp"
#include "fsin/engine/reference/view.hpp"

namespace fsin::engine::reference {

template <class Draws>
std::vector<WaitingHeader> Stepper<Draws>::waiting_headers() {
  std::vector<WaitingHeader> headers;
  std::vector<std::uint16_t> candidates;
  for (std::uint32_t r = 0; r < world_.routers.size(); ++r) {
    const Router& router = world_.routers[r];
    for (unsigned q = 0; q < rules_.queues; ++q) {
      if (!is_ready(router.queues[q], q) || !router.queues[q].since) continue;
      const Packet& packet = world_.packets[router.queues[q].held.front().packet];
      WaitingHeader header{r, q, packet.source, packet.destination, {}};
      if (packet.destination != r) {
        const View<Draws> view(world_, draws_, r, q, now_);
        candidates.clear();
        algorithm().candidates(view, packet.route.as<routing::StateBytes>(), candidates);
        for (const std::uint16_t out : candidates) {
          Obstacle obstacle = Obstacle::none;
          if (world_.channel(router, out).failed) {
            obstacle = Obstacle::failed;
          } else if (!world_.has_room(router, out)) {
            obstacle = Obstacle::no_room;
          } else if (!view.can_request(out)) {
            obstacle = Obstacle::no_bubble;
          } else if (world_.channel(router, out).owner) {
            obstacle = Obstacle::owned;
          }
          header.wanted.push_back({out, obstacle});
        }
      }
      headers.push_back(std::move(header));
    }
  }
  return headers;
}

template <class Draws>
std::vector<std::uint32_t> Stepper<Draws>::silenced() const {
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = 0; node < next_poll_.size(); ++node) {
    if (world_.routers[node].silenced) nodes.push_back(node);
  }
  return nodes;
}

template std::vector<WaitingHeader> Stepper<KeyedDraws>::waiting_headers();
template std::vector<WaitingHeader> Stepper<OriginalDraws>::waiting_headers();
template std::vector<std::uint32_t> Stepper<KeyedDraws>::silenced() const;
template std::vector<std::uint32_t> Stepper<OriginalDraws>::silenced() const;

}  // namespace fsin::engine::reference
