// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/sp.hpp"

#include "trgen/programs/npb/alternating.hpp"

namespace trgen::programs::npb {
namespace {

class SpProgram final : public AlternatingProgram {
 public:
  explicit SpProgram(const Settings& settings)
      : AlternatingProgram({.code = Sp::name,
                            .points = of(Sp::points, settings.size),
                            .iterations = of(Sp::iterations, settings.size),
                            .operations = operations(static_cast<double>(of(Sp::points, settings.size)))},
                           settings) {}

 private:
  /// NPB's count for a time step.
  static double operations(double n) { return ((881.174 * n - 4683.91) * n + 11484.5) * n - 19272.4; }

  void broadcast_parameters(MpiCalls& calls) const override {
    for (const std::uint64_t bytes : {4U, 8U, 12U}) calls.broadcast(bytes, setup);
  }

  void forwards(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane, MpiCalls& calls) const override {
    const std::uint64_t bytes = 22 * 8 * area(rank, direction, plane);
    if (plane > 0) receive(cells().predecessor(rank, direction), bytes, calls);
    compute_plane(calls);
    if (plane + 1 < cells().p()) calls.send_start(1, cells().successor(rank, direction), bytes, 0, solve);
  }

  void backwards(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane, MpiCalls& calls) const override {
    const std::uint64_t bytes = 10 * 8 * area(rank, direction, plane);
    if (plane + 1 < cells().p()) receive(cells().successor(rank, direction), bytes, calls);
    compute_plane(calls);
    if (plane > 0) calls.send_start(1, cells().predecessor(rank, direction), bytes, 0, solve);
  }

  /// Waits for the message and for the send of the plane before.
  static void receive(std::uint32_t from, std::uint64_t bytes, MpiCalls& calls) {
    calls.receive_start(0, from, bytes, 0, solve);
    calls.wait_all(0, 2);
  }

  std::uint64_t area(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane) const {
    const Multipartition::Cell at = cells().slice(rank, direction, plane);
    return cells().interior(at[(direction + 1) % 3]) * cells().interior(at[(direction + 2) % 3]);
  }
};

}  // namespace

std::string Sp::fault(const Settings& settings) {
  return multipartition_fault(settings.ranks, of(points, settings.size));
}

std::uint64_t Sp::bound(const Settings& settings) { return multipartition_bound(of(points, settings.size)); }

std::shared_ptr<const Program> Sp::make(const Settings& settings) { return std::make_shared<SpProgram>(settings); }

}  // namespace trgen::programs::npb
