// SPDX-License-Identifier: Apache-2.0
// Common part of BT and SP: a time step exchanges the faces of the cells, then solves along x, y and z, each with a
// sweep forwards and one backwards through the planes of cells.
//
// Modelled: all messages. Not modelled: the output of BTIO.
// Source: NPB 3.3.1, folders BT and SP: adi.f, copy_faces.f, setup_mpi.f, verify.f, error.f.
#pragma once

#include "trgen/programs/npb/multipartition.hpp"
#include "trgen/programs/npb/settings.hpp"
#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {

/// Fault of a number of ranks for a problem of so many points a direction; empty if there is none.
std::string multipartition_fault(std::uint32_t ranks, std::uint64_t points);

/// The largest number of ranks for so many points.
std::uint64_t multipartition_bound(std::uint64_t points);

class AlternatingProgram : public PhasedProgram {
 public:
  std::uint32_t most_requests() const final { return 12; }

 protected:
  struct Shape {
    std::string_view code;
    std::uint64_t points;
    std::uint64_t iterations;
    double operations;  ///< operations of a time step, over all ranks
  };

  AlternatingProgram(const Shape& shape, const Settings& settings);

  enum Communicator : std::uint32_t { everyone, setup, solve, faces };

  /// The parameters that the program broadcasts over `setup`.
  virtual void broadcast_parameters(MpiCalls& calls) const = 0;
  /// The messages of a rank in a plane of cells of a sweep, around the CPU burst of `operations`.
  virtual void forwards(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane, MpiCalls& calls) const = 0;
  virtual void backwards(std::uint32_t rank, std::uint32_t direction, std::uint32_t plane, MpiCalls& calls) const = 0;

  /// The CPU burst of a plane: the operations of a time step are spread evenly over its steps.
  void compute_plane(MpiCalls& calls) const { compute(burst_, calls); }

  const Multipartition& cells() const { return cells_; }

 private:
  enum Part : std::uint32_t { start, time_step, between, verify, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const final;
  void copy_faces(std::uint32_t rank, MpiCalls& calls) const;
  void step_of_time(std::uint32_t rank, std::uint64_t step, MpiCalls& calls) const;

  bool timer_flag_;
  Multipartition cells_;
  double burst_;
};

}  // namespace trgen::programs::npb
