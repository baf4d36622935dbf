// SPDX-License-Identifier: Apache-2.0
// Plays a trace on an ideal network: sends never wait, a receive waits for its message, and every rank goes as far as
// it can. A trace is sound when every rank reaches its end, every message is received, and states open and close in
// turn. If all this holds, receives that name their message are compared with the sends.
//
// Ranks that wait for a rank marked as incomplete, directly or through others, are reported as waiting and not checked
// any further, since what they would have received cannot be known.
//
// Memory is bounded by ranks and messages in flight. Ranks advance in turns, and a rank whose messages pile up
// unreceived pauses while others can continue, so that the number of messages in flight is near the smallest with which
// the trace can run.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/commands/in_flight.hpp"
#include "trgen/commands/message_balance.hpp"
#include "trgen/commands/pair_check.hpp"
#include "trgen/commands/state_check.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {

struct Problem {
  std::uint32_t rank = 0;
  std::uint64_t line = 0;
  std::string record;  ///< the record in the words of the text format
  std::string text;    ///< the fault
};

/// A rank that can never continue, because another one is incomplete.
struct Waiting {
  std::uint32_t rank = 0;
  std::uint64_t line = 0;
  std::string record;      ///< the receive in which it waits
  std::uint32_t lost = 0;  ///< the incomplete rank at the end of the chain of waiting ranks
};

struct CheckResult {
  std::vector<Problem> problems;  ///< causes by line, then impossible orders by line; at most as many as requested
  std::vector<Waiting> waiting;   ///< by rank
  std::uint64_t unreceived = 0;   ///< messages to ranks that are incomplete or wait for one; these are no problems
  bool complete = true;           ///< false: there are more problems, and the check stopped
  std::uint64_t impossible_orders = 0;  ///< impossible orders found, also those that are not among the problems
  std::uint64_t messages = 0;           ///< sends of the whole trace
  std::uint64_t played = 0;  ///< sends that the check reached: all of them unless it stopped or ranks are stuck
  std::uint64_t received = 0;
  std::uint64_t self_messages = 0;
  std::uint64_t in_flight_peak = 0;
  std::uint64_t outside_states = 0;  ///< messages outside states in a trace that has states
  std::uint64_t first_outside = 0;   ///< line of the first of them
  std::uint64_t silent_ranks = 0;    ///< ranks without a record
};

class CausalCheck {
 public:
  CausalCheck(const record::TraceSource& trace, std::size_t most_problems);

  /// Throws record::TraceError when the trace cannot be read.
  CheckResult run();

 private:
  struct Rank {
    record::Record waiting;        ///< the receive in which the rank waits, while it is blocked
    std::uint64_t consumed = 0;    ///< records passed, including the one in which it waits
    std::uint64_t unreceived = 0;  ///< messages of this rank in flight
    bool blocked = false;
    bool incomplete = false;  ///< marked as incomplete in the trace
    bool stuck = false;       ///< has ended early, or waits for a rank that has: it receives nothing any more
  };
  /// A receive that was passed without its message.
  struct Passed {
    std::uint32_t rank = 0;
    record::Record record;
    std::string text;  ///< why there is no message
  };

  bool advance(std::uint32_t rank);
  void send(std::uint32_t rank, const record::Record& record);
  bool receive(std::uint32_t rank, const record::Record& record);
  void finish_rank(std::uint32_t rank);
  bool release_paused();
  bool resolve_stall();
  void leave_stuck();
  std::vector<std::uint64_t> later_sends(const std::vector<std::uint32_t>& blocked);
  bool pass_short_receive(const std::vector<std::uint32_t>& blocked);
  MessageBalance& balance();
  void report_cycles(const std::vector<std::uint32_t>& blocked, const std::vector<std::uint64_t>& sends);
  void report_cycle(const std::vector<std::uint32_t>& cycle, const std::vector<std::uint64_t>& send_of);
  void pass(std::uint32_t rank);
  void report_unmatched();
  void report_contradictions();
  void add(std::uint32_t rank, const record::Record& record, std::string text);
  std::string words(const record::Record& record) const { return describe(record, trace_.state_names()); }
  /// Impossible orders do not use up the room for causes that may follow.
  bool full() const {
    return result_.problems.size() + unmatched_.size() >= most_problems_ ||
           result_.impossible_orders >= orders_per_problem * most_problems_;
  }

  static constexpr std::size_t orders_per_problem = 5;

  const record::TraceSource& trace_;
  std::size_t most_problems_;
  std::unique_ptr<record::TraceCursor> cursor_;
  StateCheck states_;
  InFlight in_flight_;
  PairCheck pairs_;
  std::vector<Rank> ranks_;
  std::deque<std::uint32_t> runnable_;
  std::vector<std::uint32_t> paused_;
  std::uint64_t pause_at_ = 256;  ///< number of unreceived messages at which a rank pauses
  /// Messages whose receive was passed before they were sent, by channel and size.
  std::unordered_map<record::SizedChannel, std::uint64_t, record::SizedChannelHash> debts_;
  std::vector<Passed> unmatched_;
  std::vector<Problem> orders_;            ///< impossible orders, the first few
  std::optional<MessageBalance> balance_;  ///< counted when some rank cannot continue
  CheckResult result_;
};

}  // namespace trgen::commands
