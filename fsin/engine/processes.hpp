// SPDX-License-Identifier: Apache-2.0
// The processes that simulate one network together, as an engine sees them: each has a part of the routers and of the
// workload. Their number and their communication are implemented elsewhere (fsin/mpi). All calls are made by all
// processes, in the same order.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fsin::engine {

using Bytes = std::vector<std::byte>;

class Processes {
 public:
  virtual ~Processes() = default;

  virtual unsigned count() const = 0;
  /// Number of this process, 0 .. count()-1; process 0 reports.
  virtual unsigned self() const = 0;

  /// Exchange of a cycle: a note for all processes, of the same size in all, and a letter for each. `letters[p]` is
  /// sent to process p, may be empty, and is replaced by the letter from p. Returns the notes in order of processes.
  virtual std::span<const std::byte> swap(std::span<const std::byte> note, std::vector<Bytes>& letters) = 0;

  /// Sends `mine` to all processes; returns the bytes of all, in order of processes.
  virtual std::vector<Bytes> share(const Bytes& mine) = 0;
};

/// The first process whose `mine` is false; count() if none.
inline unsigned first_against(Processes& processes, bool mine) {
  const std::vector<Bytes> answers = processes.share({static_cast<std::byte>(mine ? 1 : 0)});
  unsigned process = 0;
  while (process < answers.size() && answers[process] == Bytes{std::byte{1}}) ++process;
  return process;
}

}  // namespace fsin::engine
