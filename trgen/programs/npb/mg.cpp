// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/mg.hpp"

#include <fmt/core.h>

#include "trgen/programs/npb/mg_grid.hpp"
#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::uint64_t mg_word = 8;
constexpr double count_of_point = 58;  ///< NPB's count of operations for a point in an iteration

// Operations of the four routines for a point of their result, by comments of the source.
constexpr double project_cost = 24, interpolate_cost = 20.0 / 8, residual_cost = 15, smooth_cost = 16;

class MgProgram final : public PhasedProgram {
 public:
  explicit MgProgram(const Settings& settings)
      : PhasedProgram(program_name(Mg::name, settings), settings.ranks, settings.rate),
        timer_flag_(settings.timer_flag()),
        levels_(of(Mg::levels, settings.size)),
        grid_(*exact_log2(settings.ranks), levels_),
        scale_(count_of_point / cost_of_point(levels_)) {
    const std::uint64_t untimed = settings.untimed();
    timeline_.add(start, untimed, 1);
    timeline_.add(initialise, untimed, 1);
    timeline_.add(norm, untimed, 1);
    timeline_.add(residual, untimed, 1);
    timeline_.add(norm, untimed, 1);
    timeline_.add(cycle, untimed, steps_of_cycle());
    timeline_.add(initialise, untimed, 1);
    timeline_.add(between, untimed, 1);
    timeline_.add(residual, 1, 1);
    timeline_.add(norm, 1, 1);
    timeline_.add(cycle, settings.iterations.value_or(of(Mg::iterations, settings.size)), steps_of_cycle());
    timeline_.add(norm, 1, 1);
    timeline_.add(end, untimed, 1);
  }

  std::uint32_t most_requests() const override { return 2; }

 private:
  enum Part : std::uint32_t { start, initialise, residual, norm, cycle, between, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    switch (place.part) {
      case start:
        calls.init();
        calls.barrier();
        for (const std::uint64_t bytes : {4U, 4U, 4U, 4U, 4U, 32U}) calls.broadcast(bytes);
        if (timer_flag_) calls.broadcast(timer_flag_bytes);
        return;
      case initialise:
        find_charges(calls);
        exchange(rank, levels_, calls);
        return;
      case residual:
        exchange(rank, levels_, calls);
        return;
      case norm:
        calls.all_reduce(1, mg_word);
        calls.all_reduce(1, mg_word);
        return;
      case cycle:
        v_cycle(rank, place.step, calls);
        return;
      case between:
        calls.barrier();
        return;
      default:
        calls.reduce(1, mg_word);
        calls.finalize();
    }
  }

  /// Finds the ten largest and ten smallest random numbers of all ranks, each with its place.
  static void find_charges(MpiCalls& calls) {
    calls.barrier();
    for (int i = 0; i < 20; ++i) {
      calls.all_reduce(1, mg_word);
      calls.all_reduce(4, 4);
    }
    calls.barrier();
  }

  /// Steps of a V-cycle: down to level 1, up again to the finest with three exchanges a level, and the residual of the
  /// result.
  std::uint64_t steps_of_cycle() const { return (levels_ - 1) + 1 + 3 * (levels_ - 1) + 1; }

  void v_cycle(std::uint32_t rank, std::uint64_t step, MpiCalls& calls) const {
    const std::uint64_t down = levels_ - 1;
    if (step < down) {
      smooth(rank, levels_ - 1 - static_cast<std::uint32_t>(step), project_cost, calls);
    } else if (step == down) {
      smooth(rank, 1, smooth_cost, calls);
    } else if (step < 4 * down + 1) {
      const auto level = static_cast<std::uint32_t>(2 + (step - down - 1) / 3);
      const std::uint64_t routine = (step - down - 1) % 3;
      if (routine == 0) {
        work(grid_.level(rank, level), interpolate_cost, calls);
        expand(rank, level, calls);
      } else {
        smooth(rank, level, routine == 1 ? residual_cost : smooth_cost, calls);
      }
    } else {
      smooth(rank, levels_, residual_cost, calls);
    }
  }

  void smooth(std::uint32_t rank, std::uint32_t level, double cost, MpiCalls& calls) const {
    work(grid_.level(rank, level), cost, calls);
    exchange(rank, level, calls);
  }

  void work(const MgLevel& level, double cost, MpiCalls& calls) const {
    const double points = static_cast<double>(level[0].points * level[1].points * level[2].points);
    compute(scale_ * cost * points, calls);
  }

  /// The cost of a V-cycle for a point of the finest level.
  static double cost_of_point(std::uint32_t levels) {
    double cost = smooth_cost / static_cast<double>(std::uint64_t{1} << (3 * (levels - 1))) + residual_cost;
    double share = 1;
    for (std::uint32_t k = levels; k > 1; --k, share /= 8) {
      cost += share * (project_cost / 8 + interpolate_cost + residual_cost + smooth_cost);
    }
    return cost;
  }

  static std::int32_t tag(std::uint32_t direction, bool up) {
    return static_cast<std::int32_t>(100 * (10 * (direction + 1) + (up ? 3 : 1)));
  }

  /// Exchanges the faces of a level, both ways in each direction.
  void exchange(std::uint32_t rank, std::uint32_t level_number, MpiCalls& calls) const {
    if (ranks() == 1) return;
    const MgLevel level = grid_.level(rank, level_number);
    if (!has_points(level)) return;
    for (std::uint32_t d = 0; d < 3; ++d) {
      const std::uint64_t bytes = mg_word * mg_face(level, d, false);
      calls.receive_start(0, level[d].up, bytes, tag(d, false));
      calls.receive_start(1, level[d].down, bytes, tag(d, true));
      calls.send(level[d].up, bytes, tag(d, true));
      calls.send(level[d].down, bytes, tag(d, false));
      calls.wait(0);
      calls.wait(1);
    }
  }

  /// On the way up to a level: sends the points of ranks that had none, one plane to the rank below and two to that
  /// above.
  void expand(std::uint32_t rank, std::uint32_t level_number, MpiCalls& calls) const {
    if (ranks() == 1) return;
    const MgLevel level = grid_.level(rank, level_number);
    for (std::uint32_t d = 0; d < 3; ++d) {
      const auto plane = [&](std::uint32_t of_rank) {
        return mg_word * mg_face(grid_.level(of_rank, level_number), d, true);
      };
      if (level[d].takes) {
        calls.receive_start(0, level[d].up, plane(level[d].up), tag(d, false));
        calls.receive_start(1, level[d].down, 2 * plane(level[d].down), tag(d, true));
        calls.wait(0);
        calls.wait(1);
      }
      if (level[d].gives) {
        calls.send(level[d].up, 2 * plane(rank), tag(d, true));
        calls.send(level[d].down, plane(rank), tag(d, false));
      }
    }
  }

  bool timer_flag_;
  std::uint32_t levels_;
  MgGrid grid_;
  double scale_;
};

}  // namespace

std::string Mg::fault(const Settings& settings) {
  const std::optional<std::uint32_t> log = exact_log2(settings.ranks);
  if (!log) return "needs a power of two of ranks";
  const std::uint32_t points = 1U << of(levels, settings.size);
  if (MgGrid(*log, of(levels, settings.size)).widest() > points) {
    return fmt::format("needs a point of its cube of {} points a side for every rank", points);
  }
  return "";
}

std::uint64_t Mg::bound(const Settings& settings) { return std::uint64_t{1} << (3 * of(levels, settings.size)); }

std::shared_ptr<const Program> Mg::make(const Settings& settings) { return std::make_shared<MgProgram>(settings); }

}  // namespace trgen::programs::npb
