// SPDX-License-Identifier: Apache-2.0
#include "fsin/mpi/mpi_processes.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <thread>

namespace fsin::mpi {
namespace {

using engine::Bytes;

int as_int(std::size_t size) {
  if (size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw std::length_error("a message between two processes is over 2 GiB");
  }
  return static_cast<int>(size);
}

}  // namespace

MpiProcesses::MpiProcesses() {
  int count = 1, self = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  count_ = static_cast<unsigned>(count);
  self_ = static_cast<unsigned>(self);
  incoming_.resize(count_);
  MPI_Comm here = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, self, MPI_INFO_NULL, &here);
  int neighbours = 1;
  MPI_Comm_size(here, &neighbours);
  MPI_Comm_free(&here);
  spins_ = static_cast<unsigned>(neighbours) <= std::thread::hardware_concurrency() ? 20000 : 20;
}

// MPICH waits by spinning, for as long as it takes: with fewer cores than processes those that could run would not.
void MpiProcesses::wait_all() {
  for (unsigned spin = 0;; ++spin) {
    int done = 0;
    MPI_Testall(as_int(requests_.size()), requests_.data(), &done, MPI_STATUSES_IGNORE);
    if (done != 0) break;
    if (spin >= spins_) std::this_thread::yield();
  }
  requests_.clear();
}

std::span<const std::byte> MpiProcesses::swap(std::span<const std::byte> note, std::vector<Bytes>& letters) {
  const std::size_t each = note.size() + sizeof(std::uint64_t);
  sent_.resize(each * count_);
  received_.resize(each * count_);
  for (unsigned to = 0; to < count_; ++to) {
    const std::uint64_t size = letters[to].size();
    std::memcpy(&sent_[to * each], note.data(), note.size());
    std::memcpy(&sent_[to * each + note.size()], &size, sizeof(size));
  }
  MPI_Ialltoall(sent_.data(), as_int(each), MPI_BYTE, received_.data(), as_int(each), MPI_BYTE, MPI_COMM_WORLD,
                &requests_.emplace_back());
  wait_all();
  notes_.resize(note.size() * count_);
  for (unsigned from = 0; from < count_; ++from) {
    std::uint64_t size = 0;
    std::memcpy(&notes_[from * note.size()], &received_[from * each], note.size());
    std::memcpy(&size, &received_[from * each + note.size()], sizeof(size));
    incoming_[from].resize(size);
    if (size == 0 || from == self_) continue;
    MPI_Irecv(incoming_[from].data(), as_int(size), MPI_BYTE, static_cast<int>(from), 0, MPI_COMM_WORLD,
              &requests_.emplace_back());
  }
  for (unsigned to = 0; to < count_; ++to) {
    if (letters[to].empty() || to == self_) continue;
    MPI_Isend(letters[to].data(), as_int(letters[to].size()), MPI_BYTE, static_cast<int>(to), 0, MPI_COMM_WORLD,
              &requests_.emplace_back());
  }
  wait_all();
  letters.swap(incoming_);
  return notes_;
}

std::vector<Bytes> MpiProcesses::share(const Bytes& mine) {
  std::vector<Bytes> all(count_);
  for (unsigned from = 0; from < count_; ++from) {
    std::uint64_t size = mine.size();
    MPI_Bcast(&size, 1, MPI_UINT64_T, static_cast<int>(from), MPI_COMM_WORLD);
    all[from] = from == self_ ? mine : Bytes(size);
    MPI_Bcast(all[from].data(), as_int(size), MPI_BYTE, static_cast<int>(from), MPI_COMM_WORLD);
  }
  return all;
}

}  // namespace fsin::mpi
