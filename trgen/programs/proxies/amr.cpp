// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/amr.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "fsin/core/rng.hpp"
#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::proxies {
namespace {

constexpr std::int32_t link_tag = 100;
constexpr std::int32_t move_tag = 200;
constexpr std::array<Offset, 6> amr_faces{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};

class AmrProgram final : public PhasedProgram {
 public:
  AmrProgram(const AmrParams& params, const Grid& grid)
      : PhasedProgram(fmt::format("{}, {} points a side of {} bytes, {} levels, {} links, regridded every {}, seed {}",
                                  proxy_name(AmrParams::name, grid, params), params.side, params.point_bytes,
                                  params.levels, params.links, params.regrid, params.seed),
                      static_cast<std::uint32_t>(grid.ranks()), params.rate()),
        grid_(grid),
        params_(params) {
    timeline_.add(start, 1, 1);
    timeline_.add(iteration, params.iterations, 1);
    timeline_.add(end, 1, 1);
  }

  std::uint32_t most_requests() const override {
    return 2 * (static_cast<std::uint32_t>(amr_faces.size()) + params_.links);
  }

 private:
  enum Part : std::uint32_t { start, iteration, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
    } else if (place.part == end) {
      calls.finalize();
    } else {
      const std::uint64_t mesh = place.round / params_.regrid;
      if (place.round > 0 && place.round % params_.regrid == 0) regrid(rank, mesh, calls);
      compute(static_cast<double>(block(level(rank, mesh))), calls);
      exchange(rank, mesh, calls);
      calls.all_reduce(1, 8);
    }
  }

  void regrid(std::uint32_t rank, std::uint64_t mesh, MpiCalls& calls) const {
    calls.all_reduce(params_.levels, 4);
    const std::uint32_t peer = partner(rank, mesh, 0);
    if (peer == rank) return;
    // Each moves the points it gained since the mesh before, so that both know the sizes.
    const auto moved = [&](std::uint32_t of_rank) {
      const std::uint64_t now = block(level(of_rank, mesh));
      const std::uint64_t before = block(level(of_rank, mesh - 1));
      return now > before ? params_.point_bytes * (now - before) : 0;
    };
    if (moved(peer) > 0) calls.receive_start(0, peer, moved(peer), move_tag);
    if (moved(rank) > 0) calls.send(peer, moved(rank), move_tag);
    if (moved(peer) > 0) calls.wait(0);
  }

  void exchange(std::uint32_t rank, std::uint64_t mesh, MpiCalls& calls) const {
    std::uint32_t request = 0;
    for_each_partner(rank, mesh, [&](std::uint32_t peer, std::int32_t /*sent*/, std::int32_t received) {
      calls.receive_start(request++, peer, face(rank, peer, mesh), received);
    });
    for_each_partner(rank, mesh, [&](std::uint32_t peer, std::int32_t sent, std::int32_t /*received*/) {
      calls.send_start(request++, peer, face(rank, peer, mesh), sent);
    });
    if (request > 0) calls.wait_all(0, request);
  }

  /// Calls visit(partner, tag of the message sent, tag of the message received): a tag is the side of the sender, or
  /// the link.
  template <class Visit>
  void for_each_partner(std::uint32_t rank, std::uint64_t mesh, Visit visit) const {
    for (std::uint32_t i = 0; i < amr_faces.size(); ++i) {
      const std::uint32_t peer = *grid_.neighbour(rank, amr_faces[i], true);
      if (peer != rank) visit(peer, static_cast<std::int32_t>(i), static_cast<std::int32_t>(i ^ 1U));
    }
    for (std::uint32_t k = 0; k < params_.links; ++k) {
      const std::uint32_t peer = partner(rank, mesh, k);
      const std::int32_t tag = link_tag + static_cast<std::int32_t>(k);
      if (peer != rank) visit(peer, tag, tag);
    }
  }

  std::uint64_t face(std::uint32_t a, std::uint32_t b, std::uint64_t mesh) const {
    const std::uint32_t finer = std::max(level(a, mesh), level(b, mesh));
    return params_.point_bytes * params_.side * params_.side << (2 * finer);
  }

  std::uint64_t block(std::uint32_t level) const { return params_.side * params_.side * params_.side << (3 * level); }

  std::uint32_t level(std::uint32_t rank, std::uint64_t mesh) const {
    return fsin::scale_draw(fsin::philox({params_.seed, fsin::Purpose::arrival}, mesh, rank)[0], params_.levels);
  }

  std::uint32_t partner(std::uint32_t rank, std::uint64_t mesh, std::uint32_t link) const {
    const std::uint32_t sum =
        fsin::scale_draw(fsin::philox({params_.seed, fsin::Purpose::wiring}, mesh, link)[0], ranks());
    return static_cast<std::uint32_t>((std::uint64_t{sum} + ranks() - rank) % ranks());
  }

  Grid grid_;
  AmrParams params_;
};

}  // namespace

std::shared_ptr<const Program> AmrParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                               const MarkOf& mark_of) const {
  const auto chosen = grid_of(name, grid, 3, ranks.value_or(nodes), diagnostics, mark_of);
  return chosen ? std::make_shared<AmrProgram>(*this, *chosen) : nullptr;
}

}  // namespace trgen::programs::proxies
