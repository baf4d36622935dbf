// SPDX-License-Identifier: Apache-2.0
#include "tests/trgen/programs/collectives/executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <unordered_map>

#include "tests/trgen/programs/collectives/buffers.hpp"

namespace collectives_test {
namespace {

using namespace trgen::programs::collectives;

struct Message {
  Payload payload;
  std::uint64_t bytes;
  double arrives;
};

/// The messages of a stream from one rank to another, in order.
struct Channel {
  std::deque<Message> messages;
  std::uint64_t sent = 0;
  std::uint64_t posted = 0;
  std::uint64_t taken = 0;
};

/// A message under way: its channel, and its number there.
struct Started {
  Transfer transfer;
  Channel* channel;
  std::uint64_t number;
};

struct RankState {
  std::uint32_t rounds = 0;
  std::uint32_t number = 0;
  bool started = false;
  double time = 0;
  std::size_t stream = 0;                   ///< kind and lane of the messages
  std::vector<Started> awaited;             ///< what the round waits for: what it settles, and its own
  std::map<std::uint32_t, Started> opened;  ///< by slot: what later rounds settle
};

class Execution {
 public:
  Execution(const Call& call, const Entry& algorithm, Cost cost)
      : call_(call), algorithm_(algorithm), cost_(cost), buffers_(call, !call.commutative), ranks_(call.size) {
    out_.bytes_sent.assign(call.size, 0);
  }

  Outcome run() {
    note_all();
    buffers_.start();
    for (std::uint32_t v = 0; v < call_.size; ++v) wake(v);
    while (!awake_.empty()) {
      const std::uint32_t v = awake_.back();
      awake_.pop_back();
      while (advance(v)) {
      }
    }
    for (std::uint32_t v = 0; v < call_.size && out_.fault.empty(); ++v) {
      if (!ranks_[v].opened.empty()) out_.fault = fmt::format("rank {} leaves a message open", v);
      if (ranks_[v].number < ranks_[v].rounds) {
        out_.fault = fmt::format("rank {} waits forever in round {} of {}", v, ranks_[v].number, ranks_[v].rounds);
      }
      out_.end = std::max(out_.end, ranks_[v].time);
    }
    for (const auto& [key, channel] : channels_) {
      if (channel.sent != channel.posted && out_.fault.empty()) out_.fault = "a message has no receive";
    }
    if (out_.fault.empty()) {
      // One algorithm is known not to deliver all data.
      const bool delivers = call_.kind != Kind::barrier && algorithm_.name != "gather-bcast-largest";
      for (std::uint32_t v = 0; v < call_.size && delivers; ++v) buffers_.check(v);
      out_.fault = buffers_.fault();
    }
    if (out_.fault.empty() && call_.kind == Kind::barrier) check_barrier();
    return out_;
  }

 private:
  void note_all() {
    Round round;
    for (std::uint32_t v = 0; v < call_.size; ++v) {
      ranks_[v].rounds = is_empty(call_) ? 0 : algorithm_.rounds(call_, v);
      for (std::uint32_t i = 0; i < ranks_[v].rounds && call_.kind != Kind::barrier; ++i) {
        round.clear(call_.kind);
        algorithm_.round(call_, v, i, round);
        for (const Transfer& each : round.transfers()) buffers_.note(each.data);
      }
    }
    if (call_.kind == Kind::barrier) reached_.assign(call_.size, std::vector<bool>(call_.size));
    for (std::uint32_t v = 0; v < reached_.size(); ++v) reached_[v][v] = true;
  }

  Channel& channel(std::uint32_t from, std::uint32_t to, std::size_t stream) {
    return channels_[(std::uint64_t{from} * call_.size + to) * 2 * kinds + stream];
  }
  void wake(std::uint32_t v) { awake_.push_back(v); }

  bool advance(std::uint32_t v) {
    RankState& rank = ranks_[v];
    if (rank.number == rank.rounds) return false;
    if (!rank.started) start(v, rank);
    if (!is_complete(rank)) return false;
    complete_round(v, rank);
    return true;
  }

