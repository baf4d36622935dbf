// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/sweep.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::proxies {
namespace {

constexpr std::uint32_t octants = 8;
constexpr std::uint64_t sweep_word = 8;

class SweepProgram final : public PhasedProgram {
 public:
  SweepProgram(const SweepParams& params, const Grid& grid)
      : PhasedProgram(
            fmt::format("{}, {} zones a rank, {} directions in {} sets, {} groups in {} sets, {} blocks of planes",
                        proxy_name(SweepParams::name, grid, params), fmt::join(params.zones, " x "), params.directions,
                        params.direction_sets, params.groups, params.group_sets, params.plane_blocks),
            static_cast<std::uint32_t>(grid.ranks()), params.rate()),
        grid_(grid),
        block_(Points{params.zones}.triple()),
        unknowns_(std::uint64_t{params.directions} / params.direction_sets * (params.groups / params.group_sets)),
        dimensions_(params.dimensions),
        blocks_of_octant_(std::uint64_t{params.direction_sets} / octants * params.group_sets * params.plane_blocks) {
    block_[2] /= params.plane_blocks;
    timeline_.add(start, 1, 1);
    timeline_.add(iteration, params.iterations, octants * blocks_of_octant_ + 1);
    timeline_.add(end, 1, 1);
  }

 private:
  enum Part : std::uint32_t { start, iteration, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
    } else if (place.part == end) {
      calls.finalize();
    } else if (place.step < octants * blocks_of_octant_) {
      sweep_block(rank, static_cast<std::uint32_t>(place.step / blocks_of_octant_), calls);
    } else {
      calls.all_reduce(1, sweep_word);
    }
  }

  void sweep_block(std::uint32_t rank, std::uint32_t octant, MpiCalls& calls) const {
    const auto tag = static_cast<std::int32_t>(octant);
    for (std::uint32_t d = 0; d < dimensions_; ++d) {
      if (const auto peer = beside(rank, octant, d, -1)) calls.receive(*peer, face(d), tag);
    }
    compute(static_cast<double>(block_[0] * block_[1] * block_[2] * unknowns_), calls);
    for (std::uint32_t d = 0; d < dimensions_; ++d) {
      if (const auto peer = beside(rank, octant, d, 1)) calls.send(*peer, face(d), tag);
    }
  }

  /// The next rank along the direction of an octant, whose bits mark reversed dimensions; or the rank before.
  std::optional<std::uint32_t> beside(std::uint32_t rank, std::uint32_t octant, std::uint32_t d, int way) const {
    Offset offset{};
    offset[d] = (octant >> d & 1U) == 0 ? way : -way;
    return grid_.neighbour(rank, offset);
  }

  std::uint64_t face(std::uint32_t d) const {
    return sweep_word * unknowns_ * block_[(d + 1) % 3] * block_[(d + 2) % 3];
  }

  Grid grid_;
  Triple block_;
  std::uint64_t unknowns_;
  std::uint32_t dimensions_;
  std::uint64_t blocks_of_octant_;
};

}  // namespace

bool SweepParams::check(fsin::Diagnostics& diagnostics, const MarkOf& mark_of) const {
  const auto divides = [&](std::string_view key, std::uint64_t blocks, std::string_view what, std::uint64_t count) {
    if (count % blocks == 0) return true;
    diagnostics.error(mark_of(key), fmt::format("sweep: {} = {} does not divide {} = {}; the next multiple of it is {}",
                                                key, blocks, what, count, (count / blocks + 1) * blocks));
    return false;
  };
  if (grid.size() > dimensions) {
    diagnostics.error(mark_of("grid"), fmt::format("sweep: grid has {} dimensions, and dimensions is {}; give the same",
                                                   grid.size(), dimensions));
    return false;
  }
  if (dimensions == 3 && plane_blocks != 1) {
    diagnostics.error(mark_of("plane_blocks"),
                      "sweep: plane_blocks cuts the columns of a grid of two dimensions; set dimensions to 2, or "
                      "plane_blocks to 1");
    return false;
  }
  if (direction_sets % octants != 0) {
    diagnostics.error(mark_of("direction_sets"),
                      fmt::format("sweep: direction_sets = {} is no multiple of the {} octants; the next one is {}",
                                  direction_sets, octants, (direction_sets / octants + 1) * octants));
    return false;
  }
  return divides("direction_sets", direction_sets, "directions", directions) &&
         divides("group_sets", group_sets, "groups", groups) &&
         divides("plane_blocks", plane_blocks, "zones along z", zones[2]);
}

std::shared_ptr<const Program> SweepParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                 const MarkOf& mark_of) const {
  if (!check(diagnostics, mark_of)) return nullptr;
  const auto chosen = grid_of(name, grid, dimensions, ranks.value_or(nodes), diagnostics, mark_of);
  return chosen ? std::make_shared<SweepProgram>(*this, *chosen) : nullptr;
}

}  // namespace trgen::programs::proxies
