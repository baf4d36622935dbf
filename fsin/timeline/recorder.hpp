// SPDX-License-Identifier: Apache-2.0
// Selects the part of a run that a timeline shows and passes it to a writer: a window of time, a range of ranks, one
// message in so many. Neighbouring spans of the same activity become one, so that a long run can give a small file.
#pragma once

#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "fsin/core/input_output_error.hpp"
#include "fsin/workload/rank_names.hpp"
#include "fsin/workload/timeline.hpp"

namespace fsin::timeline {

/// Writes a timeline in the format of a tool. Spans of a rank come in order, messages in the order of their delivery.
class Writer {
 public:
  virtual ~Writer() = default;
  virtual void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) = 0;
  virtual void message(const workload::MessageLife& message) = 0;
  /// enter(): the rank is in a call from this cycle on; leave(): up to this cycle. Both come in order with the spans of
  /// the rank, none of which crosses their boundary. Calls nest.
  virtual void enter(std::uint32_t rank, const std::string& name, Cycle first) = 0;
  virtual void leave(std::uint32_t rank, Cycle last) = 0;
  /// Completes the file; nothing may be added afterwards. Throws OutputError.
  virtual void finish() = 0;
};

struct Selection {
  Cycle from = 0;  ///< first cycle
  Cycle to = never;
  std::uint32_t first_rank = 0;
  std::uint32_t last_rank = std::numeric_limits<std::uint32_t>::max();
  Cycle shortest = 1;           ///< spans of fewer cycles are joined to the one before them
  workload::RankNames names{};  ///< a stream is shown with its rank
  std::uint32_t every = 1;      ///< keeps one in so many messages, chosen by a hash of source, destination and time
};

/// Messages are sampled by this hash and not by counting, since those of one cycle are reported in any order.
std::uint64_t sampling_hash(const workload::MessageLife& message);

class Recorder final : public workload::Timeline {
 public:
  Recorder(const Selection& selection, std::unique_ptr<Writer> writer);

  workload::Calls calls() const override { return workload::Calls::wanted; }
  void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override;
  void message(const workload::MessageLife& message) override;
  void enter(std::uint32_t rank, const workload::Call& call, Cycle first) override;
  void leave(std::uint32_t rank, Cycle last) override;
  /// Ends the timeline of a run of `cycles` cycles. Throws the first error of the writer again: what was told last,
  /// while a workload was destroyed, had nobody to catch it.
  void finish(Cycle cycles);

 private:
  struct Span {
    workload::Activity activity = workload::Activity::send;
    Cycle first = 1;
    Cycle last = 0;  ///< below `first`: there is none
  };

  struct Entered {
    std::string name;
    Cycle first = 0;
    bool written = false;
  };

  /// Uses the writer, unless it has failed.
  template <class Use>
  void with_writer(Use use) {
    if (failure_) return;
    try {
      use(*writer_);
    } catch (const InputOutputError&) {
      failure_ = std::current_exception();
      throw;
    }
  }

  bool shows(std::uint32_t number) const {
    const std::uint32_t rank = selection_.names[number].rank;
    return rank >= selection_.first_rank && rank <= selection_.last_rank;
  }
  void write(std::uint32_t rank, const Span& span, Cycle end);
  void close_span(std::uint32_t rank, Cycle end);
  void write_entered(std::uint32_t rank);

  Selection selection_;
  std::unique_ptr<Writer> writer_;
  std::exception_ptr failure_;
  std::vector<std::vector<Entered>> calls_;  ///< by rank from first_rank: calls that it is in
  std::vector<Span> open_;  ///< by rank from first_rank: span not written yet, which the next may continue
};

}  // namespace fsin::timeline