  void start(std::uint32_t v, RankState& rank) {
    Round round;
    round.clear(call_.kind);
    algorithm_.round(call_, v, rank.number, round);
    rank.stream = static_cast<std::size_t>(round.kind()) + kinds * round.lane();
    rank.awaited.clear();
    rank.started = true;
    std::uint32_t own = 0;
    for (const Transfer& each : round.transfers()) {
      if (each.peer >= call_.size) {
        out_.fault = fmt::format("rank {} has rank {} as partner", v, each.peer);
        rank.awaited.clear();
        return;
      }
      Channel& at = each.sends() ? channel(v, each.peer, rank.stream) : channel(each.peer, v, rank.stream);
      const Started started{each, &at, each.sends() ? at.sent++ : at.posted++};
      if (!each.stays_open()) {
        rank.awaited.push_back(started);
        ++own;
      } else if (!rank.opened.emplace(each.slot, started).second) {
        out_.fault = fmt::format("rank {} opens slot {} twice", v, each.slot);
      }
      if (each.sends()) {
        Payload payload = call_.kind == Kind::barrier ? Payload{} : buffers_.load(v, each);
        if (call_.kind == Kind::barrier) payload.cells = barrier_payload(v);
        at.messages.push_back({std::move(payload), each.data.bytes,
                               rank.time + cost_.alpha + cost_.beta * static_cast<double>(each.data.bytes)});
        ++out_.messages;
        out_.bytes_sent[v] += each.data.bytes;
      }
      if (each.peer != v) wake(each.peer);
    }
    if (!rank.opened.empty() && own > most_beside_open)
      out_.fault = fmt::format("rank {} waits for {} messages beside open ones", v, own);
    take_settled(v, rank, round.settled());
  }

  /// Settled messages come first: they were started before.
  void take_settled(std::uint32_t v, RankState& rank, const Settled& settled) {
    std::vector<Started> before;
    for (std::uint32_t slot = settled.first; slot < settled.first + settled.count; ++slot) {
      const auto found = rank.opened.find(slot);
      if (found == rank.opened.end()) {
        out_.fault = fmt::format("rank {} settles slot {}, which is not open", v, slot);
        continue;
      }
      before.push_back(found->second);
      rank.opened.erase(found);
    }
    rank.awaited.insert(rank.awaited.begin(), before.begin(), before.end());
  }

  bool is_complete(const RankState& rank) const {
    return std::all_of(rank.awaited.begin(), rank.awaited.end(), [&](const Started& each) {
      const bool sends = each.transfer.sends();
      if (sends && !cost_.synchronous) return true;
      return (sends ? each.channel->posted : each.channel->sent) > each.number;
    });
  }

  void complete_round(std::uint32_t v, RankState& rank) {
    const double begun = rank.time;
    for (const Started& started : rank.awaited) {
      const Transfer& each = started.transfer;
      if (each.sends()) {
        rank.time = std::max(rank.time, begun + cost_.alpha + cost_.beta * static_cast<double>(each.data.bytes));
        continue;
      }
      Channel& at = *started.channel;
      if (at.taken++ != started.number) out_.fault = fmt::format("rank {} settles receives out of order", v);
      Message message = std::move(at.messages.front());
      at.messages.pop_front();
      if (message.bytes != each.data.bytes && out_.fault.empty()) {
        out_.fault = fmt::format("rank {} expects {} bytes and gets {}", v, each.data.bytes, message.bytes);
      }
      rank.time = std::max(rank.time, message.arrives);
      if (call_.kind == Kind::barrier) {
        for (const Cell& cell : message.payload.cells) reached_[v][cell.lo] = true;
      } else {
        buffers_.store(v, each, std::move(message.payload));
      }
    }
    rank.started = false;
    ++rank.number;
  }

  /// Of a barrier: the ranks that are known to have entered it.
  std::vector<Cell> barrier_payload(std::uint32_t v) const {
    std::vector<Cell> out;
    for (std::uint32_t rank = 0; rank < call_.size; ++rank) {
      if (reached_[v][rank]) out.push_back({0, 1, rank, rank + 1, none});
    }
    return out;
  }
  void check_barrier() {
    for (std::uint32_t v = 0; v < call_.size; ++v) {
      for (std::uint32_t rank = 0; rank < call_.size; ++rank) {
        if (!reached_[v][rank]) out_.fault = fmt::format("rank {} leaves before rank {} has entered", v, rank);
      }
    }
  }

  const Call& call_;
  const Entry& algorithm_;
  Cost cost_;
  Buffers buffers_;
  std::vector<RankState> ranks_;
  std::unordered_map<std::uint64_t, Channel> channels_;
  std::vector<std::uint32_t> awake_;
  std::vector<std::vector<bool>> reached_;
  Outcome out_;
};

}  // namespace

Outcome execute(const Call& call, const Entry& algorithm, Cost cost) {
  if (algorithm.name == "allgather-reduce") {  // all that it sends is an allgather of the vectors
    Call part = call;
    part.kind = Kind::all_gather;
    part.commutative = true;
    complete(part);
    return Execution(part, algorithm, cost).run();
  }
  return Execution(call, algorithm, cost).run();
}

}  // namespace collectives_test
