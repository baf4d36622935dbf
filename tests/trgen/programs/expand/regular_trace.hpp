// SPDX-License-Identifier: Apache-2.0
// What the regular trace of a program would be, made of its extended trace: the messages inside collectives are taken
// out, and root and bytes of the calls are derived from them.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/programs/expand/traced_call.hpp"

namespace trgen::test {

/// The records of one call: the beginning of its state, its messages, and the end.
using Call = std::vector<record::Record>;

inline std::uint64_t bytes_in(const Call& call, record::Kind kind, std::size_t number) {
  for (const record::Record& each : call) {
    if (each.kind == kind && number-- == 0) return each.bytes;
  }
  return 0;
}

inline std::size_t count_in(const Call& call, record::Kind kind) {
  std::size_t count = 0;
  for (const record::Record& each : call) count += each.kind == kind ? 1 : 0;
  return count;
}

/// The bytes of an allreduce: of each message in recursive doubling, else of the two halves of the first exchange.
inline std::uint64_t all_reduce_bytes(const Call& call) {
  const std::uint64_t sent = bytes_in(call, record::Kind::send, 0);
  const bool whole = count_in(call, record::Kind::send) > 1 && bytes_in(call, record::Kind::send, 1) == sent;
  return whole ? sent : sent + bytes_in(call, record::Kind::receive, 0);
}

class RegularTrace final : public record::TraceSource {
 public:
  /// Calls of `kept` keep their messages.
  RegularTrace(Source extended, std::set<std::string> kept) : extended_(std::move(extended)), kept_(std::move(kept)) {
    const Records all = all_records(*extended_);
    std::set<std::uint32_t> numbers;
    for (std::uint32_t rank = 0; rank < all.size(); ++rank) find_roots(rank, all[rank], numbers);
    std::vector<std::uint32_t> everyone(extended_->ranks());
    for (std::uint32_t rank = 0; rank < everyone.size(); ++rank) everyone[rank] = rank;
    for (const std::uint32_t number : numbers) notes_.communicators.push_back({number, everyone});
    for (std::uint32_t rank = 0; rank < all.size(); ++rank) records_.push_back(regular(all[rank]));
  }

  const std::string& name() const override { return extended_->name(); }
  std::uint32_t ranks() const override { return extended_->ranks(); }
  std::uint64_t records() const override {
    std::uint64_t sum = 0;
    for (const auto& each : records_) sum += each.size();
    return sum;
  }
  std::uint64_t records(std::uint32_t rank) const override { return records_[rank].size(); }
  const std::vector<std::string>& state_names() const override { return extended_->state_names(); }
  const std::string& digest() const override { return extended_->digest(); }
  const std::vector<std::string>& warnings() const override { return extended_->warnings(); }
  const record::TraceNotes& notes() const override { return notes_; }
  std::unique_ptr<record::TraceCursor> open() const override { return std::make_unique<Cursor>(records_); }

 private:
  class Cursor final : public record::TraceCursor {
   public:
    explicit Cursor(const Records& records) : records_(records), at_(records.size()) {}
    bool next(std::uint32_t rank, record::Record& out) override {
      if (at_[rank] == records_[rank].size()) return false;
      out = records_[rank][at_[rank]++];
      return true;
    }
    std::string failure() const override { return {}; }

   private:
    const Records& records_;
    std::vector<std::size_t> at_;
  };

  /// Calls visit(call) for each collective, and other(record) for each record outside of them.
  template <class Visit, class Other>
  void walk(const std::vector<record::Record>& records, const Visit& visit, const Other& other) const {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const record::Record& start = records[i];
      const std::string& name = state_names()[start.state];
      const bool taken =
          start.kind == record::Kind::state_start && programs::expand::kind_of(name) && !kept_.contains(name);
      if (!taken) {
        other(start);
        continue;
      }
      Call call{start};
      while (call.back().kind != record::Kind::state_end) call.push_back(records[++i]);
      visit(*programs::expand::kind_of(name), call);
    }
  }

  void find_roots(std::uint32_t rank, const std::vector<record::Record>& records, std::set<std::uint32_t>& numbers) {
    std::map<std::uint16_t, std::uint32_t> calls;
    walk(
        records,
        [&](programs::collectives::Kind kind, const Call& call) {
          numbers.insert(call[1].communicator & ~1U);
          const auto other_way =
              kind == programs::collectives::Kind::reduce ? record::Kind::send : record::Kind::receive;
          if (count_in(call, other_way) == 0) roots_[{call[0].state, calls[call[0].state]}] = rank;
          ++calls[call[0].state];
        },
        [](const record::Record&) {});
  }

  std::vector<record::Record> regular(const std::vector<record::Record>& records) const {
    using programs::collectives::Kind;
    std::vector<record::Record> out;
    std::map<std::uint16_t, std::uint32_t> calls;
    walk(
        records,
        [&](Kind kind, const Call& call) {
          record::Record start = call.front();
          start.collective = true;
          start.communicator = call[1].communicator & ~1U;
          start.peer = record::no_rank;
          const std::uint64_t message = call[1].bytes;
          const std::uint32_t number = calls[start.state]++;
          if (kind == Kind::all_reduce) start.bytes = start.received = all_reduce_bytes(call);
          if (kind == Kind::all_to_all) {
            const std::uint64_t blocks = ranks() < 8 ? 1 : ranks() / 2;  // in a message
            start.bytes = start.received = message / blocks * ranks();
          }
          if (kind == Kind::broadcast || kind == Kind::reduce) {
            start.peer = roots_.at({start.state, number});
            (count_in(call, record::Kind::send) > 0 ? start.bytes : start.received) = message;
            if (kind == Kind::reduce) start.bytes = message;
          }
          out.push_back(start);
          out.push_back(call.back());
        },
        [&](const record::Record& each) { out.push_back(each); });
    return out;
  }

  Source extended_;
  std::set<std::string> kept_;
  std::map<std::pair<std::uint16_t, std::uint32_t>, std::uint32_t> roots_;  ///< by state and number of the call
  record::TraceNotes notes_;
  Records records_;
};

}  // namespace trgen::test
