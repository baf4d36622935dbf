// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/bt.hpp"

#include <array>

#include "trgen/programs/npb/alternating.hpp"

namespace trgen::programs::npb {
namespace {

constexpr std::array<std::int32_t, 3> bt_forward_tags{3000, 5000, 6000};
constexpr std::array<std::int32_t, 3> bt_backward_tags{2000, 4000, 7000};

class BtProgram final : public AlternatingProgram {
 public:
  explicit BtProgram(const Settings& settings)
      : AlternatingProgram({.code = Bt::name,
                            .points = of(Bt::points, settings.size),
                            .iterations = of(Bt::iterations, settings.size),
                            .operations = operations(static_cast<double>(of(Bt::points, settings.size)))},
                           settings) {}

 private:
  /// NPB's count for a time step.
  static double operations(double n) { return (3478.8 * n * n - 17655.7 * n + 28023.7) * n; }

  void broadcast_parameters(MpiCalls& calls) const override {
    for (const std::uint64_t bytes : {4U, 8U, 12U, 4U, 4U}) calls.broadcast(bytes, setup);
  }

  void forwards(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane, MpiCalls& calls) const override {
    const std::uint64_t bytes = side() * side() * 30 * 8;
    const std::int32_t tag = bt_forward_tags[direction] + line(rank, direction, plane);
    if (plane > 0) receive(cells().predecessor(rank, direction), bytes, tag, calls);
    compute_plane(calls);
    if (plane + 1 < cells().p()) calls.send_start(0, cells().successor(rank, direction), bytes, tag, solve);
  }

  void backwards(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane, MpiCalls& calls) const override {
    const std::uint64_t bytes = side() * side() * 5 * 8;
    const std::int32_t tag = bt_backward_tags[direction] + line(rank, direction, plane);
    if (plane + 1 < cells().p()) receive(cells().successor(rank, direction), bytes, tag, calls);
    compute_plane(calls);
    if (plane > 0) calls.send_start(0, cells().predecessor(rank, direction), bytes, tag, solve);
  }

  /// Waits for the send of the plane before, then for the message.
  static void receive(std::uint32_t from, std::uint64_t bytes, std::int32_t tag, MpiCalls& calls) {
    calls.receive_start(1, from, bytes, tag, solve);
    calls.wait(0);
    calls.wait(1);
  }

  /// Number of the line of cells in this direction: part of the tag.
  std::int32_t line(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane) const {
    const Multipartition::Cell at = cells().slice(rank, direction, plane);
    const std::uint32_t a = at[direction == 0 ? 1 : 0];
    const std::uint32_t b = at[direction == 2 ? 1 : 2];
    return static_cast<std::int32_t>(a + b * cells().p());
  }

  std::uint64_t side() const { return cells().points() / cells().p() + 1; }
};

}  // namespace

std::string Bt::fault(const Settings& settings) {
  return multipartition_fault(settings.ranks, of(points, settings.size));
}

std::uint64_t Bt::bound(const Settings& settings) { return multipartition_bound(of(points, settings.size)); }

std::shared_ptr<const Program> Bt::make(const Settings& settings) { return std::make_shared<BtProgram>(settings); }

}  // namespace trgen::programs::npb
