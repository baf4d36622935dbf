// SPDX-License-Identifier: Apache-2.0
// The part on single figures of other simulators: variants that the original was run with once, and BookSim 2.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "tests/model/load.hpp"
#include "tests/oracles/parallel.hpp"
#include "tests/oracles/parts.hpp"
#include "trgen/synth/group_shift.hpp"

namespace oracles {
namespace {

using namespace fsin;
using model::Design;

/// One figure: what another simulator accepted, or nothing where its rule is another one.
struct Peer {
  std::string name;
  Design design;
  model::Load load;
  double theirs = 0;
  std::optional<double> band = 0.03;
  double ours = 0;
};

constexpr std::string_view original_introduction =
    "## Single figures of other simulators\n\n"
    "### The original, variants run once\n\n"
    "Accepted load at an offered load of 1.0, unless said otherwise; one seed of the original, three of this "
    "simulator.\n"
    "Where the original goes by another rule, its figure is not compared: its Valiant packets may draw the group of "
    "the\n"
    "source or of the destination, which spares them the detour; and by which rule it chose among 4 injectors is not\n"
    "known.\n";

constexpr std::string_view booksim_introduction =
    "\n### BookSim 2\n\n"
    "Accepted load of BookSim 2 (commit 28f4329, packets of 16 flits, buffers of 64 flits, four-stage routers; N.\n"
    "Jiang et al., ISPASS 2013) and of this simulator with queues of 4 packets of 16 phits. Latencies cannot be\n"
    "compared, as BookSim's routers have a pipeline and its uniform pattern includes the source. What it carries must\n"
    "be carried here, within 3%; beyond, its sources never stop and its throughput falls again. Its `min_adapt` uses\n"
    "one adaptive channel of two.\n";

model::Load uniform(double offered) {
  model::Load load;
  load.load = offered;
  load.warmup = 4000;
  load.cycles = 16000;
  return load;
}
model::Load next_group(double offered) {
  model::Load load = uniform(offered);
  load.pattern = trgen::synth::GroupShiftParams{8, 1};
  return load;
}

Design dragonfly(const routing::Routings::variant& routing, unsigned channels) {
  Design design;
  design.topology = topology::DragonflyParams{2, 4, 2};
  design.routing = routing;
  design.router.virtual_channels = channels;
  return design;
}

Design with_dateline(Design design) {
  design.router.flow_control = router::flow_control<router::Dateline>;
  return design;
}

std::vector<Peer> variants_of_original() {
  const Design minimal = dragonfly(routing::DragonflyMinimalParams{}, 2);
  const Design valiant = dragonfly(routing::DragonflyValiantParams{}, 3);
  const topology::TwistedTorusParams twisted{{8, 4}, 4, 0, 0};
  Design injectors = model::torus_design({8, 8}, 3, true);
  injectors.router.injectors = 4;
  return {
      {"torus 8x8, 2 VC, dor, dateline `basic`", with_dateline(model::torus_design({8, 8}, 2)), uniform(1), 0.581},
      {"torus 8x8, 3 VC, adaptive, 4 injectors", injectors, uniform(1), 0.752, std::nullopt},
      {"torus 8x4, 1 VC, dor", model::torus_design({8, 4}, 1), uniform(1), 0.639},
      {"torus 8x4, 3 VC, adaptive", model::torus_design({8, 4}, 3, true), uniform(1), 0.743},
      {"twisted torus 8x4, skew 4, 1 VC, dor", model::grid_design(twisted, 1), uniform(1), 0.756},
      {"twisted torus 8x4, skew 4, 3 VC, adaptive", model::grid_design(twisted, 3, true), uniform(1), 0.828},
      {"dragonfly (2, 4, 2), minimal", minimal, uniform(1), 0.611},
      {"dragonfly (2, 4, 2), minimal, ADV+1", minimal, next_group(1), 0.1199, 0.05},
      {"dragonfly (2, 4, 2), Valiant", valiant, uniform(1), 0.482, std::nullopt},
      {"dragonfly (2, 4, 2), Valiant, ADV+1", valiant, next_group(1), 0.447, std::nullopt},
  };
}

void add_booksim(std::vector<Peer>& peers, const std::string& name, const Design& design,
                 const std::vector<std::pair<double, double>>& points) {
  for (const auto& [offered, accepted] : points) {
    const bool carried = accepted > 0.98 * offered;
    peers.push_back({fmt::format("{}, {:.2f}", name, offered), design, uniform(offered), accepted,
                     carried ? std::optional(0.03) : std::nullopt});
  }
}

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

/// Mean of three seeds.
double accepted_of(const Peer& peer) {
  const model::Network network = model::make_network(peer.design);
  double sum = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    model::Load load = peer.load;
    load.seed = seed;
    sum += model::accepted(network, model::run_load(model::EngineKind::event, network, load));
  }
  return sum / 3;
}

std::string peers_text(std::vector<Peer> peers, std::string_view theirs, const Scope& scope, Part& part) {
  for_all(peers.size(), scope.threads, [&](std::size_t i) { peers[i].ours = accepted_of(peers[i]); });
  std::string text = fmt::format("\n| configuration | {} | here | band |\n|---|---|---|---|\n", theirs);
  for (const Peer& peer : peers) {
    const std::string band = peer.band ? fmt::format("{:.0f}%", 100 * *peer.band) : "-";
    const std::string line = fmt::format("| {} | {:.3f} | {:.4f} | {} |\n", peer.name, peer.theirs, peer.ours, band);
    const bool holds = !peer.band || std::abs(peer.ours / peer.theirs - 1) <= *peer.band;
    if (!holds) part.complaints.push_back("out of band: " + line);
    text += line;
  }
  return text;
}

}  // namespace

Part peers_part(const Scope& scope) {
  Part part;
  const std::string original = peers_text(variants_of_original(), "original", scope, part);
  const std::string booksim = peers_text(of_booksim(), "BookSim 2", scope, part);
  part.summary = fmt::format("single figures of other simulators: {} out of band", part.complaints.size());
  part.text = fmt::format("{}{}{}{}", original_introduction, original, booksim_introduction, booksim);
  return part;
}

}  // namespace oracles
