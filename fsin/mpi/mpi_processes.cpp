// SPDX-License-Identifier: Apache-2.0
#include "fsin/mpi/mpi_processes.hpp"

#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>

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
  MPI_Alltoall(sent_.data(), as_int(each), MPI_BYTE, received_.data(), as_int(each), MPI_BYTE, MPI_COMM_WORLD);
  requests_.clear();
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
  MPI_Waitall(as_int(requests_.size()), requests_.data(), MPI_STATUSES_IGNORE);
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
