// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <queue>
#include <unordered_map>
#include <utility>
#include <vector>

#include "trgen/formats/scalatrace/matching.hpp"
#include "trgen/formats/scalatrace/meetings.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::scalatrace {
namespace {

constexpr std::uint64_t most_taken = std::uint64_t{1} << 24;  ///< receives whose message is not what they say

class Player {
 public:
  Player(const Script& script, std::uint64_t most_calls, bool sizes_as_tags)
      : script_(script),
        most_calls_(most_calls),
        calls_(script, order_, most_calls),
        ranks_(script.ranks),
        ended_(script.ranks),
        meetings_(script, calls_, order_) {
    order_.sizes_as_tags = sizes_as_tags;
    order_.made.resize(script.ranks);
    order_.taken.resize(script.ranks);
  }

  Played run() {
    for (std::uint32_t rank = 0; rank < script_.ranks; ++rank) ready_.push({0, rank});
    while (!ready_.empty()) {
      const std::uint32_t rank = ready_.top().second;
      ready_.pop();
      // The same rank goes on as long as its clock is the earliest.
      while (step(rank)) {
        const std::uint64_t clock = rank_at(rank).clock;
        if (!ready_.empty() && ready_.top() < Turn{clock, rank}) {
          ready_.push({clock, rank});
          break;
        }
      }
    }
    for (auto& each : order_.taken) {
      std::sort(each.begin(), each.end(), [](const auto& a, const auto& b) { return a.receive < b.receive; });
    }
    Played made;
    made.stalled = stalled();
    made.other_sizes = other_sizes_;
    made.order = std::move(order_);
    return made;
  }

 private:
  using Turn = std::pair<std::uint64_t, std::uint32_t>;  ///< clock and rank

  struct Posted {
    bool awaited = false;
    bool done = false;
    std::uint64_t clock = 0;
  };
  struct Rank {
    CallState calls;
    Call call;
    std::uint64_t clock = 0;
    std::uint64_t pending = 0;  ///< receives that it waits for
    bool meets = false;         ///< waits for other ranks
    Mailbox mail;
    Meetings::Met met;
    std::unordered_map<std::uint64_t, Posted> posted;  ///< by receive: those without a message, or not awaited yet
    std::map<std::uint64_t, std::uint64_t> requests;   ///< to the receive, of those that are open
  };

  /// Made when it is first needed: a file can name millions of ranks and let them do little.
  Rank& rank_at(std::uint32_t rank) {
    if (!ranks_[rank]) ranks_[rank] = std::make_unique<Rank>();
    return *ranks_[rank];
  }

  /// Executes the next call. True when the rank can go on.
  bool step(std::uint32_t rank) {
    Rank& at = rank_at(rank);
    if (++in_all_ > most_calls_)
      throw record::TraceError(fmt::format("{}: it makes more than {} calls", script_.name, most_calls_));
    if (!calls_.next(rank, at.calls, at.call, unused_)) {
      ended_[rank] = true;
      ranks_[rank].reset();
      return false;
    }
    const Call& call = at.call;
    at.clock += call.computing;
    if (call.sent && call.sent->communicator != Order::unknown) send(rank, *call.sent);
    if (call.received && call.received->communicator != Order::unknown) post(rank, *call.received);
    if (call.does == Does::wait || call.does == Does::wait_all) wait(at);
    if (is_collective(call.does) || makes_communicator(call.does)) meet(rank);
    return go_on(at);
  }

  bool go_on(Rank& at) {
    if (at.pending > 0 || at.meets) return false;
    at.clock += at.call.inside;
    return true;
  }

  void wake(std::uint32_t rank, std::uint64_t clock) {
    Rank& at = rank_at(rank);
    at.clock = std::max(at.clock, clock);
    if (go_on(at)) ready_.push({at.clock, rank});
  }

  void send(std::uint32_t rank, const Message& message) {
    const Sent sent{rank, message.tag, message.communicator, message.bytes, rank_at(rank).clock, arrivals_++};
    if (ended_[message.peer]) return;  // and receives nothing any more
    if (const auto receive = rank_at(message.peer).mail.arrive(sent)) taken(message.peer, *receive, sent);
  }

