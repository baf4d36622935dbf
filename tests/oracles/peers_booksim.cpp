// SPDX-License-Identifier: Apache-2.0
// BookSim 2: N. Jiang et al., A detailed and flexible cycle-accurate network-on-chip simulator, ISPASS 2013.
#include <fmt/format.h>

#include "fsin/routing/up_down.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/oracles/peers.hpp"

namespace oracles {
namespace {

using namespace fsin;
using model::Design;

void add_booksim(std::vector<Peer>& peers, const std::string& name, const Design& design,
                 const std::vector<std::pair<double, double>>& points) {
  for (const auto& [offered, accepted] : points) {
    const bool carried = accepted > 0.98 * offered;
    peers.push_back({fmt::format("{}, {:.2f}", name, offered), design, uniform(offered), accepted,
                     carried ? std::optional(0.03) : std::nullopt});
  }
}

}  // namespace

std::vector<Peer> of_booksim() {
  std::vector<Peer> peers;
  Design tree;
  tree.topology = topology::FatTreeParams{4, 3};
  tree.routing = routing::UpDownParams{routing::Ascent::random};
  tree.router.virtual_channels = 4;
  add_booksim(peers, "torus 8x8, dor, dateline, 4 VC", with_dateline(model::torus_design({8, 8}, 4)),
              {{0.1, 0.099}, {0.3, 0.298}, {0.5, 0.502}, {0.6, 0.604}, {0.7, 0.602}, {0.9, 0.545}});
  add_booksim(peers, "torus 8x8, dor, dateline, 2 VC", with_dateline(model::torus_design({8, 8}, 2)),
              {{0.6, 0.466}, {0.9, 0.442}});
  add_booksim(peers, "torus 8x8, adaptive (`min_adapt`), dateline, 4 VC",
              with_dateline(model::torus_design({8, 8}, 4, true)), {{0.7, 0.495}, {0.9, 0.509}});
  add_booksim(peers, "torus 16x16, dor, dateline, 4 VC", with_dateline(model::torus_design({16, 16}, 4)),
              {{0.4, 0.288}, {0.45, 0.253}});
  add_booksim(peers, "4-ary 3-tree, up random (`nca`), 4 VC", tree,
              {{0.3, 0.305}, {0.6, 0.607}, {0.7, 0.690}, {0.9, 0.697}});
  return peers;
}

}  // namespace oracles
