// SPDX-License-Identifier: Apache-2.0
// The simulator's side of the queues of ranks (layout.hpp): what ranks log goes to whoever writes it down, and CPU
// times that were recorded go to ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fsin/live/layout.hpp"

namespace fsin::live {

/// Writes down what ranks do. May throw std::runtime_error, with which the run ends.
class Chronicle {
 public:
  virtual ~Chronicle() = default;
  /// The entries of a rank come in their order; those of several ranks are interleaved in any way. A Logged::name comes
  /// before the first entry with its call.
  virtual void add(std::uint32_t rank, const LogEntry& entry) = 0;
  /// All ranks have come to their end. Without it, nothing is left behind.
  virtual void finish() = 0;
};

/// CPU times that were recorded in another run, in the order in which each rank takes them.
struct RecordedBursts {
  struct Rank {
    std::vector<std::uint64_t> picoseconds;
    std::vector<std::uint16_t> calls;  ///< at which they ended, as indices of `call_names`
  };
  std::vector<std::string> call_names;  ///< at most most_call_names, each shorter than longest_call_name
  std::vector<Rank> ranks;
};

class RankQueues {
 public:
  /// Before the program is started. `recorded` may be null; then CPU times are not replayed.
  RankQueues(const Mapping& memory, std::vector<std::unique_ptr<Chronicle>> chronicles, Logging logging,
             std::shared_ptr<const RecordedBursts> recorded);

  /// Takes the log of the rank and gives it CPU times.
  void serve(std::uint32_t rank);
  void finish();
  /// From now on, before the program is started, calls go there too (CallLog); it must outlive this object.
  void tell_calls(Chronicle* calls, CallLog how);

 private:
  void take_log(std::uint32_t rank);
  void give_bursts(std::uint32_t rank);

  const Mapping& memory_;
  std::vector<std::unique_ptr<Chronicle>> chronicles_;
  Chronicle* calls_ = nullptr;
  std::shared_ptr<const RecordedBursts> recorded_;
};

}  // namespace fsin::live
