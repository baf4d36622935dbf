// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/ft.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint64_t complex_bytes = 16;

std::uint64_t ft_points(Class size) { return of(Ft::nx, size) * of(Ft::ny, size) * of(Ft::nz, size); }

class FtProgram final : public PhasedProgram {
 public:
  explicit FtProgram(const Settings& settings)
      : PhasedProgram(program_name(Ft::name, settings), settings.ranks, settings.rate),
        np1_(settings.ranks > of(Ft::nz, settings.size) ? static_cast<std::uint32_t>(of(Ft::nz, settings.size)) : 1),
        np2_(settings.ranks / np1_),
        timer_flag_(settings.timer_flag()),
        sizes_(settings.release == Release::npb_3_3 ? std::vector<std::uint64_t>{12}
                                                    : std::vector<std::uint64_t>(3, 4)),
        points_(static_cast<double>(ft_points(settings.size))),
        part_bytes_(complex_bytes * ft_points(settings.size) / settings.ranks) {
    timeline_.add(start, settings.untimed(), 1);
    timeline_.add(forwards, settings.untimed(), 1);
    timeline_.add(between, settings.untimed(), 1);
    timeline_.add(forwards, 1, 1);
    timeline_.add(iteration, settings.iterations.value_or(of(Ft::iterations, settings.size)), 1);
    timeline_.add(end, settings.untimed(), 1);
  }

  Group group(std::uint32_t communicator, std::uint32_t rank) const override {
    if (communicator == rows) return Group::line(np2_, rank - rank % np2_, 1);
    if (communicator == columns) return Group::line(np1_, rank % np2_, np2_);
    return Group::everyone(ranks());
  }

 private:
  enum Part : std::uint32_t { start, forwards, between, iteration, end };
  enum Communicator : std::uint32_t { everyone, rows, columns };

  void run(std::uint32_t /*rank*/, const Timeline::Place& place, MpiCalls& calls) const override {
    switch (place.part) {
      case start:
        calls.init();
        for (const std::uint64_t bytes : sizes_) calls.broadcast(bytes);
        calls.broadcast(4);
        if (timer_flag_) calls.broadcast(timer_flag_bytes);
        calls.comm_split(everyone, rows);
        calls.comm_split(everyone, columns);
        return;
      case forwards:
        compute((14.8157 + 7.19641 * std::log(points_)) * points_ / ranks(), calls);
        if (np1_ > 1) transpose(columns, np1_, calls);
        if (np2_ > 1) transpose(rows, np2_, calls);
        return;
      case between:
        calls.barrier();
        return;
      case iteration:
        compute((5.23518 + 7.21113 * std::log(points_)) * points_ / ranks(), calls);
        if (np2_ > 1) transpose(rows, np2_, calls);
        if (np1_ > 1) transpose(columns, np1_, calls);
        calls.reduce(1, complex_bytes);
        return;
      default:
        calls.finalize();
    }
  }

  void transpose(Communicator over, std::uint32_t width, MpiCalls& calls) const {
    calls.all_to_all(part_bytes_ / width, over);
  }

  std::uint32_t np1_;
  std::uint32_t np2_;
  bool timer_flag_;
  std::vector<std::uint64_t> sizes_;  ///< bytes of the broadcasts of the sizes of the cube
  double points_;
  std::uint64_t part_bytes_;
};

}  // namespace

std::string Ft::fault(const Settings& settings) {
  if (!exact_log2(settings.ranks)) return "needs a power of two of ranks";
  const std::uint64_t planes = of(nz, settings.size);
  const std::uint64_t np1 = settings.ranks > planes ? planes : 1;
  const std::uint64_t np2 = settings.ranks / np1;
  const std::uint64_t ny_points = of(ny, settings.size);
  if (np1 > std::min(of(nx, settings.size), ny_points) || np2 > std::min(ny_points, planes)) {
    return fmt::format("divides a cube of {} x {} x {} points into pencils, at most {} of them", of(nx, settings.size),
                       ny_points, planes, planes * std::min(ny_points, planes));
  }
  return "";
}

std::uint64_t Ft::bound(const Settings& settings) {
  return of(nz, settings.size) * std::min(of(ny, settings.size), of(nz, settings.size));
}

std::shared_ptr<const Program> Ft::make(const Settings& settings) { return std::make_shared<FtProgram>(settings); }

}  // namespace trgen::programs::npb
