// SPDX-License-Identifier: Apache-2.0
// The simulated network card of a rank: messages out, receives, their matching, and completions. The objects of
// libfabric (objects.cpp) are names for it; a process has one.
//
// Matching goes by simulated times: messages come in the order in which the simulator delivers them, and each goes to
// the receive that was posted first of those that fit. A card looks at what has come only when its rank waits or tests,
// so that what a rank sees depends on simulated time alone, never on real time.
//
// Threads that call MPI at the same time take turns at the card (Held), and give it up while they sleep.
//
// Every message is copied into the arena when it is sent, so a send is complete at once; how long it travels is the
// affair of the network. There is no limit for unexpected messages but that of the arena.
#pragma once

#include <rdma/fabric.h>
#include <rdma/fi_eq.h>
#include <sys/uio.h>

#include <cstdint>
#include <deque>
#include <list>
#include <vector>

#include "fsin/live/provider/arena.hpp"
#include "fsin/live/rank_state.hpp"

namespace fsin::live::provider {

/// A message to send, as the calls of libfabric give it.
struct Outgoing {
  const iovec* pieces = nullptr;
  std::size_t count = 0;
  std::uint64_t destination = 0;  ///< fi_addr_t
  std::uint64_t tag = 0;
  std::uint64_t data = 0;
  bool tagged = false;
  bool has_data = false;
  bool completes = false;  ///< a completion is wanted
  void* context = nullptr;
};

struct Receive {
  std::vector<iovec> pieces;
  std::uint32_t source = anybody;  ///< rank
  std::uint64_t tag = 0;
  std::uint64_t ignore = 0;
  std::uint64_t flags = 0;  ///< of fi_recvmsg
  void* context = nullptr;
  bool completes = true;      ///< a completion is wanted, unless there is an error
  std::size_t used = 0;       ///< bytes of a buffer for several messages
  std::uint64_t request = 0;  ///< that the program holds for it; 0: not known
};

struct Completion {
  fi_cq_err_entry entry{};  ///< err 0: success
  std::uint32_t source = anybody;
  bool takes_message = false;  ///< of a receive that has taken a message; logged when the library reads it
  bool from_anybody = false;   ///< that receive had no source
};
/// A completion queue.
using Completions = std::deque<Completion>;

/// A counter of completions.
struct Count {
  std::uint64_t value = 0;
  std::uint64_t errors = 0;
};

class Card {
 public:
  explicit Card(RankState& rank) : rank_(rank), arena_(rank) {}

  /// The address of a rank, new each time.
  std::uint64_t insert(std::uint32_t rank);
  /// `anybody` where there is no such address.
  std::uint32_t rank_at(std::uint64_t address);

  ssize_t send(const Outgoing& message);
  ssize_t receive(Receive receive, bool tagged);
  /// FI_PEEK, FI_CLAIM, FI_DISCARD of tagged messages.
  ssize_t look(const Receive& receive);
  bool cancel(void* context);

  /// Completions of sends, of receives, or of both (FI_TRANSMIT, FI_RECV) go there; null: to the queue of the card.
  void bind(Completions* queue, std::uint64_t what);
  /// They are counted there too (FI_SEND, FI_RECV).
  void bind(Count* counter, std::uint64_t what);
  void unbind(const Completions* queue);
  void unbind(const Count* counter);

  /// Completions in order: at most `count`, -FI_EAVAIL before an error, -FI_EAGAIN if nothing has come. Of a queue of
  /// MPI libraries, which have one: of all that there are.
  ssize_t read(Completions& queue, fi_cq_tagged_entry* entries, std::size_t count, std::uint64_t* sources);
  ssize_t read_error(Completions& queue, fi_cq_err_entry& entry);
  /// Goes on until the queue has something, or this time has come.
  bool wait_for(const Completions& queue, std::uint64_t deadline);
  /// Looks once whether anything has come.
  void look_around();
  /// Goes on until the counter has come to the threshold, or has another error, or this time has come.
  bool wait_for(const Count& counter, std::uint64_t threshold, std::uint64_t deadline);
  /// ps: the time in so many milliseconds; no_end for negative ones.
  std::uint64_t deadline(int milliseconds) const;

  std::size_t least_room = 16384;  ///< FI_OPT_MIN_MULTI_RECV

 private:
  /// Looks that cost nothing, after something has come or was posted.
  unsigned looks_after_event() const {
    constexpr unsigned of_messages = 2, of_test = 1;
    if (rank_.kind == CallKind::plain) return of_messages;
    return rank_.kind == CallKind::blocking ? looks_of_parts(rank_) : of_test;
  }

  struct Waiting {
    std::uint64_t offset = 0;
    void* claimed = nullptr;  ///< by FI_CLAIM, with this context
  };
  using Receives = std::list<Receive>;
  using Messages = std::list<Waiting>;

  ssize_t take_completions(Completions& queue, fi_cq_tagged_entry* entries, std::size_t count, std::uint64_t* sources);
  void pop_completion(Completions& queue);
  void progress();
  /// Without MPI, a program may have several.
  bool has_queues() const { return rank_.memory.shared().without_mpi != 0; }
  Completions& queue_of(Completions& queue) { return has_queues() ? queue : own_; }
  bool is_quiet();
  /// Whether anything may have come.
  bool wait();
  bool wait_among_threads();
  bool wait_for_turn();
  bool let_others(bool act);
  void hand_over();
  void hand_over(std::uint64_t clock, std::uint64_t until);
  void tell_wanted();
  bool is_waited_for(const Receive& receive) const;
  bool sleep_until_turn();
  void take_turn();
  void take_arrivals();
  void take_mail();
  void put_into_mail(std::uint64_t offset);
  void hand_out(std::uint64_t offset);
  void queue(std::uint64_t offset);
  void arrive(std::uint64_t offset);
  void log_send(const MessageHead& head);
  void log_receive(const Completion& done);
  static bool fits(const Receive& receive, const MessageHead& head);
  /// Gives the message to the receive. True when the receive is used up.
  bool deliver(Receive& receive, std::uint64_t offset);
  void take_bytes(std::byte* to, std::uint64_t offset, std::uint64_t first, std::uint64_t bytes) const;
  void answer_looks(bool finally);
  bool answer(const Receive& look, bool finally);
  void complete(const Completion& completion);
  void count(const Completion& completion);
  /// Something has come or was posted: what the library does next may need some looks.
  void be_active() {
    rank_.free_looks = looks_after_event();
    idle_looks_ = 0;
    ++rank_.events;
  }
  bool works_by_itself();

  RankState& rank_;
  Arena arena_;
  std::vector<std::uint32_t> addresses_;  ///< ranks
  Receives receives_[2];                  ///< posted: untagged, tagged
  Messages unexpected_[2];                ///< come: untagged, tagged
  std::vector<Receive> looks_;
  std::vector<std::uint64_t> late_;  ///< sent while a call waited
  Completions own_;
  Completions* sends_to_ = &own_;
  Completions* receives_to_ = &own_;
  std::vector<Count*> counts_[2];    ///< of sends, of receives
  std::uint64_t deadline_ = no_end;  ///< ps, of the call that waits
  unsigned idle_looks_ = 0;          ///< in a row, without an open receive
  unsigned reads_ = 0;               ///< since the rank has waited

  // Of a rank whose threads call MPI at the same time (threads.cpp).
  bool asleep_ = false;  ///< one of them sleeps until the turn comes back
  unsigned vain_looks_ = 0;
};

}  // namespace fsin::live::provider
