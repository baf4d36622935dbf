// SPDX-License-Identifier: Apache-2.0
// Several captures of one program as one trace: the records of the first capture, in which each time between two
// records of a rank is the least (or the median) of all captures.
//
// Reason: when many ranks share few cores, a burst is now and then charged for cold caches or for work of the operating
// system. A machine with a core for each rank has no such long bursts, and they seldom affect the same burst twice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "trgen/record/source.hpp"

namespace trgen::commands {

enum class Keep : std::uint8_t { least, median };

/// Describes the first record in which two captures differ apart from times; "" when there is none. Throws
/// record::TraceError when one of them cannot be read.
std::string first_difference(const record::TraceSource& one, const record::TraceSource& other);

class RepeatTrace final : public record::TraceSource {
 public:
  using Captures = std::vector<std::shared_ptr<const record::TraceSource>>;

  /// `captures`: one or more, whose records agree. `comment` is added to the notes.
  RepeatTrace(Captures captures, Keep keep, std::string comment);

  const std::string& name() const override { return first().name(); }
  std::uint32_t ranks() const override { return first().ranks(); }
  std::uint64_t records() const override { return first().records(); }
  std::uint64_t records(std::uint32_t rank) const override { return first().records(rank); }
  const std::vector<std::string>& state_names() const override { return first().state_names(); }
  const std::string& digest() const override { return first().digest(); }
  const std::vector<std::string>& warnings() const override { return first().warnings(); }
  const record::TraceNotes& notes() const override { return notes_; }
  const record::Losses& losses() const override { return first().losses(); }
  record::CallCensus census() const override { return first().census(); }
  std::unique_ptr<record::TraceCursor> open() const override;

 private:
  const record::TraceSource& first() const { return *captures_.front(); }

  Captures captures_;
  Keep keep_;
  record::TraceNotes notes_;
};

}  // namespace trgen::commands
