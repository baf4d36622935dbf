// SPDX-License-Identifier: Apache-2.0
// A program whose ranks run through the same parts, with steps written as calls of MPI: the base of the NAS Parallel
// Benchmarks and of the proxy applications.
#pragma once

#include <cmath>
#include <string>
#include <utility>

#include "trgen/programs/mpi_calls.hpp"
#include "trgen/programs/program.hpp"
#include "trgen/programs/timeline.hpp"

namespace trgen::programs {

class PhasedProgram : public Program {
 public:
  const std::string& name() const final { return name_; }
  std::uint32_t ranks() const final { return ranks_; }
  std::uint64_t steps(std::uint32_t /*rank*/) const final { return timeline_.steps(); }
  std::optional<MainLoop> main_loop(std::uint32_t /*rank*/) const final { return timeline_.main_loop(); }
  const std::vector<std::string>& state_names() const final { return mpi_state_names(); }
  void step(std::uint32_t rank, std::uint64_t number, Operations& out) const final {
    MpiCalls calls(out);
    run(rank, timeline_.at(number), calls);
  }

 protected:
  /// `rate`: operations that a rank computes in a second; 0: the program has no CPU bursts.
  PhasedProgram(std::string name, std::uint32_t ranks, double rate)
      : name_(std::move(name)), ranks_(ranks), nanoseconds_(rate > 0 ? 1e9 / rate : 0) {}

  virtual void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const = 0;

  /// Appends the CPU burst of so many operations of a rank.
  void compute(double operations, MpiCalls& calls) const {
    if (nanoseconds_ > 0 && operations > 0) calls.compute(burst(operations * nanoseconds_));
  }

  Timeline timeline_;

 private:
  static std::uint64_t burst(double nanoseconds) {
    constexpr double most = 0x1.0p62;  // 146 years
    return static_cast<std::uint64_t>(std::llround(nanoseconds < most ? nanoseconds : most));
  }

  std::string name_;
  std::uint32_t ranks_;
  double nanoseconds_;
};

}  // namespace trgen::programs
