// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/graph.hpp"

#include <fmt/core.h>

#include <cmath>

#include "fsin/core/rng.hpp"
#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::proxies {
namespace {

class GraphProgram final : public PhasedProgram {
 public:
  GraphProgram(const GraphParams& params, std::uint32_t ranks)
      : PhasedProgram(
            fmt::format("graph, {} ranks, {} searches, scale {}, degree {}, {} bytes an edge, skew {}, seed {}{}",
                        ranks, params.iterations, params.scale, params.degree, params.edge_bytes, params.skew,
                        params.seed, params.rate() > 0 ? fmt::format(", {} operations a second", params.rate()) : ""),
            ranks, params.rate()),
        shares_(level_shares(params.scale, params.degree)),
        edges_(std::ldexp(params.degree, static_cast<int>(params.scale))),
        edge_bytes_(static_cast<double>(params.edge_bytes)),
        skew_(params.skew),
        seed_(params.seed) {
    timeline_.add(start, 1, 1);
    timeline_.add(search, params.iterations, shares_.size());
    timeline_.add(end, 1, 1);
  }

  std::uint64_t block_bytes(const Operation& collective, std::uint32_t /*rank*/, std::uint32_t from,
                            std::uint32_t to) const override {
    const double mean = edge_bytes_ * level_edges(collective.call % shares_.size()) / ranks() / ranks();
    return static_cast<std::uint64_t>(mean * factor(collective.call, from) * factor(collective.call, to));
  }

 private:
  enum Part : std::uint32_t { start, search, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
    } else if (place.part == end) {
      calls.finalize();
    } else {
      const std::uint64_t call = place.round * shares_.size() + place.step;
      if (place.step == 0) calls.broadcast(8);
      compute(level_edges(place.step) / ranks() * factor(call, rank), calls);
      calls.all_to_all_v(call);
      calls.all_reduce(1, 8);
    }
  }

  double level_edges(std::uint64_t level) const { return edges_ * shares_[level]; }

  /// Factor by which the edges of a rank differ from the mean.
  double factor(std::uint64_t call, std::uint32_t rank) const {
    const std::uint32_t draw = fsin::philox({seed_, fsin::Purpose::destination}, call, rank)[0];
    return 1 + skew_ * (2 * fsin::unit_draw(draw) - 1);
  }

  std::vector<double> shares_;
  double edges_;
  double edge_bytes_;
  double skew_;
  std::uint64_t seed_;
};

}  // namespace

namespace {

/// Rounds a number to drop its last bits, which differ between libraries of mathematics.
double settled(double number) {
  constexpr int bits = 30;
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  return std::ldexp(std::round(std::ldexp(fraction, bits)), exponent - bits);
}

}  // namespace

std::vector<double> level_shares(std::uint32_t scale, double degree) {
  const double vertex = std::ldexp(1.0, -static_cast<int>(scale));
  std::vector<double> shares;
  double unvisited = 1 - vertex;
  for (double frontier = vertex; frontier >= vertex / 2;) {
    shares.push_back(frontier);
    const double found = unvisited * settled(-std::expm1(-degree * frontier));
    unvisited -= found;
    frontier = found;
  }
  return shares;
}

std::shared_ptr<const Program> GraphParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                 const MarkOf& mark_of) const {
  const std::uint32_t chosen = ranks.value_or(nodes);
  if ((std::uint64_t{1} << scale) < chosen) {
    diagnostics.error(mark_of("scale"),
                      fmt::format("graph: 2^{} vertices are fewer than {} ranks; set scale to {} or more", scale,
                                  chosen, static_cast<int>(std::ceil(std::log2(chosen)))));
    return nullptr;
  }
  return std::make_shared<GraphProgram>(*this, chosen);
}

}  // namespace trgen::programs::proxies
