// SPDX-License-Identifier: Apache-2.0
// The part on single figures of other simulators: variants that the original was run with once, and BookSim 2.
#include <fmt/format.h>

#include <cmath>

#include "tests/oracles/parallel.hpp"
#include "tests/oracles/parts.hpp"
#include "tests/oracles/peers.hpp"

namespace oracles {
namespace {

constexpr std::string_view original_introduction =
    "## Single figures of other simulators\n\n"
    "### The original, variants run once\n\n"
    "Accepted load at an offered load of 1.0, unless said otherwise; one run of the original, three seeds of this\n"
    "simulator, after 4,000 cycles. The injection queues of 4 injectors take more than 10,000 cycles to fill, and\n"
    "more is accepted until they are full: that row, and the ring with shift 2, whose pattern of starving nodes "
    "changes\n"
    "now and then, are measured over 32,000 cycles after 40,000.\n";

constexpr std::string_view booksim_introduction =
    "\n### BookSim 2\n\n"
    "Accepted load of BookSim 2 (commit 28f4329, packets of 16 flits, buffers of 64 flits, four-stage routers; N.\n"
    "Jiang et al., ISPASS 2013) and of this simulator with queues of 4 packets of 16 phits. Latencies cannot be\n"
    "compared, as BookSim's routers have a pipeline and its uniform pattern includes the source. What it carries must\n"
    "be carried here, within 3%; beyond, its sources never stop and its throughput falls again. Its `min_adapt` uses\n"
    "one adaptive channel of two.\n";

/// Mean of three seeds.
double mean_of(const Peer& peer) {
  double sum = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U}) sum += peer.measure(peer, seed);
  return sum / 3;
}

/// Four significant digits, but at most four decimals.
std::string figure(double value) { return fmt::format("{:.{}f}", value, value < 10 ? 4 : value < 100 ? 2 : 1); }

std::string peers_text(std::vector<Peer> peers, std::string_view theirs, const Scope& scope, Part& part) {
  for_all(peers.size(), scope.threads, [&](std::size_t i) { peers[i].ours = mean_of(peers[i]); });
  std::string text = fmt::format("\n| configuration | {} | here | band |\n|---|---|---|---|\n", theirs);
  for (const Peer& peer : peers) {
    const std::string band = peer.band ? fmt::format("{:.0f}%", 100 * *peer.band) : "-";
    const int decimals = peer.theirs < 10 ? 3 : peer.theirs < 100 ? 2 : 1;
    const std::string line =
        fmt::format("| {} | {:.{}f} | {} | {} |\n", peer.name, peer.theirs, decimals, figure(peer.ours), band);
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
