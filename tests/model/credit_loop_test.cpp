// SPDX-License-Identifier: Apache-2.0
// The round trip of data and credit against what both engines do with it.
#include "fsin/engine/credit_loop.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "fsin/routing/adaptive.hpp"
#include "fsin/routing/up_down.hpp"
#include "fsin/stats/load_spread.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "fsin/topology/trees/fat_tree.hpp"
#include "tests/model/load.hpp"

namespace credit_loop_test {

namespace {

using namespace fsin;
using model::Design;
using model::EngineKind;

struct Delays {
  unsigned router, link, credit;
};
constexpr Delays grid[]{{0, 0, 0},  {3, 0, 0}, {0, 0, 5},  {0, 1, 0},   {0, 16, 0},  {0, 15, 0},
                        {0, 14, 0}, {2, 7, 1}, {0, 40, 0}, {5, 20, 33}, {1, 100, 11}};

Design delayed(Design design, Delays delays, unsigned phits, unsigned queue) {
  design.router.delay = delays.router;
  design.link_delay = delays.link;
  design.router.credit_delay = delays.credit;
  design.packet_phits = phits;
  design.router.queue.value = queue;
  return design;
}

/// Cycles between two deliveries `packets` apart, in the last part of a long stream from node 0 to `destination`.
Cycle period(EngineKind kind, const Design& design, std::uint32_t destination, std::size_t packets) {
  const model::Network network = model::make_network(design);
  const std::size_t total = 6 * packets + 40;
  model::Scripted workload(network, std::vector<model::Shipment>(total, {1, 0, destination}));
  const model::Outcome outcome = model::run(kind, network, workload);
  REQUIRE(outcome.packets.size() == total);
  return outcome.packets[total - 1].delivered - outcome.packets[total - 1 - packets].delivered;
}

/// Phits a cycle over many packets.
double rate(EngineKind kind, const Design& design, std::uint32_t destination) {
  constexpr std::size_t packets = 400;
  return static_cast<double>(packets) * design.packet_phits /
         static_cast<double>(period(kind, design, destination, packets));
}

struct Ring {
  const char* name;
  Design design;
  std::uint32_t far;  ///< a node some hops away without a turn
  unsigned least;     ///< queue, packets
};

std::vector<Ring> single_channel() {
  Design mesh = model::grid_design(topology::MeshParams{.dims = {5, 2}}, 1);
  Design torus = model::torus_design({7, 2}, 1);
  Design target = torus;
  target.router.bubble_test = router::BubbleTest::target;
  Design large = target;
  large.router.bubble.value = 3;
  Design whole = model::grid_design(topology::MeshParams{.dims = {5, 2}}, 1);
  whole.router.flow_control = router::flow_control<router::StoreAndForward>;
  Design whole_target = target;
  whole_target.router.flow_control = router::flow_control<router::StoreAndForwardBubble>;
  Design free = torus;
  free.router.flow_control = router::flow_control<router::NoFlowControl>;
  Design tree;
  tree.topology = topology::FatTreeParams{.k = 2, .n = 3};
  tree.routing = routing::UpDownParams{.ascent = routing::Ascent::s_mod_k};
  return {{"mesh", mesh, 4, 1},
          {"torus, bubble", torus, 3, 2},
          {"torus, bubble in the target", target, 3, 2},
          {"torus, bubble of 3", large, 3, 3},
          {"torus, none", free, 2, 1},
          {"mesh, store-and-forward", whole, 4, 1},
          {"torus, store-and-forward and bubble in the target", whole_target, 3, 2},
          {"tree", tree, 7, 1}};
}

/// T: of a header that waits for its tail, the packet comes and goes one after the other.
Cycle round_trip(const Design& design, const Delays& delays) {
  const bool whole = router::traits_of(engine::flow_control_of(design)).whole_packet;
  return design.packet_phits + delays.link + delays.router + delays.credit + (whole ? design.packet_phits : 1);
}

}  // namespace

TEST_CASE("over one virtual channel n slots send n packets in max(n L, T) cycles, to the cycle") {
  for (const EngineKind kind : {EngineKind::event, EngineKind::reference}) {
    for (const Ring& ring : single_channel()) {
      for (const Delays& delays : grid) {
        for (const unsigned phits : {1U, 5U, 16U}) {
          if (kind == EngineKind::reference && phits == 16) continue;  // it pays for every cycle
          for (unsigned queue = ring.least; queue < ring.least + 6; ++queue) {
            const Design design = delayed(ring.design, delays, phits, queue);
            const engine::CreditLoop loop = engine::credit_loop(design);
            CHECK(loop.round_trip == round_trip(design, delays));
            const engine::BubbleRule bubble = engine::bubble_of(design);
            const unsigned slots = queue - (bubble.target > 0 ? bubble.target - 1 : 0);
            const Cycle expected = std::max<Cycle>(Cycle{slots} * phits, loop.round_trip);
            CAPTURE(ring.name);
            CAPTURE(delays.router);
            CAPTURE(delays.link);
            CAPTURE(delays.credit);
            CAPTURE(phits);
            CAPTURE(queue);
            CHECK(period(kind, design, ring.far, slots) == expected);
            if (kind == EngineKind::event) CHECK(period(kind, design, 1, slots) == expected);
            CHECK(loop.stream == doctest::Approx(slots * phits / static_cast<double>(expected)).epsilon(1e-12));
          }
        }
      }
    }
  }
}

TEST_CASE("at the queue that is named a stream fills a link, with one packet less it does not") {
  for (const Ring& ring : single_channel()) {
    for (const Delays& delays : grid) {
      for (const unsigned phits : {1U, 5U, 16U}) {
        const auto named = engine::credit_loop(delayed(ring.design, delays, phits, ring.least)).queue;
        if (named > router::max_queue_packets) continue;
        CAPTURE(ring.name);
        CAPTURE(delays.link);
        CAPTURE(phits);
        CAPTURE(named);
        const Design enough = delayed(ring.design, delays, phits, std::max(static_cast<unsigned>(named), ring.least));
        CHECK(rate(EngineKind::event, enough, 1) == 1.0);
        CHECK(engine::credit_loop(enough).stream == 1.0);
        if (named <= ring.least) continue;
        const Design less = delayed(ring.design, delays, phits, static_cast<unsigned>(named) - 1);
        CHECK(rate(EngineKind::event, less, 1) < 0.9999);
        CHECK(engine::credit_loop(less).stream < 1.0);
      }
    }
  }
}

namespace {

/// Several virtual channels, in every way in which one is chosen.
std::vector<Ring> several_channels() {
  std::vector<Ring> rings;
  for (const unsigned vcs : {2U, 3U, 4U}) {
    rings.push_back({"torus, dor", model::torus_design({9}, vcs), 3, 2});
    rings.push_back({"mesh, dor", model::grid_design(topology::MeshParams{{9}}, vcs), 3, 1});
  }
  Design dateline = model::torus_design({9}, 4);
  dateline.router.flow_control = router::flow_control<router::Dateline>;
  rings.push_back({"torus, dateline", dateline, 3, 1});
  for (const routing::Selection select :
       {routing::selection<routing::SmartSelection>, routing::selection<routing::RandomSelection>,
        routing::selection<routing::MostFreeSelection>}) {
    Design adaptive = model::torus_design({5, 5}, 3, true);
    adaptive.routing.get<routing::AdaptiveParams>().select = select;
    rings.push_back({"torus, adaptive", adaptive, 2, 2});
    adaptive.router.flow_control = router::flow_control<router::Dateline>;
    rings.push_back({"torus, adaptive over a dateline", adaptive, 2, 1});
  }
  for (const routing::Ascent ascent : {routing::Ascent::adaptive, routing::Ascent::s_mod_k, routing::Ascent::random}) {
    Design tree;
    tree.topology = topology::FatTreeParams{.k = 2, .n = 3};
    tree.routing = routing::UpDownParams{.ascent = ascent};
    tree.router.virtual_channels = 2;
    rings.push_back({"tree", tree, 7, 1});
  }
  return rings;
}

}  // namespace

TEST_CASE(
    "several virtual channels carry no more than their slots, little less, and all of it where one alone would do") {
  for (const Ring& ring : several_channels()) {
    for (const Delays& delays : {Delays{0, 0, 40}, Delays{0, 40, 0}, Delays{3, 100, 0}, Delays{0, 150, 150}}) {
      const auto with = [&](std::uint64_t queue) {
        return delayed(ring.design, delays, 16, std::max(static_cast<unsigned>(queue), ring.least));
      };
      const engine::CreditLoop loop = engine::credit_loop(with(4));
      CAPTURE(ring.name);
      CAPTURE(ring.design.router.virtual_channels);
      CAPTURE(delays.link);
      CAPTURE(delays.credit);
      for (const std::uint64_t queue : {loop.queue - 1, loop.queue, loop.queue + 1}) {
        const double most = engine::credit_loop(with(queue)).stream;
        const double measured = rate(EngineKind::event, with(queue), ring.far);
        CAPTURE(queue);
        CHECK(measured <= most * 1.005);
        CHECK(measured > most * 0.85);  // what is lost by drawing a channel that is full
      }
      CHECK(engine::credit_loop(with(loop.queue)).stream == 1.0);
      CHECK(rate(EngineKind::event, with(loop.queue_alone), ring.far) == 1.0);
    }
  }
}

TEST_CASE("under uniform traffic no link is busier than its queues let it be") {
  for (const Delays& delays : {Delays{0, 60, 60}, Delays{2, 300, 10}}) {
    for (const Ring& ring : several_channels()) {
      const Design design = delayed(ring.design, delays, 16, 2);
      const model::Network network = model::make_network(design);
      const auto totals = model::run_load(EngineKind::event, network, {.load = 1.0, .warmup = 3000, .cycles = 8000});
      CAPTURE(ring.name);
      // Links that do not cross a dateline have all channels; on a ring, no more comes to them than across it.
      const bool dateline = engine::flow_control_of(design) == router::flow_control<router::Dateline>;
      const stats::LinkSpread used = stats::link_spread(totals.all_links, totals.measured_cycles);
      CHECK((dateline ? used.mean : used.max) <= engine::credit_loop(design).link * 1.01 + 0.01);
    }
  }
}

}  // namespace credit_loop_test
