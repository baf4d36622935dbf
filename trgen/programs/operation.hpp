// SPDX-License-Identifier: Apache-2.0
// One operation in the sequence of a rank of a program.
//
// Modelled: blocking and non-blocking point-to-point messages, waiting for requests, CPU bursts, collectives on a
// communicator, and the names of the MPI calls around them. Not modelled: the contents of buffers, and tests of a
// request that do not wait.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trgen/programs/collective_kind.hpp"

namespace trgen::programs {

enum class OperationKind : std::uint8_t {
  compute,        ///< the rank computes for `amount` nanoseconds
  send,           ///< MPI_Send: the rank goes on when the message has left its buffer
  receive,        ///< MPI_Recv: the rank goes on when the message has arrived
  send_start,     ///< MPI_Isend: the rank goes on at once; `request` names the message until it is waited for
  receive_start,  ///< MPI_Irecv
  wait,           ///< MPI_Waitall: for all active requests of `request` .. `request + requests - 1`, in this order
  wait_any,       ///< MPI_Waitany: for the first of these requests to complete; it is inactive from then on
  /// A call of a collective, which the reader of the program expands into the operations above and puts between enter
  /// and leave of its function, unless it stands between those of another one, as in MPI_Comm_dup.
  collective,
  enter,  ///< the rank enters the MPI function `state`
  leave,  ///< the rank leaves it
};

/// The source of a receive that takes a message from any rank (MPI_ANY_SOURCE), and the tag of one that takes any tag
/// (MPI_ANY_TAG). A program that has either returns true from Program::receives_any().
inline constexpr std::uint32_t any_rank = 0xffffffff;
inline constexpr std::int32_t any_tag = std::numeric_limits<std::int32_t>::min();

/// The request of a message that its rank starts and never waits for.
inline constexpr std::uint32_t no_request = 0xffffffff;

/// Fields that a kind does not have are zero. Ranks are those of the program, not those of a communicator.
struct Operation {
  OperationKind kind = OperationKind::compute;
  collectives::Kind collective = collectives::Kind::barrier;
  std::uint16_t state = 0;         ///< enter, leave: index in the program's state_names()
  std::int32_t tag = 0;            ///< messages
  std::uint32_t peer = 0;          ///< messages: destination or source; collective: root, a rank of the communicator
  std::uint32_t communicator = 0;  ///< messages, collective
  std::uint32_t request = 0;       ///< below Program::most_requests(); wait, wait_any: the first of `requests`
  std::uint32_t requests = 0;
  std::uint64_t amount = 0;  ///< messages: bytes; compute: ns; collective: bytes, by the rule of its kind
  /// collective: passed to Program::block_bytes() where blocks differ in size; for a reduction, bytes of an element,
  /// which no algorithm splits; 0: 8. receive from any rank: one more than the source in a trace; 0: unknown. send,
  /// send_start: 1 for a synchronous send (MPI_Ssend), which ends no earlier than its receive has begun. compute: 1
  /// where the rank sleeps, for which it needs no core, and for which the speed of its node does not matter.
  std::uint64_t call = 0;

  bool sleeps() const { return call != 0 && kind == OperationKind::compute; }
  bool synchronous() const { return call != 0 && (kind == OperationKind::send || kind == OperationKind::send_start); }

  bool operator==(const Operation&) const = default;
};

/// The operations of one step, with a method for each kind: the output of a program.
class Operations {
 public:
  void compute(std::uint64_t nanoseconds) {
    if (nanoseconds != 0) add({.kind = OperationKind::compute, .amount = nanoseconds});
  }
  void send(std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0, std::uint32_t communicator = 0) {
    add({.kind = OperationKind::send, .tag = tag, .peer = to, .communicator = communicator, .amount = bytes});
  }
  void receive(std::uint32_t from, std::uint64_t bytes, std::int32_t tag = 0, std::uint32_t communicator = 0) {
    add({.kind = OperationKind::receive, .tag = tag, .peer = from, .communicator = communicator, .amount = bytes});
  }
  void send_start(std::uint32_t request, std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0,
                  std::uint32_t communicator = 0) {
    add({.kind = OperationKind::send_start,
         .tag = tag,
         .peer = to,
         .communicator = communicator,
         .request = request,
         .amount = bytes});
  }
  void receive_start(std::uint32_t request, std::uint32_t from, std::uint64_t bytes, std::int32_t tag = 0,
                     std::uint32_t communicator = 0) {
    add({.kind = OperationKind::receive_start,
         .tag = tag,
         .peer = from,
         .communicator = communicator,
         .request = request,
         .amount = bytes});
  }
  void wait(std::uint32_t first, std::uint32_t count = 1) {
    add({.kind = OperationKind::wait, .request = first, .requests = count});
  }
  void wait_any(std::uint32_t first, std::uint32_t count) {
    add({.kind = OperationKind::wait_any, .request = first, .requests = count});
  }
  /// `root` is a rank of the communicator. For the meaning of `bytes` see collective_kind.hpp.
  void collective(collectives::Kind kind, std::uint32_t communicator, std::uint64_t bytes, std::uint32_t root = 0,
                  std::uint64_t call = 0) {
    add({.kind = OperationKind::collective,
         .collective = kind,
         .peer = root,
         .communicator = communicator,
         .amount = bytes,
         .call = call});
  }
  void enter(std::uint16_t state) { add({.kind = OperationKind::enter, .state = state}); }
  void leave(std::uint16_t state) { add({.kind = OperationKind::leave, .state = state}); }

  void add(const Operation& operation) { list_.push_back(operation); }
  /// Reports that the step cannot be made, with the reason for the author of the program, which ends here for all
  /// ranks.
  void fail(std::string why) { failure_ = std::move(why); }
  const std::string& failure() const { return failure_; }
  void clear() {
    list_.clear();
    failure_.clear();
  }
  std::size_t size() const { return list_.size(); }
  const Operation& operator[](std::size_t i) const { return list_[i]; }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

 private:
  std::vector<Operation> list_;
  std::string failure_;
};

}  // namespace trgen::programs
