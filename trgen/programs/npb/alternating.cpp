// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/alternating.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>

namespace trgen::programs::npb {
namespace {

constexpr std::uint64_t point_bytes = 5 * 8;  ///< five variables
constexpr std::uint64_t least_extent = 3;     ///< of a cell
constexpr std::array<std::int32_t, 3> up_tags{2000, 4000, 7000};
constexpr std::array<std::int32_t, 3> down_tags{3000, 5000, 6000};

std::uint32_t square_root(std::uint32_t number) {
  auto root = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(number)));
  while (std::uint64_t{root} * root > number) --root;
  while ((std::uint64_t{root} + 1) * (root + 1) <= number) ++root;
  return root;
}

}  // namespace

std::string multipartition_fault(std::uint32_t ranks, std::uint64_t points) {
  const std::uint32_t p = square_root(ranks);
  if (p * p != ranks || p == 0) return "needs a square number of ranks";
  if (points / p < least_extent) {
    return fmt::format("needs cells of {} points a side: at most {} ranks for its {} points", least_extent,
                       multipartition_bound(points), points);
  }
  return "";
}

std::uint64_t multipartition_bound(std::uint64_t points) { return (points / least_extent) * (points / least_extent); }

AlternatingProgram::AlternatingProgram(const Shape& shape, const Settings& settings)
    : PhasedProgram(program_name(shape.code, settings), settings.ranks, settings.rate),
      timer_flag_(settings.timer_flag()),
      cells_(square_root(settings.ranks), shape.points),
      burst_(shape.operations / settings.ranks / (6.0 * cells_.p() + 1)) {
  const std::uint64_t steps = 6 * std::uint64_t{cells_.p()} + 1;
  timeline_.add(start, settings.untimed(), 1);
  timeline_.add(time_step, settings.untimed(), steps);
  timeline_.add(between, settings.untimed(), 1);
  timeline_.add(time_step, settings.iterations.value_or(shape.iterations), steps);
  timeline_.add(verify, settings.untimed(), 1);
  timeline_.add(end, settings.untimed(), 1);
}

void AlternatingProgram::run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const {
  switch (place.part) {
    case start:
      calls.init();
      calls.comm_split(everyone, setup);
      calls.comm_dup(setup, solve);
      calls.comm_dup(setup, faces);
      broadcast_parameters(calls);
      if (timer_flag_) calls.broadcast(timer_flag_bytes, setup);
      return;
    case time_step:
      step_of_time(rank, place.step, calls);
      return;
    case between:
      calls.barrier(setup);
      return;
    case verify:
      calls.all_reduce(5, 8, setup);
      copy_faces(rank, calls);
      calls.all_reduce(5, 8, setup);
      return;
    default:
      calls.reduce(1, 8, setup);
      calls.barrier(everyone);
      calls.finalize();
  }
}

void AlternatingProgram::step_of_time(std::uint32_t rank, std::uint64_t step, MpiCalls& calls) const {
  if (step == 0) {
    copy_faces(rank, calls);
    compute_plane(calls);
    return;
  }
  const std::uint32_t p = cells_.p();
  const auto direction = static_cast<std::uint32_t>((step - 1) / (2 * p));
  const auto stage = static_cast<std::uint32_t>((step - 1) % (2 * p));
  if (stage < p) {
    forwards(rank, direction, stage, calls);
  } else {
    backwards(rank, direction, 2 * p - 1 - stage, calls);
  }
}

void AlternatingProgram::copy_faces(std::uint32_t rank, MpiCalls& calls) const {
  if (ranks() == 1) return;
  const auto bytes = [&](std::uint32_t direction, bool up) {
    return 2 * point_bytes * cells_.faces(rank, direction, up);
  };
  std::uint32_t request = 0;
  for (std::uint32_t d = 0; d < 3; ++d) {
    calls.receive_start(request++, cells_.successor(rank, d), bytes(d, true), down_tags[d], faces);
    calls.receive_start(request++, cells_.predecessor(rank, d), bytes(d, false), up_tags[d], faces);
  }
  for (std::uint32_t d = 0; d < 3; ++d) {
    calls.send_start(request++, cells_.successor(rank, d), bytes(d, true), up_tags[d], faces);
    calls.send_start(request++, cells_.predecessor(rank, d), bytes(d, false), down_tags[d], faces);
  }
  calls.wait_all(0, request);
}

}  // namespace trgen::programs::npb
