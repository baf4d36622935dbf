// SPDX-License-Identifier: Apache-2.0
// The end of a process that does not call MPI_Finalize: a mistake in a program of MPI, and the end of a rank without.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fsin/live/shim/shim.hpp"

namespace fsin::live::shim {
namespace {

/// As exit() has it.
int exit_code = 0;

void end_without_mpi() {
  if (exit_code == 0) return finish();
  char text[60];
  snprintf(text, sizeof text, "ended with exit code %d", exit_code);
  fsin_live_stop(text);
}

/// A process that ends between MPI_Init and MPI_Finalize says so before the launcher notices. Without MPI, its end is
/// that of the rank.
__attribute__((destructor)) void tell_early_end() {
  RankState& self = rank();
  if (!runs() || self.block->process.load() != getpid()) return;
  if (self.memory.shared().without_mpi != 0) return end_without_mpi();
  fsin_live_stop(nullptr);
}

}  // namespace

void note_exit_code() {
  on_exit([](int code, void* /*argument*/) { exit_code = code; }, nullptr);
}

}  // namespace fsin::live::shim
