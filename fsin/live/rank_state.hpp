// SPDX-License-Identifier: Apache-2.0
// The state of a rank within its own process, which the shim (shim/) keeps and the provider (provider/) reads and moves
// on. The provider finds it by the name of the function below, which the shim, being preloaded, exports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fsin/live/layout.hpp"

namespace fsin::live {

enum class Phase : std::uint8_t { before, starting, running, finalizing, after };

/// Behaviour of a call of MPI towards time.
enum class CallKind : std::uint8_t {
  blocking,   ///< goes on until something has come
  test,       ///< looks once: without success it costs a constant
  immediate,  ///< never waits, and takes no time
  refused,    ///< is not simulated: the run ends
  plain       ///< as blocking, and nothing but messages of its own is under way within the library
};

/// Calls of libfabric that a program without MPI makes itself, by their places among the wrapped functions.
enum class FabricCall : std::uint32_t { send, receive, cq_read, cq_wait, counter_read, counter_wait, cancel };

/// Waits until something has come.
constexpr bool waits(CallKind kind) { return kind == CallKind::blocking || kind == CallKind::plain; }

/// The outermost call and the clock of the thread that makes it.
struct CallState {
  CallKind kind = CallKind::blocking;
  const char* call = "";     ///< its name
  std::uint32_t number = 0;  ///< and its number among the wrapped functions
  unsigned depth = 0;        ///< calls within calls
  /// Requests for all of which the call waits, as the program holds them; none where that is not known.
  const void* requests = nullptr;
  std::uint32_t request_count = 0;
  std::uint64_t* posted = nullptr;  ///< place for the request of the receive that the call has posted; null: none
  std::uint64_t clock = 0;          ///< ps
  unsigned clock_reads = 0;         ///< since the last call of MPI
  unsigned vain_looks = 0;          ///< of a call that never waits, without a message
  unsigned free_looks = 0;          ///< looks into the completion queue that find nothing and cost nothing
  bool waited = false;              ///< the call has waited for a message that has come
  bool unanswered = false;          ///< of RankState::many: a test for which nothing has been looked for until now
};

/// A rank has one thread within MPI at a time, of which the CallState is. With MPI_THREAD_MULTIPLE (`many`) each thread
/// has one of its own, which is here while the thread holds the rank (Held).
struct RankState : CallState {
  Mapping memory;
  RankBlock* block = nullptr;  ///< null: not in a live run
  std::uint32_t rank = 0;
  Phase phase = Phase::before;
  /// Of a handle of the MPI library: a pointer in Open MPI, an int in MPICH.
  std::size_t handle_bytes = sizeof(void*);
  std::uint64_t computed = 0;  ///< ps outside MPI
  bool has_parts = false;      ///< calls have been made that the library works at by itself, in several parts
  unsigned parts = 0;          ///< collectives that do not wait, begun since the rank has waited
  bool has_endpoint = false;   ///< the provider has given one to the library
  bool stands = false;         ///< a turn has been handed over and not come back

  // Of `many`.
  bool many = false;
  std::uint64_t granted = 0;   ///< ps, of the last turn: no thread is earlier
  std::uint64_t furthest = 0;  ///< ps, the latest clock to which a thread has computed
  std::uint64_t events = 1;    ///< counts messages and receives
};

/// The other threads of a rank, seen by one that can only wait.
struct OtherThreads {
  bool act = false;              ///< one of them goes on within a call, or may do so
  std::uint64_t until = no_end;  ///< ps: those that compute do nothing before; no_end: none computes
  std::uint64_t clock = no_end;  ///< ps, the earliest of all
};

/// Looks that a call may have without waiting for anything. Open MPI looks once in MPI_Win_unlock of a rank's own
/// memory.
inline constexpr unsigned looks_of_call = 4;

/// Looks that may find nothing although the library still works at calls of several parts, which each look may further.
inline unsigned looks_of_parts(const RankState& rank) {
  constexpr unsigned at_least = 16, of_one = 8, most = 4096;
  return at_least + of_one * (rank.parts < most ? rank.parts : most);
}

/// The handle of a request, whatever its width.
inline std::uint64_t handle_at(const RankState& rank, const void* handles, std::size_t place) {
  std::uint64_t handle = 0;
  std::memcpy(&handle, static_cast<const char*>(handles) + place * rank.handle_bytes, rank.handle_bytes);
  return handle;
}

}  // namespace fsin::live

extern "C" {
// Weak, so that a provider without the shim can be opened: the names are null there.
/// Null outside a live run.
__attribute__((weak, visibility("default"))) fsin::live::RankState* fsin_live_rank();
/// Ends the process, and with it the run, for a reason that the result tells.
__attribute__((weak, visibility("default"))) void fsin_live_stop(const char* reason);
/// With MPI_THREAD_MULTIPLE: the calling thread takes the rank for itself, and gives it back (Held).
__attribute__((weak, visibility("default"))) void fsin_live_take();
__attribute__((weak, visibility("default"))) void fsin_live_give_back();
/// Common memory (fsin_live.h): the offset in the file of so many bytes that the program has there, or 0; and where
/// this process has what is at an offset.
__attribute__((weak, visibility("default"))) std::uint64_t fsin_live_common(const void* data, std::size_t bytes);
__attribute__((weak, visibility("default"))) const void* fsin_live_common_at(std::uint64_t offset, std::size_t bytes);
/// Of a program without MPI: its endpoint is enabled, and with that its simulated time begins.
__attribute__((weak, visibility("default"))) void fsin_live_begin();
/// It enters a call of libfabric; false, and no end is to be told, where it is within MPI, or within another one.
__attribute__((weak, visibility("default"))) bool fsin_live_call(fsin::live::FabricCall call,
                                                                 fsin::live::CallKind kind);
__attribute__((weak, visibility("default"))) void fsin_live_leave();
/// The rank is held, and the calling thread has found nothing.
__attribute__((weak, visibility("default"))) fsin::live::OtherThreads fsin_live_others();
}

namespace fsin::live {

/// Within a call of libfabric that a program without MPI makes.
class Called {
 public:
  Called(FabricCall call, CallKind kind) : is_outermost_(fsin_live_call(call, kind)) {}
  ~Called() {
    if (is_outermost_) fsin_live_leave();
  }
  Called(const Called&) = delete;
  Called& operator=(const Called&) = delete;

 private:
  bool is_outermost_;
};

/// The calling thread has the rank for itself.
class Held {
 public:
  explicit Held(const RankState& rank) : many_(rank.many) {
    if (many_) fsin_live_take();
  }
  ~Held() {
    if (many_) fsin_live_give_back();
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  bool many_;
};

}  // namespace fsin::live
