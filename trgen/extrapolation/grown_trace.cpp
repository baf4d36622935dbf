// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/grown_trace.hpp"

#include <fmt/format.h>

#include <utility>

namespace trgen::extrapolation {
namespace {

/// A structure that was made has no values outside its loops.
struct NothingListed {
  static std::int64_t take(structure::FieldName /*name*/, std::int64_t previous) { return previous; }
};

class GrownCursor final : public record::TraceCursor {
 public:
  explicit GrownCursor(std::shared_ptr<const structure::Expansion> expansion)
      : expansion_(std::move(expansion)), states_(expansion_->structure().ranks) {}

  bool next(std::uint32_t rank, record::Record& out) override {
    if (rank >= states_.size() || !failure_.empty()) return false;
    NothingListed nothing;
    const structure::Next next = expansion_->next(rank, states_[rank], nothing, out);
    out.line = states_[rank].records;
    if (next == structure::Next::faulty)
      failure_ = fmt::format("rank {}: a number of record {} is out of range", rank, states_[rank].records);
    return next == structure::Next::record;
  }
  std::string failure() const override { return failure_; }

 private:
  std::shared_ptr<const structure::Expansion> expansion_;
  std::vector<structure::RankState> states_;
  std::string failure_;
};

}  // namespace

GrownTrace::GrownTrace(Grown grown, record::TraceNotes notes)
    : grown_(std::move(grown)),
      notes_(std::move(notes)),
      name_(fmt::format("the trace extrapolated to {} ranks", grown_.structure->ranks)),
      digest_(fmt::format("extrapolated:{} ranks, {} records", grown_.structure->ranks, grown_.records)) {}

std::shared_ptr<const structure::Expansion> GrownTrace::expansion() const {
  return std::make_shared<const structure::Expansion>(grown_.structure);
}

std::uint64_t GrownTrace::records(std::uint32_t rank) const { return rank < ranks() ? expansion()->records(rank) : 0; }

std::unique_ptr<record::TraceCursor> GrownTrace::open() const { return std::make_unique<GrownCursor>(expansion()); }

}  // namespace trgen::extrapolation
