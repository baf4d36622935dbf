// SPDX-License-Identifier: Apache-2.0
// The records of a trace as operations where long messages ask first (ranks/rendezvous.hpp): it then matters
// when a receive is posted and whether a send waits, which records do not say. The names of the states do:
// - A long message inside MPI_Send, MPI_Ssend or MPI_Rsend is sent by a blocking send.
// - One inside MPI_Isend and its like, or outside all states, is started; the rank does not wait for it.
// - One inside any other state (MPI_Sendrecv, collectives) is started, and waited for at the end of the state.
// - A state MPI_Irecv posts the next receive of the rank that lies inside MPI_Wait.. or MPI_Test.. and is not posted.
// - All other receives of a state are posted when the rank comes to the first of them.
// So what did not wait for each other in the program does not do so here. Messages that are not long are sent as in
// TraceReader.
//
// Not modelled: that a program waits for a message of MPI_Isend; which of several MPI_Irecv a receive belongs to;
// persistent requests, whose receives are posted where they are waited for.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "trgen/replay/readers/record_reader.hpp"

namespace trgen::replay {

class TraceRequests final : public RecordReader {
 public:
  /// `eager`: bytes of the longest message that does not ask.
  TraceRequests(std::shared_ptr<const record::TraceSource> source, const AnySource& any_source, std::uint64_t eager);

  /// Memory per rank in bytes, without that of the cursor and of what is read ahead.
  static constexpr std::size_t bytes_per_rank();

  bool next(std::uint32_t rank, programs::Operation& out) override;
  std::uint64_t number(std::uint32_t rank) const override { return ranks_[rank].record; }
  std::string place(std::uint32_t rank) const override {
    return place_of(rank, ranks_[rank].record, ranks_[rank].line);
  }
  void save(fsin::ByteWriter& out) const override;
  void load(fsin::ByteReader& in) override;

 private:
  /// What a state says of the messages inside.
  enum class Call : std::uint8_t { other, blocking_send, starts_send, starts_receive, completes };

  /// A record that has been read; a receive may have been posted since.
  struct Ahead {
    record::Record record;
    std::uint64_t number = 0;
    Call call = Call::other;  ///< in which it lies
    bool in_marked_state = false;
    std::uint32_t request = programs::no_request;  ///< of a receive that has been posted
  };
  struct Ready {
    programs::Operation operation;
    std::uint64_t number = 0;
    std::uint64_t line = 0;
  };
  /// First in, first out.
  template <class T>
  class Queue {
   public:
    bool empty() const { return first_ == items_.size(); }
    std::size_t size() const { return items_.size() - first_; }
    T& operator[](std::size_t i) { return items_[first_ + i]; }
    T& front() { return items_[first_]; }
    void push_back(const T& item) { items_.push_back(item); }
    void pop_front() {
      if (++first_ < items_.size() && first_ < 64) return;
      items_.erase(items_.begin(), items_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }

    template <class Self, class Archive>
    static void archive(Self& self, Archive& a) {
      a(self.items_, self.first_);
    }

   private:
    std::vector<T> items_;
    std::size_t first_ = 0;
  };
  struct Rank {
    std::uint64_t records = 0;      ///< that have been read
    std::uint64_t record = 0;       ///< of the last operation
    std::uint64_t line = 0;         ///< of the last operation
    std::uint64_t left_state = 0;   ///< time of the last SE, if `outside`
    bool outside = false;           ///< the rank is between an SE and the next SS
    bool ended = false;             ///< all its records have been read
    Call call = Call::starts_send;  ///< of the records read last; outside all states messages are started
    bool in_marked_state = false;
    std::uint32_t requests = 0;              ///< numbers in use or free
    std::vector<std::uint32_t> free;         ///< requests that are waited for
    std::vector<std::uint32_t> state_sends;  ///< requests of messages to be waited for at the end of the state
    Queue<Ahead> ahead;
    Queue<Ready> ready;

    template <class Self, class Archive>
    static void archive(Self& self, Archive& a) {
      a(self.records, self.record, self.line, self.left_state, self.outside, self.ended, self.call,
        self.in_marked_state, self.requests, self.free, self.state_sends, self.ahead, self.ready);
    }
  };

  static Call call_of(const std::string& state);
  bool read_ahead(std::uint32_t rank);
  void translate(std::uint32_t rank);
  void begin_state(std::uint32_t rank, const Ahead& start);
  void send(Rank& at, std::uint32_t self, const Ahead& one) const;
  void receive(std::uint32_t rank, const Ahead& one);
  void post_next_completed(std::uint32_t rank);
  void post(std::uint32_t rank, Ahead& receive);
  static void await(Rank& at, std::uint32_t request, const Ahead& place);
  static void add(Rank& at, const programs::Operation& operation, const Ahead& place);
  static std::uint32_t take_request(Rank& at);

  std::uint64_t eager_;
  std::vector<Call> calls_;  ///< by state
  std::vector<Rank> ranks_;
};

constexpr std::size_t TraceRequests::bytes_per_rank() { return sizeof(Rank) + 2 * sizeof(Ahead); }

}  // namespace trgen::replay
