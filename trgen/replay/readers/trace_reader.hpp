// SPDX-License-Identifier: Apache-2.0
// The records of a trace as operations: sends, receives, states, and the bursts between states in the unit of the
// trace. A CPU burst is the time between SE and the next SS of the rank.
//
// A record says when a message was sent and when it was there, so that each is a blocking operation at that place. Not
// modelled: requests, for which see trace_requests.hpp.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "trgen/replay/readers/record_reader.hpp"

namespace trgen::replay {

class TraceReader final : public RecordReader {
 public:
  explicit TraceReader(std::shared_ptr<const record::TraceSource> source, const AnySource& any_source = {});

  /// Memory per rank in bytes, without that of the cursor.
  static constexpr std::size_t bytes_per_rank();

  bool next(std::uint32_t rank, programs::Operation& out) override;
  void may_skip(const Unused& unused) override { unused_ = unused; }
  std::uint64_t number(std::uint32_t rank) const override { return ranks_[rank].record; }
  std::string place(std::uint32_t rank) const override {
    return place_of(rank, ranks_[rank].record, ranks_[rank].line);
  }
  void save(fsin::ByteWriter& out) const override;
  void load(fsin::ByteReader& in) override;

 private:
  struct Position {
    std::uint64_t record = 0;
    std::uint64_t line = 0;
    std::uint64_t left_state = 0;  ///< time of the last SE, if `outside`
    bool outside = false;          ///< the rank is between an SE and the next SS
    bool in_marked_state = false;  ///< its last SS has the mark of any source
    bool enters = false;           ///< it enters `state` after the burst
    std::uint16_t state = 0;       ///< of its last SS
  };

  bool start_state(Position& at, const record::Record& record, programs::Operation& out) const;

  Unused unused_;
  std::vector<Position> ranks_;
};

constexpr std::size_t TraceReader::bytes_per_rank() { return sizeof(Position); }

}  // namespace trgen::replay
