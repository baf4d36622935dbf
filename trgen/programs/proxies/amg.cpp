// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/amg.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "trgen/programs/phased_program.hpp"
#include "trgen/programs/proxies/exchange.hpp"

namespace trgen::programs::proxies {
namespace {

constexpr std::uint64_t amg_word = 8;
constexpr double amg_row = 2 * 27;
constexpr std::int32_t restrict_tag = 100;
constexpr std::int32_t prolong_tag = 101;

class AmgProgram final : public PhasedProgram {
 public:
  AmgProgram(const AmgParams& params, const Grid& grid)
      : PhasedProgram(fmt::format("{}, {} points a side", proxy_name(AmgParams::name, grid, params), params.points),
                      static_cast<std::uint32_t>(grid.ranks()), params.rate()),
        grid_(grid),
        log_points_(static_cast<std::uint32_t>(std::countr_zero(params.points))),
        levels_(log_points_ + 1 + doublings(grid)) {
    timeline_.add(start, 1, 1);
    timeline_.add(iteration, params.iterations, 2 * std::uint64_t{levels_});
    timeline_.add(end, 1, 1);
  }

  std::uint32_t most_requests() const override { return most_neighbours; }

 private:
  enum Part : std::uint32_t { start, iteration, end };

  /// Number of doublings of the distance of active ranks until one rank is left.
  static std::uint32_t doublings(const Grid& grid) {
    const std::uint32_t widest = std::max({grid.side(0), grid.side(1), grid.side(2)});
    return static_cast<std::uint32_t>(std::bit_width(widest - 1));
  }

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
    } else if (place.part == end) {
      calls.finalize();
    } else if (place.step + 1 < levels_) {
      down(rank, static_cast<std::uint32_t>(place.step), calls);
    } else if (place.step + 1 == levels_) {
      smooth(rank, levels_ - 1, calls);
    } else if (place.step + 1 < 2 * levels_) {
      up(rank, static_cast<std::uint32_t>(2 * levels_ - 2 - place.step), calls);
    } else {
      calls.all_reduce(1, amg_word);
      smooth(rank, 0, calls);
      calls.all_reduce(1, amg_word);
      calls.all_reduce(1, amg_word);
    }
  }

  std::uint32_t stride(std::uint32_t level) const { return level > log_points_ ? 1U << (level - log_points_) : 1; }
  std::uint64_t side(std::uint32_t level) const { return level > log_points_ ? 1 : 1ULL << (log_points_ - level); }

  bool is_active(std::uint32_t rank, std::uint32_t level) const {
    const std::uint32_t apart = stride(level);
    return grid_.place(rank, 0) % apart == 0 && grid_.place(rank, 1) % apart == 0 && grid_.place(rank, 2) % apart == 0;
  }

  void smooth(std::uint32_t rank, std::uint32_t level, MpiCalls& calls) const {
    if (!is_active(rank, level)) return;
    const std::uint64_t n = side(level);
    exchange_halo({grid_, rank, {n, n, n}, Neighbours::by_rank, stride(level)}, amg_word, calls);
    compute(amg_row * static_cast<double>(n * n * n), calls);
  }

  void down(std::uint32_t rank, std::uint32_t level, MpiCalls& calls) const {
    smooth(rank, level, calls);
    smooth(rank, level, calls);
    gather(rank, level, calls);
  }

  void up(std::uint32_t rank, std::uint32_t level, MpiCalls& calls) const {
    scatter(rank, level, calls);
    smooth(rank, level, calls);
  }

  /// The active ranks of a level that are idle on the next one send their point to one that is not.
  void gather(std::uint32_t rank, std::uint32_t level, MpiCalls& calls) const {
    for_each_child(rank, level, [&](std::uint32_t child) { calls.receive(child, amg_word, restrict_tag); });
    if (const auto parent = parent_of(rank, level)) calls.send(*parent, amg_word, restrict_tag);
  }

  void scatter(std::uint32_t rank, std::uint32_t level, MpiCalls& calls) const {
    if (const auto parent = parent_of(rank, level)) calls.receive(*parent, amg_word, prolong_tag);
    for_each_child(rank, level, [&](std::uint32_t child) { calls.send(child, amg_word, prolong_tag); });
  }

  std::optional<std::uint32_t> parent_of(std::uint32_t rank, std::uint32_t level) const {
    if (!is_active(rank, level) || is_active(rank, level + 1)) return std::nullopt;
    const std::uint32_t apart = stride(level + 1);
    Offset offset{};
    for (std::uint32_t d = 0; d < 3; ++d) offset[d] = grid_.place(rank, d) % apart == 0 ? 0 : -1;
    return grid_.neighbour(rank, offset, false, stride(level));
  }

  template <class Visit>
  void for_each_child(std::uint32_t rank, std::uint32_t level, Visit visit) const {
    if (stride(level + 1) == stride(level) || !is_active(rank, level + 1)) return;
    for_each_neighbour([&](const Offset& offset) {
      if (offset[0] < 0 || offset[1] < 0 || offset[2] < 0) return;
      if (const auto child = grid_.neighbour(rank, offset, false, stride(level))) visit(*child);
    });
  }

  Grid grid_;
  std::uint32_t log_points_;
  std::uint32_t levels_;
};

}  // namespace

std::shared_ptr<const Program> AmgParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                               const MarkOf& mark_of) const {
  if (!std::has_single_bit(points)) {
    diagnostics.error(mark_of("points"),
                      fmt::format("amg halves the points of a rank down to one, so they are a power of "
                                  "two, not {}; the nearest are {} and {}",
                                  points, std::bit_floor(points), std::bit_ceil(points)));
    return nullptr;
  }
  const auto chosen = grid_of(name, grid, 3, ranks.value_or(nodes), diagnostics, mark_of);
  return chosen ? std::make_shared<AmgProgram>(*this, *chosen) : nullptr;
}

}  // namespace trgen::programs::proxies
