// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/lu.hpp"

#include <fmt/core.h>

#include "trgen/programs/npb/lu_grid.hpp"
#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint64_t lu_word = 8;
constexpr std::uint64_t lu_variables = 5;
constexpr std::uint64_t least_part = 3;  ///< points of a rank in a direction

class LuProgram final : public PhasedProgram {
 public:
  explicit LuProgram(const Settings& settings)
      : PhasedProgram(program_name(Lu::name, settings), settings.ranks, settings.rate),
        timer_flag_(settings.timer_flag()),
        points_(of(Lu::points, settings.size)),
        iterations_(settings.iterations.value_or(of(Lu::iterations, settings.size))),
        grid_(*LuGrid::of(settings.ranks)),
        burst_(operations(static_cast<double>(points_)) / settings.ranks / static_cast<double>(steps_of_iteration())) {
    const std::uint64_t untimed = settings.untimed();
    timeline_.add(start, untimed, 1);
    timeline_.add(before, untimed, 1);
    timeline_.add(iteration, untimed, steps_of_iteration());
    timeline_.add(after, untimed, 1);
    timeline_.add(before, untimed, 1);
    timeline_.add(iteration, iterations_, steps_of_iteration());
    timeline_.add(after, untimed, 1);
    timeline_.add(end, untimed, 1);
  }

  std::uint32_t most_requests() const override { return 1; }

 private:
  enum Part : std::uint32_t { start, before, iteration, after, end };
  enum Tag : std::int32_t { from_south = 1, from_north = 2, from_east = 3, from_west = 4 };

  /// NPB's count for an iteration.
  static double operations(double n) { return ((1984.77 * n - 10923.3) * n + 27770.9) * n - 144010.0; }