  void post(std::uint32_t rank, const Message& receive) {
    Rank& at = rank_at(rank);
    const bool at_once = at.call.does != Does::start_receive;
    if (!at_once) open_request(at, receive.receive);
    if (at_once) ++at.pending;
    at.posted[receive.receive].awaited = at_once;
    const auto message = at.mail.post(receive);
    if (!message) return;
    note_taken(rank, receive, *message);
    Posted& posted = at.posted[receive.receive];
    posted.done = true;
    posted.clock = message->clock;
    if (at_once) finish(at, receive.receive);
  }

  /// A request that is never waited for leaves when its place is taken by another one.
  static void open_request(Rank& at, std::uint64_t receive) {
    at.requests.emplace(at.call.started, receive);
    if (at.requests.size() <= static_cast<std::size_t>(ring_of_requests)) return;
    at.posted.erase(at.requests.begin()->second);
    at.requests.erase(at.requests.begin());
  }

  /// A receive that waits gets its message.
  void taken(std::uint32_t rank, const Message& receive, const Sent& message) {
    note_taken(rank, receive, message);
    Rank& at = rank_at(rank);
    Posted& posted = at.posted[receive.receive];
    posted.done = true;
    posted.clock = message.clock;
    if (!posted.awaited) return;
    finish(at, receive.receive);
    wake(rank, at.clock);
  }

  /// A receive for which the rank waits is complete.
  void finish(Rank& at, std::uint64_t receive) {
    at.clock = std::max(at.clock, at.posted[receive].clock);
    at.posted.erase(receive);
    --at.pending;
  }

  void wait(Rank& at) {
    for (const std::uint64_t request : at.call.awaited) {
      if (const auto open = at.requests.find(request); open != at.requests.end()) wait_for(at, open);
    }
  }

  void wait_for(Rank& at, std::map<std::uint64_t, std::uint64_t>::iterator open) {
    const std::uint64_t receive = open->second;
    at.requests.erase(open);
    Posted& posted = at.posted[receive];
    posted.awaited = true;
    ++at.pending;
    if (posted.done) finish(at, receive);
  }

  void note_taken(std::uint32_t rank, const Message& receive, const Sent& message) {
    other_sizes_ = other_sizes_ || receive.bytes != message.bytes;
    if (receive.peer != record::no_rank && !receive.any_tag && receive.bytes == message.bytes) return;
    if (++in_taken_ > most_taken) {
      throw record::TraceError(fmt::format(
          "{}: more than {} receives are from any source, with any tag, or longer than their messages; record the "
          "program with fewer iterations",
          script_.name, most_taken));
    }
    order_.taken[rank].push_back({receive.receive, message.source, message.tag, message.bytes});
  }

  void meet(std::uint32_t rank) {
    Rank& at = rank_at(rank);
    const Meetings::Outcome outcome = meetings_.arrive(rank, at.call, at.clock, at.met);
    at.meets = outcome.waits;
    at.clock = outcome.clock;
    for (const std::uint32_t each : outcome.released) {
      rank_at(each).meets = false;
      wake(each, outcome.released_at);
    }
  }

  std::string stalled() const {
    const auto found = std::find(ended_.begin(), ended_.end(), false);
    if (found == ended_.end()) return {};
    const auto rank = static_cast<std::size_t>(found - ended_.begin());
    const Event& event = *ranks_[rank]->call.event;
    return fmt::format(
        "{}:{}: {} of {} ranks wait for ever when its calls are executed, the first of them rank {} in {}",
        script_.name, event.line, std::count(ended_.begin(), ended_.end(), false), ended_.size(), rank,
        functions()[event.function].name);
  }

  const Script& script_;
  std::uint64_t most_calls_;
  Order order_;
  RankCalls calls_;
  std::vector<std::unique_ptr<Rank>> ranks_;  ///< null before and behind their calls
  std::vector<bool> ended_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> ready_;
  Meetings meetings_;
  Unused unused_;
  std::uint64_t arrivals_ = 0;
  std::uint64_t in_all_ = 0;
  std::uint64_t in_taken_ = 0;
  bool other_sizes_ = false;
};

}  // namespace

Played play(const Script& script, std::uint64_t most_calls) {
  Played made = Player(script, most_calls, false).run();
  if (script.keeps_tags || (made.stalled.empty() && !made.other_sizes)) return made;
  Played by_size = Player(script, most_calls, true).run();
  return by_size.stalled.empty() ? std::move(by_size) : std::move(made);
}

}  // namespace trgen::formats::scalatrace
