// SPDX-License-Identifier: Apache-2.0
// The processes that simulate one network together, as an engine sees them: each has a part of the routers and of the
// workload. Who they are and how they talk is elsewhere (fsin/mpi). All calls are made by all processes, in the same
// order.
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
  /// 0 .. count()-1; process 0 is the one that reports.
  virtual unsigned self() const = 0;

  /// A cycle's post: a note for everybody, of the same size in all processes, and a letter for each. `letters[p]` goes
  /// to process p, may be empty, and is replaced by the letter from p. Returns the notes in order of processes.
  virtual std::span<const std::byte> swap(std::span<const std::byte> note, std::vector<Bytes>& letters) = 0;

  /// Everybody gets what everybody brings, in order of processes.
  virtual std::vector<Bytes> share(const Bytes& mine) = 0;
};

/// Everybody says yes or no: the first process that says no; count() when all say yes.
inline unsigned first_against(Processes& processes, bool mine) {
  const std::vector<Bytes> answers = processes.share({static_cast<std::byte>(mine ? 1 : 0)});
  unsigned process = 0;
  while (process < answers.size() && answers[process] == Bytes{std::byte{1}}) ++process;
  return process;
}

}  // namespace fsin::engine
