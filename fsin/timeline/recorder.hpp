// SPDX-License-Identifier: Apache-2.0
// Picks out of a run what a timeline shall show, and hands it to a writer: a window of time, a range of ranks, every
// so many-th message. Neighbouring spans of one activity become one. A big run so gives a small file.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "fsin/workload/timeline.hpp"

namespace fsin::timeline {

/// In the format of a tool. Spans of a rank come in order, messages as they are delivered.
class Writer {
 public:
  virtual ~Writer() = default;
  virtual void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) = 0;
  virtual void message(const workload::MessageLife& message) = 0;
  /// Nothing more comes; the file is whole after this. Throws OutputError.
  virtual void finish() = 0;
};

struct Selection {
  Cycle from = 0;  ///< first cycle
  Cycle to = never;
  std::uint32_t first_rank = 0;
  std::uint32_t last_rank = std::numeric_limits<std::uint32_t>::max();
  Cycle shortest = 1;       ///< spans of fewer cycles are joined to the one before them
  std::uint32_t every = 1;  ///< keeps one in so many messages, chosen by a hash of source, destination and time
};

class Recorder final : public workload::Timeline {
 public:
  Recorder(const Selection& selection, std::unique_ptr<Writer> writer);

  void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override;
  void message(const workload::MessageLife& message) override;
  /// The run was `cycles` long.
  void finish(Cycle cycles);

 private:
  struct Span {
    workload::Activity activity = workload::Activity::send;
    Cycle first = 1;
    Cycle last = 0;  ///< before `first`: there is none
  };

  bool shows(std::uint32_t rank) const { return rank >= selection_.first_rank && rank <= selection_.last_rank; }
  void write(std::uint32_t rank, const Span& span, Cycle end);

  Selection selection_;
  std::unique_ptr<Writer> writer_;
  std::vector<Span> open_;  ///< by rank from first_rank: not written yet, the next may continue it
};

}  // namespace fsin::timeline
