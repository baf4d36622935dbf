// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/lulesh.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::proxies {
namespace {

constexpr std::uint64_t lulesh_word = 8;
constexpr std::uint32_t lulesh_neighbours = 26;

// The order in which LULESH goes through its neighbours: faces, edges, corners. Offsets are {column, row, plane}.
constexpr std::array<Offset, lulesh_neighbours> lulesh_order{{
    {0, 0, -1},   {0, 0, 1},   {0, -1, 0},  {0, 1, 0},  {-1, 0, 0},  {1, 0, 0},   //
    {-1, -1, 0},  {0, -1, -1}, {-1, 0, -1}, {1, 1, 0},  {0, 1, 1},   {1, 0, 1},   //
    {-1, 1, 0},   {0, -1, 1},  {-1, 0, 1},  {1, -1, 0}, {0, 1, -1},  {1, 0, -1},  //
    {-1, -1, -1}, {-1, -1, 1}, {1, -1, -1}, {1, -1, 1}, {-1, 1, -1}, {-1, 1, 1},  //
    {1, 1, -1},   {1, 1, 1},
}};
constexpr std::uint32_t lulesh_faces = 6;

class LuleshProgram final : public PhasedProgram {
 public:
  LuleshProgram(const LuleshParams& params, std::uint32_t side)
      : PhasedProgram(
            fmt::format("{}, {} elements a side", proxy_name(LuleshParams::name, cube(side), params), params.elements),
            side * side * side, params.rate()),
        grid_(cube(side)),
        elements_(params.elements) {
    timeline_.add(start, 1, 1);
    timeline_.add(cycle, params.iterations, 3);
    timeline_.add(end, 1, 1);
  }

  std::uint32_t most_requests() const override { return 2 * lulesh_neighbours; }

 private:
  enum Part : std::uint32_t { start, cycle, end };
  enum Tag : std::int32_t { sum_of_nodes = 1024, nodes = 2048, gradients = 3072 };

  static Grid cube(std::uint32_t side) { return Grid({side, side, side}); }

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
      exchange(rank, {sum_of_nodes, lulesh_neighbours, true}, lulesh_word * 1, elements_ + 1, 0, calls);
      calls.barrier();
    } else if (place.part == cycle) {
      run_cycle(rank, place, calls);
    } else {
      calls.reduce(1, lulesh_word);
      calls.finalize();
    }
  }

  void run_cycle(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const {
    const double third = static_cast<double>(elements_ * elements_ * elements_) / 3;
    if (place.step == 0) {
      if (place.round > 0) calls.all_reduce(1, lulesh_word);
      exchange(rank, {sum_of_nodes, lulesh_neighbours, true}, lulesh_word * 3, elements_ + 1, third, calls);
    } else if (place.step == 1) {
      exchange(rank, {nodes, lulesh_neighbours, false}, lulesh_word * 6, elements_ + 1, third, calls);
    } else {
      exchange(rank, {gradients, lulesh_faces, true}, lulesh_word * 3, elements_, third, calls);
    }
  }

  struct Exchange {
    Tag tag;
    std::uint32_t neighbours;
    bool both_ways;  ///< false: from greater to smaller ranks only
  };

  /// Appends an exchange. Receives are started, then the rank computes the data it sends; each receive is waited for by
  /// itself.
  void exchange(std::uint32_t rank, const Exchange& what, std::uint64_t bytes, std::uint64_t side, double operations,
                MpiCalls& calls) const {
    const Triple points{side, side, side};
    std::uint32_t receives = 0;
    std::uint32_t sends = lulesh_neighbours;
    for (std::uint32_t i = 0; i < what.neighbours; ++i) {
      const auto peer = grid_.neighbour(rank, lulesh_order[i]);
      if (peer && (what.both_ways || *peer > rank)) {
        calls.receive_start(receives++, *peer, bytes * boundary(points, lulesh_order[i]), what.tag);
      }
    }
    compute(operations, calls);
    for (std::uint32_t i = 0; i < what.neighbours; ++i) {
      const auto peer = grid_.neighbour(rank, lulesh_order[i]);
      if (peer && (what.both_ways || *peer < rank)) {
        calls.send_start(sends++, *peer, bytes * boundary(points, lulesh_order[i]), what.tag);
      }
    }
    if (ranks() == 1) return;
    calls.wait_all(lulesh_neighbours, lulesh_neighbours);
    for (std::uint32_t i = 0; i < receives; ++i) calls.wait(i);
  }

  Grid grid_;
  std::uint64_t elements_;
};

}  // namespace

std::shared_ptr<const Program> LuleshParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                  const MarkOf& mark_of) const {
  const std::uint64_t wanted = ranks.value_or(nodes);
  const auto side = static_cast<std::uint64_t>(std::llround(std::cbrt(static_cast<double>(wanted))));
  if (side * side * side != wanted) {
    const std::uint64_t below = side * side * side < wanted ? side : side - 1;
    diagnostics.error(mark_of("ranks"), fmt::format("lulesh needs a cube of ranks, not {}; the nearest are {} and {}",
                                                    wanted, std::max<std::uint64_t>(below * below * below, 1),
                                                    (below + 1) * (below + 1) * (below + 1)));
    return nullptr;
  }
  return std::make_shared<LuleshProgram>(*this, static_cast<std::uint32_t>(side));
}

}  // namespace trgen::programs::proxies
