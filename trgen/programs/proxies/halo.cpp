// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/halo.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::proxies {
namespace {

class HaloProgram final : public PhasedProgram {
 public:
  HaloProgram(const HaloParams& params, const Grid& grid)
      : PhasedProgram(fmt::format("{}, {} points a rank, depth {}, {} bytes a point{}{}, {} sums",
                                  proxy_name(HaloParams::name, grid, params), fmt::join(params.points, " x "),
                                  params.depth, params.point_bytes, params.corners ? ", corners" : "",
                                  params.periodic ? ", periodic" : "", params.sums),
                      static_cast<std::uint32_t>(grid.ranks()), params.rate()),
        grid_(grid),
        points_(Points{params.points}.triple()),
        bytes_(params.point_bytes),
        depth_(params.depth),
        corners_(params.corners),
        periodic_(params.periodic),
        flat_(params.points.size() == 2),
        sums_(params.sums) {
    timeline_.add(start, 1, 1);
    timeline_.add(iteration, params.iterations, 1);
    timeline_.add(end, 1, 1);
  }

  std::uint32_t most_requests() const override { return 2 * 26; }

 private:
  enum Part : std::uint32_t { start, iteration, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
    } else if (place.part == iteration) {
      iterate(rank, calls);
    } else {
      calls.finalize();
    }
  }

  void iterate(std::uint32_t rank, MpiCalls& calls) const {
    compute(static_cast<double>(points_[0] * points_[1] * points_[2]), calls);
    std::uint32_t request = 0;
    // The tag is the side of the sender, so that two messages between the same two ranks differ.
    for_each_partner(rank, [&](const Offset& offset, std::uint32_t peer) {
      calls.receive_start(request++, peer, bytes(offset), tag({-offset[0], -offset[1], -offset[2]}));
    });
    for_each_partner(rank, [&](const Offset& offset, std::uint32_t peer) {
      calls.send_start(request++, peer, bytes(offset), tag(offset));
    });
    if (request > 0) calls.wait_all(0, request);
    for (std::uint32_t i = 0; i < sums_; ++i) calls.all_reduce(1, 8);
  }

  template <class Visit>
  void for_each_partner(std::uint32_t rank, Visit visit) const {
    for_each_neighbour([&](const Offset& offset) {
      const auto directions = std::count_if(offset.begin(), offset.end(), [](int way) { return way != 0; });
      if ((directions > 1 && !corners_) || (flat_ && offset[2] != 0)) return;
      const auto peer = grid_.neighbour(rank, offset, periodic_);
      if (peer && *peer != rank) visit(offset, *peer);
    });
  }

  std::uint64_t bytes(const Offset& offset) const {
    std::uint64_t count = bytes_;
    for (std::uint32_t d = 0; d < 3; ++d) count *= offset[d] == 0 ? points_[d] : std::min(depth_, points_[d]);
    return count;
  }

  static std::int32_t tag(const Offset& side) { return side[0] + 1 + 3 * (side[1] + 1 + 3 * (side[2] + 1)); }

  Grid grid_;
  Triple points_;
  std::uint64_t bytes_;
  std::uint64_t depth_;
  bool corners_;
  bool periodic_;
  bool flat_;
  std::uint32_t sums_;
};

}  // namespace

std::shared_ptr<const Program> HaloParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                const MarkOf& mark_of) const {
  const auto dimensions = static_cast<std::uint32_t>(points.size());
  if (grid.size() > dimensions) {
    diagnostics.error(mark_of("grid"), fmt::format("halo: grid has {} dimensions and points has {}; give both the same",
                                                   grid.size(), dimensions));
    return nullptr;
  }
  const auto chosen = grid_of(name, grid, dimensions, ranks.value_or(nodes), diagnostics, mark_of);
  return chosen ? std::make_shared<HaloProgram>(*this, *chosen) : nullptr;
}

}  // namespace trgen::programs::proxies
