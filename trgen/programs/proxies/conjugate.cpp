// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/conjugate.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "trgen/programs/phased_program.hpp"
#include "trgen/programs/proxies/exchange.hpp"

namespace trgen::programs::proxies {
namespace {

constexpr std::uint32_t multigrid_levels = 4;
constexpr double row_elements = 27;
constexpr std::uint64_t scalar = 8;

class ConjugateProgram final : public PhasedProgram {
 public:
  ConjugateProgram(std::string_view kind, const ConjugateParams& params, const Grid& grid, bool multigrid)
      : PhasedProgram(
            fmt::format("{}, {} points a rank", proxy_name(kind, grid, params), fmt::join(params.points, " x ")),
            static_cast<std::uint32_t>(grid.ranks()), params.rate()),
        grid_(grid),
        points_(Points{params.points}.triple()),
        cycle_(multigrid ? 3 * (multigrid_levels - 1) + 1 : 0),
        order_(multigrid ? Neighbours::by_rank : Neighbours::by_row) {
    timeline_.add(start, 1, 1);
    timeline_.add(iteration, params.iterations, cycle_ + 1);
    timeline_.add(end, 1, 1);
  }

  std::uint32_t most_requests() const override { return most_neighbours; }

 private:
  enum Part : std::uint32_t { start, iteration, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
      multiply(rank, 0, 2, calls);
      dot(calls);
    } else if (place.part == iteration) {
      if (place.step < cycle_) {
        sweep(rank, place.step, calls);
      } else {
        if (cycle_ > 0 || place.round > 0) dot(calls);
        multiply(rank, 0, 2, calls);
        dot(calls);
        if (cycle_ > 0) dot(calls);
      }
    } else {
      calls.finalize();
    }
  }

  /// A part of a V-cycle. Down: a sweep and a residual a level; a sweep on the coarsest; up: a sweep a level.
  void sweep(std::uint32_t rank, std::uint64_t step, MpiCalls& calls) const {
    constexpr std::uint64_t down = 2 * (multigrid_levels - 1);
    if (step <= down) {
      multiply(rank, static_cast<std::uint32_t>(step / 2), step % 2 == 0 ? 4 : 2, calls);
    } else {
      multiply(rank, static_cast<std::uint32_t>(multigrid_levels - 1 - (step - down)), 4, calls);
    }
  }

  /// Appends the exchange of a level, then `cost` operations for each element of the matrix.
  void multiply(std::uint32_t rank, std::uint32_t level, double cost, MpiCalls& calls) const {
    const Triple points{points_[0] >> level, points_[1] >> level, points_[2] >> level};
    exchange_halo({grid_, rank, points, order_}, scalar, calls);
    compute(cost * row_elements * static_cast<double>(points[0] * points[1] * points[2]), calls);
  }

  /// Appends a scalar product and the update of a vector that goes with it.
  void dot(MpiCalls& calls) const {
    compute(5.0 * static_cast<double>(points_[0] * points_[1] * points_[2]), calls);
    calls.all_reduce(1, scalar);
  }

  Grid grid_;
  Triple points_;
  std::uint64_t cycle_;  ///< steps of the V-cycle; 0: none
  Neighbours order_;
};

}  // namespace

std::shared_ptr<const Program> HpcgParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                const MarkOf& mark_of) const {
  for (const std::uint64_t side : points) {
    constexpr std::uint64_t factor = 1U << (multigrid_levels - 1);
    if (side % factor != 0) {
      diagnostics.error(mark_of("points"),
                        fmt::format("hpcg halves the points of a rank {} times, and {} is no multiple "
                                    "of {}; the next one is {}",
                                    multigrid_levels - 1, side, factor, (side / factor + 1) * factor));
      return nullptr;
    }
  }
  const auto chosen = grid_of(name, grid, 3, ranks.value_or(nodes), diagnostics, mark_of);
  return chosen ? std::make_shared<ConjugateProgram>(name, *this, *chosen, true) : nullptr;
}

std::shared_ptr<const Program> MinifeParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                  const MarkOf& mark_of) const {
  const auto chosen = grid_of(name, grid, 3, ranks.value_or(nodes), diagnostics, mark_of);
  return chosen ? std::make_shared<ConjugateProgram>(name, *this, *chosen, false) : nullptr;
}

}  // namespace trgen::programs::proxies
