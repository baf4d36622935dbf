// SPDX-License-Identifier: Apache-2.0
// The processes of an MPI program as an engine wants them.
//
// A cycle costs one MPI_Alltoall of notes and sizes, and a message between two processes where one has a letter for the
// other: neighbours in the network, and ranks that exchange messages.
#pragma once

#include <mpi.h>

#include "fsin/engine/processes.hpp"

namespace fsin::mpi {

class MpiProcesses final : public engine::Processes {
 public:
  /// MPI has been initialised. An MPI call that fails ends all processes, as MPI does by itself.
  MpiProcesses();

  unsigned count() const override { return count_; }
  unsigned self() const override { return self_; }
  std::span<const std::byte> swap(std::span<const std::byte> note, std::vector<engine::Bytes>& letters) override;
  std::vector<engine::Bytes> share(const engine::Bytes& mine) override;

 private:
  /// For the requests, which are none then.
  void wait_all();

  unsigned count_ = 1;
  unsigned spins_ = 0;  ///< before a process that waits lets others have its core
  unsigned self_ = 0;
  engine::Bytes sent_;      ///< a note and a size for each process
  engine::Bytes received_;  ///< from each process
  engine::Bytes notes_;
  std::vector<engine::Bytes> incoming_;
  std::vector<MPI_Request> requests_;
};

}  // namespace fsin::mpi