  std::uint64_t planes() const { return points_ - 2; }
  std::uint64_t steps_of_iteration() const { return 2 * planes() + 1; }

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    const LuPart part = grid_.part(rank, points_);
    switch (place.part) {
      case start:
        calls.init();
        for (const std::uint64_t bytes : {4U, 4U, 4U, 8U, 8U, 40U, 4U, 4U, 4U}) calls.broadcast(bytes);
        if (timer_flag_) calls.broadcast(timer_flag_bytes);
        exchange_faces(part, calls);
        return;
      case before:
        exchange_faces(part, calls);
        norm(calls);
        calls.barrier();
        return;
      case iteration:
        iterate(part, place, calls);
        return;
      case after:
        calls.all_reduce(1, lu_word);
        return;
      default:
        norm(calls);
        integrate(part, calls);
        calls.finalize();
    }
  }

  void iterate(const LuPart& part, const Timeline::Place& place, MpiCalls& calls) const {
    if (place.step < planes()) {
      lower_plane(part, calls);
    } else if (place.step < 2 * planes()) {
      upper_plane(part, calls);
    } else {
      const bool last = place.round + 1 == iterations_;
      if (last) norm(calls);
      compute(burst_, calls);
      exchange_faces(part, calls);
      if (last) norm(calls);
    }
  }

  static void norm(MpiCalls& calls) { calls.all_reduce(lu_variables, lu_word); }

  void lower_plane(const LuPart& part, MpiCalls& calls) const {
    const std::uint64_t row = lu_variables * lu_word * part.y.interior();
    const std::uint64_t column = lu_variables * lu_word * part.x.interior();
    if (!part.x.is_first) calls.receive(part.north, row, from_north);
    if (!part.y.is_first) calls.receive(part.west, column, from_west);
    compute(burst_, calls);
    if (!part.x.is_last) calls.send(part.south, row, from_north);
    if (!part.y.is_last) calls.send(part.east, column, from_west);
  }

  void upper_plane(const LuPart& part, MpiCalls& calls) const {
    const std::uint64_t row = lu_variables * lu_word * part.y.interior();
    const std::uint64_t column = lu_variables * lu_word * part.x.interior();
    if (!part.x.is_last) calls.receive(part.south, row, from_south);
    if (!part.y.is_last) calls.receive(part.east, column, from_east);
    compute(burst_, calls);
    if (!part.x.is_first) calls.send(part.north, row, from_south);
    if (!part.y.is_first) calls.send(part.west, column, from_east);
  }

  /// Exchanges two planes of points each way, first between north and south, then between west and east.
  void exchange_faces(const LuPart& part, MpiCalls& calls) const {
    const std::uint64_t rows = 2 * lu_variables * lu_word * part.y.length * points_;
    const std::uint64_t columns = 2 * lu_variables * lu_word * part.x.length * points_;
    shift(!part.x.is_first, part.north, !part.x.is_last, part.south, rows, from_north, calls);
    shift(!part.x.is_last, part.south, !part.x.is_first, part.north, rows, from_south, calls);
    shift(!part.y.is_first, part.west, !part.y.is_last, part.east, columns, from_west, calls);
    shift(!part.y.is_last, part.east, !part.y.is_first, part.west, columns, from_east, calls);
  }

  static void shift(bool receives, std::uint32_t from, bool sends, std::uint32_t to, std::uint64_t bytes, Tag tag,
                    MpiCalls& calls) {
    if (receives) calls.receive_start(0, from, bytes, tag);
    if (sends) calls.send(to, bytes, tag);
    if (receives) calls.wait(0);
  }

  /// A receive that is waited for before anything is sent on.
  static void relay(bool receives, std::uint32_t from, bool sends, std::uint32_t to, std::uint64_t bytes, Tag tag,
                    MpiCalls& calls) {
    if (receives) {
      calls.receive_start(0, from, bytes, tag);
      calls.wait(0);
    }
    if (sends) calls.send(to, bytes, tag);
  }

  /// Computes the surface integral, over points 2 .. n - 1 in x and 2 .. n - 2 in y: top and bottom, then two sides,
  /// then the other two.
  void integrate(const LuPart& part, MpiCalls& calls) const {
    const LuIntegral x = lu_integral(part.x, 2, points_ - 1);
    const LuIntegral y = lu_integral(part.y, 2, points_ - 2);
    const std::uint64_t depth = lu_word * points_;
    relay(y.receives, part.east, y.sends, part.west, 2 * lu_word * part.x.length, from_east, calls);
    relay(x.receives, part.south, x.sends, part.north, 2 * lu_word * (part.y.length + 2), from_south, calls);
    calls.all_reduce(1, lu_word);
    for (const bool at_edge : {y.has_from, y.has_to}) {
      if (at_edge) relay(x.receives, part.south, x.sends, part.north, depth, from_south, calls);
    }
    calls.all_reduce(1, lu_word);
    for (const bool at_edge : {x.has_from, x.has_to}) {
      if (at_edge) relay(y.receives, part.east, y.sends, part.west, depth, from_east, calls);
    }
    calls.all_reduce(1, lu_word);
  }

  bool timer_flag_;
  std::uint64_t points_;
  std::uint64_t iterations_;
  LuGrid grid_;
  double burst_;
};

}  // namespace

std::string Lu::fault(const Settings& settings) {
  const std::optional<LuGrid> grid = LuGrid::of(settings.ranks);
  if (!grid) return "needs a number of ranks that is a product of two, x * y with y <= x <= 2 * y";
  if (of(points, settings.size) / grid->rows() < least_part) {
    return fmt::format(
        "needs {} of the {} points in each direction on every rank, so a grid of at most {} ranks a side", least_part,
        of(points, settings.size), of(points, settings.size) / least_part);
  }
  return "";
}

std::uint64_t Lu::bound(const Settings& settings) {
  const std::uint64_t side = of(points, settings.size) / least_part;
  return side * side;
}

std::shared_ptr<const Program> Lu::make(const Settings& settings) { return std::make_shared<LuProgram>(settings); }

}  // namespace trgen::programs::npb
