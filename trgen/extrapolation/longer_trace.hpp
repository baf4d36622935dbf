// SPDX-License-Identifier: Apache-2.0
// A trace with more iterations of its main loop (main_loop.hpp).
//
// The records of each rank up to the end of the loop are those of the trace; then come the iterations that are added,
// copies of recorded ones with the times between their records, and then the rest. Tags and numbers of messages count
// on. Memory: while a rank is in the loop, the iterations that are repeated.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/extrapolation/main_loop.hpp"
#include "trgen/record/source.hpp"

namespace trgen::extrapolation {

class LongerTrace final : public record::TraceSource {
 public:
  /// `iterations` is at least that of the loop, which can be made longer (MainLoop::why is empty).
  LongerTrace(std::shared_ptr<const record::TraceSource> trace, MainLoop loop, std::uint64_t iterations);

  const std::string& name() const override { return name_; }
  std::uint32_t ranks() const override { return trace_->ranks(); }
  std::uint64_t records() const override;
  std::uint64_t records(std::uint32_t rank) const override;
  const std::vector<std::string>& state_names() const override { return trace_->state_names(); }
  const std::string& digest() const override { return digest_; }
  const std::vector<std::string>& warnings() const override { return trace_->warnings(); }
  const record::TraceNotes& notes() const override { return notes_; }
  const record::Losses& losses() const override { return trace_->losses(); }
  std::uint64_t cursor_bytes(std::uint64_t ranks_read) const override;
  /// A tag that would leave its range is a failure of the cursor.
  std::unique_ptr<record::TraceCursor> open() const override;

 private:
  friend class LongerCursor;

  std::shared_ptr<const record::TraceSource> trace_;
  MainLoop loop_;
  std::uint64_t iterations_;
  record::TraceNotes notes_;
  std::string name_, digest_;
};

}  // namespace trgen::extrapolation
