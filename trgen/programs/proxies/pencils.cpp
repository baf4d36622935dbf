// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/proxies/pencils.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::proxies {
namespace {

class PencilsProgram final : public PhasedProgram {
 public:
  PencilsProgram(const PencilsParams& params, const Grid& grid)
      : PhasedProgram(fmt::format("{}, {} points of {} bytes", proxy_name(PencilsParams::name, grid, params),
                                  fmt::join(params.points, " x "), params.point_bytes),
                      static_cast<std::uint32_t>(grid.ranks()), params.rate()),
        p1_(grid.side(0)),
        p2_(grid.side(1)),
        points_(Points{params.points}.triple()),
        bytes_(params.point_bytes) {
    timeline_.add(start, 1, 1);
    timeline_.add(iteration, params.iterations, 4);
    timeline_.add(end, 1, 1);
  }

  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    if (communicator == rows) return Group::line(p1_, rank % p2_, p2_);
    if (communicator == columns) return Group::line(p2_, rank - rank % p2_, 1);
    return Group::everyone(ranks());
  }

  std::uint64_t block_bytes(const Operation& collective, std::uint32_t rank, std::uint32_t from,
                            std::uint32_t to) const override {
    const bool back = collective.call >= backwards;
    const std::uint32_t first = back ? to : from;  // the rank that has the whole of the first dimension
    const std::uint32_t second = back ? from : to;
    if (collective.communicator == rows) {
      return bytes_ * share(0, p1_, second) * share(1, p1_, first) * share(2, p2_, rank % p2_);
    }
    return bytes_ * share(0, p1_, rank / p2_) * share(1, p2_, second) * share(2, p2_, first);
  }

 private:
  enum Part : std::uint32_t { start, iteration, end };
  enum Communicator : std::uint32_t { everyone, rows, columns };
  static constexpr std::uint64_t backwards = 2;  ///< numbers of calls from here on are backward transforms

  std::uint64_t share(std::uint32_t d, std::uint32_t ranks_of_side, std::uint32_t place) const {
    return points_[d] / ranks_of_side + (place < points_[d] % ranks_of_side ? 1 : 0);
  }

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
      calls.comm_split(everyone, rows);
      calls.comm_split(everyone, columns);
    } else if (place.part == iteration) {
      const Communicator over = place.step == 0 || place.step == 3 ? rows : columns;
      transform(calls);
      transpose(rank, over, place.step, calls);
    } else {
      calls.finalize();
    }
  }

  /// Appends three transforms forwards and three backwards, around four exchanges: one and a half before each.
  void transform(MpiCalls& calls) const {
    const double points = static_cast<double>(points_[0]) * static_cast<double>(points_[1] * points_[2]);
    compute(2 * 5 * points * std::log2(std::max(points, 2.0)) / ranks() / 4, calls);
  }

  void transpose(std::uint32_t rank, Communicator over, std::uint64_t call, MpiCalls& calls) const {
    const bool even = over == rows ? points_[0] % p1_ == 0 && points_[1] % p1_ == 0 && points_[2] % p2_ == 0
                                   : points_[0] % p1_ == 0 && points_[1] % p2_ == 0 && points_[2] % p2_ == 0;
    if (even) {
      calls.all_to_all(block_bytes({.communicator = over, .call = call}, rank, 0, 0), over);
    } else {
      calls.all_to_all_v(call, over);
    }
  }

  std::uint32_t p1_;
  std::uint32_t p2_;
  Triple points_;
  std::uint64_t bytes_;
};

}  // namespace

std::shared_ptr<const Program> PencilsParams::make(std::uint32_t nodes, fsin::Diagnostics& diagnostics,
                                                   const MarkOf& mark_of) const {
  const auto chosen = grid_of(name, grid, 2, ranks.value_or(nodes), diagnostics, mark_of);
  if (!chosen) return nullptr;
  const std::uint64_t wide = std::min(points[0], points[1]);
  const std::uint64_t deep = std::min(points[1], points[2]);
  if (chosen->side(0) > wide || chosen->side(1) > deep) {
    diagnostics.error(mark_of("grid"),
                      fmt::format("fft-pencils: {} x {} ranks have no pencil each of {} points; at most {} x {} have",
                                  chosen->side(0), chosen->side(1), fmt::join(points, " x "), wide, deep));
    return nullptr;
  }
  return std::make_shared<PencilsProgram>(*this, *chosen);
}

}  // namespace trgen::programs::proxies
