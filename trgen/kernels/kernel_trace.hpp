// SPDX-License-Identifier: Apache-2.0
// A kernel as a trace that is made while it is read and never stored.
//
// Each rank calls MPI_Init, then, in each iteration, has a CPU burst and its events, each within MPI_Send or MPI_Recv,
// then calls MPI_Finalize. A call takes 200 ns, with the message in its middle. With messages_only there are only
// messages, at time 0.
#pragma once

#include <cstdint>
#include <memory>

#include "trgen/kernels/catalogue.hpp"
#include "trgen/record/source.hpp"

namespace trgen::kernels {

/// Number of records in one iteration of all ranks, and outside the iterations.
struct RecordCount {
  std::uint64_t per_iteration = 0;
  std::uint64_t fixed = 0;
};

RecordCount count_records(const KernelEntry& kernel, const KernelSettings& settings);

/// The trace of a kernel. The settings must have passed kernel.check().
std::shared_ptr<const record::TraceSource> make_kernel_trace(const KernelEntry& kernel, const KernelSettings& settings);

}  // namespace trgen::kernels
