// SPDX-License-Identifier: Apache-2.0
#include "fsin/engine/event/waiting_headers.hpp"

#include <bit>
#include <utility>

#include "fsin/engine/event/view.hpp"

namespace fsin::engine::event {
namespace {

/// The view of a header for an algorithm behind virtual functions.
class HeaderView final : public routing::WalkerView {
 public:
  explicit HeaderView(const View& view)
      : WalkerView({.router = view.router(),
                    .layer = view.layer(),
                    .from_injection = view.from_injection(),
                    .in_port = view.in_port(),
                    .in_vc = view.in_vc()}),
        view_(view) {}

  bool can_request(std::int32_t out) const override { return view_.can_request(out); }
  unsigned open(std::int32_t out, unsigned n) const override { return view_.open(out, n); }
  unsigned phits_ahead(std::int32_t out) const override { return view_.phits_ahead(out); }
  unsigned phits_at(std::uint32_t router, std::int32_t out) const override { return view_.phits_at(router, out); }
  std::uint32_t uniform(std::uint32_t n, std::uint32_t index) const override { return view_.uniform(n, index); }

 private:
  const View& view_;
};

}  // namespace

std::vector<WaitingHeader> waiting_headers(Core& core, const routing::Walker& algorithm) {
  std::vector<WaitingHeader> headers;
  std::vector<std::uint16_t> candidates;
  for (std::uint32_t router = 0; router < core.state.routers(); ++router) {
    const Block block = core.state.block(router);
    block.for_each(&Masks::waiting, block.layout().mask_words, [&](unsigned q) {
      const Queue& queue = core.state.queue(block, q);
      const Packet& packet = core.packets[queue.first];
      WaitingHeader header{router, block.number(q), packet.source, packet.destination, {}};
      candidates.clear();
      const View view(core, block, router, block.number(q), core.clock.tick);
      if (packet.destination != router) {
        algorithm.candidates(HeaderView(view), std::bit_cast<routing::StateBytes>(packet.route), candidates);
      }
      for (const std::uint16_t out : candidates) {
        const Channel& channel = core.state.channel(block, out);
        Obstacle obstacle = has_failed(channel) ? Obstacle::failed : view.obstacle(out);
        if (obstacle == Obstacle::none && channel.owned_until > core.clock.tick) obstacle = Obstacle::owned;
        header.wanted.push_back({out, obstacle});
      }
      headers.push_back(std::move(header));
    });
  }
  return headers;
}

}  // namespace fsin::engine::event
