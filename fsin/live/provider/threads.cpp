// SPDX-License-Identifier: Apache-2.0
// Waiting of a rank whose threads call MPI at the same time (MPI_THREAD_MULTIPLE).
//
// The rank has one turn. A thread that finds nothing hands it over once no other thread of the rank can act within MPI:
// for as long as those wait too, whatever they wait for, nothing happens before a message comes. Beside threads that
// compute, the turn is handed over until the time to which the first of them has come by now, as of a test; then it is
// looked again. What a thread sends while the turn is away goes with the next one, at the time of its own clock, which
// is no earlier.
#include <unistd.h>

#include <algorithm>

#include "fsin/live/provider/card.hpp"
#include "fsin/live/queues.hpp"

namespace fsin::live::provider {
namespace {

constexpr unsigned look_again_us = 50;
constexpr long sleep_beside_ms = 1;  // others that compute may want the library meanwhile

/// Without the card, so that other threads may have it.
template <class Function>
auto without_card(Function function) {
  fsin_live_give_back();
  const auto result = function();
  fsin_live_take();
  return result;
}

}  // namespace

/// Other threads go on meanwhile. MPICH calls with a lock that they may want, and gives it up between two looks:
/// sleeping here would keep it from them.
bool Card::let_others(bool act) {
  if (rank_.kind == CallKind::test) return false;  // it pauses when it has left the library
  constexpr unsigned most_looks = 256;
  const bool library_polls = rank_.handle_bytes == sizeof(int);
  if (!act || !library_polls || ++vain_looks_ % most_looks == 0) without_card([] { return usleep(look_again_us); });
  return false;
}

/// True when the turn has been away and come back. A test that cannot be answered yet finds nothing. It takes its time
/// as long as the thread is not ahead of the rank's last turn, so that other threads may wait so long.
bool Card::wait_among_threads() {
  const bool answered = wait_for_turn();
  rank_.unanswered = rank_.unanswered && !answered;
  if (!answered && rank_.kind == CallKind::test && rank_.clock <= rank_.granted) {
    rank_.clock += rank_.memory.shared().costs.test;
  }
  return answered;
}

bool Card::wait_for_turn() {
  const bool tests = rank_.kind == CallKind::test;
  long limit_ms = longest_sleep_ms;
  if (!rank_.stands) {
    const OtherThreads others = fsin_live_others();
    if (others.act) return let_others(true);
    const std::uint64_t until = std::min(others.until, tests ? rank_.clock + rank_.memory.shared().costs.test : no_end);
    if (until <= rank_.granted) return let_others(false);
    hand_over(std::min(std::max(rank_.granted, std::min(others.clock, rank_.clock)), until), until);
    if (others.until != no_end) limit_ms = sleep_beside_ms;
  }
  if (asleep_) return let_others(true);
  asleep_ = true;
  bool back = false;
  do {
    back = without_card([&] { return sleep_for_turn(rank_.memory, *rank_.block, limit_ms); });
  } while (tests && !back);  // the program would go on without its answer
  asleep_ = false;
  if (!back) return false;
  take_turn();
  take_arrivals();
  return true;
}

}  // namespace fsin::live::provider
