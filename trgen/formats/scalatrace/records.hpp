// SPDX-License-Identifier: Apache-2.0
// The records of the calls of ranks.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/formats/scalatrace/rank_calls.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::scalatrace {

/// What the records leave out, counted while they are made.
struct LeftOutCalls : Unused {
  std::uint64_t wildcards = 0;      ///< receives from any source or with any tag that no message reaches
  std::uint64_t never_awaited = 0;  ///< receives that no wait names, completed at the end
  std::unordered_map<std::uint16_t, std::uint64_t> functions;  ///< calls with messages that are not followed
};

/// Makes the records of each rank, in the order of its calls; ranks may be read in any order.
class Records final : public record::TraceCursor {
 public:
  Records(std::shared_ptr<const Script> script, std::shared_ptr<const Order> order,
          std::shared_ptr<const std::vector<std::uint16_t>> states, std::uint64_t most_calls);
  ~Records() override;

  bool next(std::uint32_t rank, record::Record& out) override;
  /// All calls were executed when the trace was opened, so that nothing can fail any more.
  std::string failure() const override { return {}; }

  const LeftOutCalls& left_out() const { return left_out_; }
  /// Memory of a rank.
  static std::uint64_t rank_bytes(const Script& script);

 private:
  struct Rank;

  bool make(std::uint32_t rank, Rank& at);
  void begin(Rank& at) const;
  void receive(std::uint32_t rank, Rank& at, Message posted);
  void finish(Rank& at);
  bool settle(std::uint32_t rank, Message& receive, Rank& at);
  static void complete(Rank& at, record::Record record);

  std::shared_ptr<const Script> script_;
  std::shared_ptr<const Order> order_;
  std::shared_ptr<const std::vector<std::uint16_t>> states_;
  RankCalls calls_;
  std::vector<std::unique_ptr<Rank>> ranks_;  ///< null before the first record, and behind the last one
  std::vector<bool> ended_;
  LeftOutCalls left_out_;
};

}  // namespace trgen::formats::scalatrace
