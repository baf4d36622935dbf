// SPDX-License-Identifier: Apache-2.0
// The pages of the model (docs/model.md) against the engines: the tables that they call tested, read from the pages.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include "fsin/core/geometric.hpp"
#include "fsin/core/rng.hpp"
#include "fsin/topology/grids/mesh.hpp"
#include "tests/engine/pages/page_table.hpp"
#include "tests/engine/pages/script.hpp"

namespace model_page_test {

using namespace fsin;
using engine::EngineKind;
using pages::Row;
using pages::run_script;

namespace {

constexpr std::string_view page = "docs/model/router.md";
constexpr std::string_view draws_page = "docs/model/randomness.md";
constexpr std::array both{EngineKind::reference, EngineKind::event};
const std::vector<pages::ScriptedPacket> example{{0, 2, 1}, {1, 2, 2}};

Cycle number(const std::string& cell) { return std::stoull(cell); }

}  // namespace

TEST_CASE("The packets of the example enter and arrive in the cycles of the page") {
  const std::vector<Row> rows = pages::table(page, "| packet | from");
  REQUIRE(rows.size() == example.size());
  for (const EngineKind kind : both) {
    const pages::Ran ran = run_script(kind, pages::ring_of_three(), example);
    REQUIRE(ran.packets.size() == rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const engine::PacketLog& packet = ran.packets[i];
      CHECK(packet.source.value == number(rows[i][1]));
      CHECK(packet.destination.value == number(rows[i][2]));
      CHECK(packet.entered == number(rows[i][3]));
      CHECK(packet.delivered == number(rows[i][4]));
      CHECK(packet.delivered - packet.entered == number(rows[i][5]));
    }
  }
}

TEST_CASE("In every cycle of the example as many headers have moved and tails arrived as the page says") {
  const std::vector<Row> rows = pages::table(page, "| cycle | phase 1");
  REQUIRE(rows.size() == 8);
  for (const EngineKind kind : both) {
    for (const Row& row : rows) {
      CAPTURE(row[0]);
      const stats::RunTotals totals = run_script(kind, pages::ring_of_three(), example, number(row[0])).totals;
      CHECK(totals.packet_hops == number(row[3]));
      CHECK(totals.total_packets_delivered == number(row[4]));
    }
  }
}

TEST_CASE("A packet that stays in a queue of two holds up the one that wants to enter the ring") {
  const std::vector<Row> rows = pages::table(page, "| queue size");
  REQUIRE(rows.size() == 3);
  for (const EngineKind kind : both) {
    for (const Row& row : rows) {
      CAPTURE(row[0]);
      engine::Design design = pages::ring_of_three();
      design.router.queue.value = number(row[0]);
      CHECK(run_script(kind, design, {{0, 1, 1}, {1, 2, 2}}).packets.at(1).delivered == number(row[1]));
    }
  }
}

TEST_CASE("Delays add up as the page says, and as its formula does") {
  const std::vector<Row> rows = pages::table(page, "| router delay");
  REQUIRE(rows.size() == 5);
  for (const EngineKind kind : both) {
    for (const Row& row : rows) {
      CAPTURE(row[0] + " " + row[1] + " " + row[2]);
      engine::Design design = pages::ring_of_three();
      design.router.delay = static_cast<unsigned>(number(row[0]));
      design.link_delay = static_cast<unsigned>(number(row[1]));
      design.router.credit_delay = static_cast<unsigned>(number(row[2]));
      const engine::PacketLog packet = run_script(kind, design, {{0, 2, 1}}).packets.at(0);
      CHECK(packet.delivered - packet.entered == number(row[3]));
      CHECK(2 * (1 + design.router.delay.cycles() + design.link_delay) + design.router.delay.cycles() + 3 - 1 ==
            number(row[3]));
    }
  }
}

TEST_CASE("Stored and forwarded, a packet takes as long as the page and its formula say") {
  const std::vector<Row> rows = pages::table(page, "| phits");
  REQUIRE(rows.size() == 6);
  for (const EngineKind kind : both) {
    for (const Row& row : rows) {
      CAPTURE(row[0] + " " + row[1] + " " + row[2] + " " + row[3]);
      engine::Design design = pages::ring_of_three();
      design.router.flow_control = router::flow_control<router::StoreAndForward>;
      design.packet_phits = static_cast<unsigned>(number(row[0]));
      const auto links = static_cast<unsigned>(number(row[1]));
      design.router.delay = static_cast<unsigned>(number(row[2]));
      design.link_delay = static_cast<unsigned>(number(row[3]));
      const engine::PacketLog packet = run_script(kind, design, {{0, links, 1}}).packets.at(0);
      CHECK(packet.delivered - packet.entered == number(row[4]));
      CHECK(links * (design.packet_phits + design.router.delay.cycles() + design.link_delay) +
                design.router.delay.cycles() + design.packet_phits - 1 ==
            number(row[4]));
    }
  }
}

TEST_CASE("Over links of different speed and delay a packet takes as long as the page says") {
  const std::vector<Row> rows = pages::table(page, "| s_1");
  REQUIRE(rows.size() == 7);
  for (const EngineKind kind : both) {
    for (const Row& row : rows) {
      CAPTURE(row[0] + " " + row[1] + " " + row[2] + " " + row[3] + " " + row[4]);
      const auto cell = [&row](std::size_t i) { return static_cast<unsigned>(number(row[i])); };
      engine::Design design;
      design.topology = topology::MeshParams{{2, 2}};
      design.packet_phits = 4;
      design.link_classes = {{.phit_cycles = cell(0), .delay = cell(2)}, {.phit_cycles = cell(1), .delay = cell(3)}};
      design.router.delay = cell(4);
      design.router.virtual_channels = 1;
      const engine::PacketLog cut_through = run_script(kind, design, {{0, 3, 1}}).packets.at(0);
      CHECK(cut_through.delivered - cut_through.entered == number(row[5]));
      design.router.flow_control = router::flow_control<router::StoreAndForward>;
      const engine::PacketLog whole = run_script(kind, design, {{0, 3, 1}}).packets.at(0);
      CHECK(whole.delivered - whole.entered == number(row[6]));
      design.router.flow_control.reset();
      design.router.forward = router::Forward::tail_due;
      const engine::PacketLog due = run_script(kind, design, {{0, 3, 1}}).packets.at(0);
      CHECK(due.delivered - due.entered == number(row[7]));
    }
  }
}

TEST_CASE("The draws of the page can be repeated") {
  const std::vector<Row> rows = pages::table(draws_page, "| draw");
  REQUIRE(rows.size() == 6);
  const PhiloxWords words = philox({1, Purpose::arrival}, 0, 0);
  const PhiloxWords first = philox({1, Purpose::arrival}, ~std::uint64_t{0}, 0);
  const GeometricGap gap(0.4 / 16);
  const std::uint64_t counter = ((10ULL * 64 * 13) + 5 * 13 + 12) * 8 + 1;
  CHECK(rows[0][1] == fmt::format("{:08x}", fmt::join(words, " ")));
  CHECK(rows[1][1] == std::to_string(gap(join_words(words[0], words[1]))));
  CHECK(rows[2][1] == std::to_string(gap(join_words(first[0], first[1]))));
  CHECK(rows[3][1] == fmt::format("{:016x}", KeyedRandom(1, Purpose::selection).key()));
  CHECK(rows[4][1] == fmt::format("{:016x}", KeyedRandom(1, Purpose::arbitration).key()));
  CHECK(rows[5][1] == fmt::format("{:08x}", KeyedRandom(1, Purpose::selection).draw(counter)));
}

TEST_CASE("A workload with nothing to do is finished at once") {
  for (const EngineKind kind : both) {
    const stats::RunTotals totals = run_script(kind, pages::ring_of_three(), {}).totals;
    CHECK(totals.outcome == stats::Outcome::finished);
    CHECK(totals.cycles == 1);
  }
}

}  // namespace model_page_test
