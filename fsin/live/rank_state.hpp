// SPDX-License-Identifier: Apache-2.0
// The state of a rank within its own process, which the shim (shim/) keeps and the provider (provider/) reads and moves
// on. The provider finds it by the name of the function below, which the shim, being preloaded, exports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fsin/live/layout.hpp"

namespace fsin::live {

enum class Phase : std::uint8_t { before, starting, running, finalizing };

/// Behaviour of a call of MPI towards time.
enum class CallKind : std::uint8_t {
  blocking,   ///< goes on until something has come
  test,       ///< looks once: without success it costs a constant
  immediate,  ///< never waits, and takes no time
  refused,    ///< is not simulated: the run ends
  plain       ///< as blocking, and nothing but messages of its own is under way within the library
};

/// Waits until something has come.
constexpr bool waits(CallKind kind) { return kind == CallKind::blocking || kind == CallKind::plain; }

struct RankState {
  Mapping memory;
  RankBlock* block = nullptr;  ///< null: not in a live run
  std::uint32_t rank = 0;
  Phase phase = Phase::before;
  CallKind kind = CallKind::blocking;  ///< of the outermost call
  const char* call = "";               ///< its name
  std::uint32_t number = 0;            ///< and its number among the wrapped functions
  unsigned depth = 0;                  ///< calls within calls
  /// Requests for all of which the call waits, as the program holds them; none where that is not known.
  const void* requests = nullptr;
  std::uint32_t request_count = 0;
  /// Of a handle of the MPI library: a pointer in Open MPI, an int in MPICH.
  std::size_t handle_bytes = sizeof(void*);
  std::uint64_t* posted = nullptr;  ///< place for the request of the receive that the call has posted; null: none
  std::uint64_t clock = 0;          ///< ps
  std::uint64_t computed = 0;       ///< ps outside MPI
  unsigned clock_reads = 0;         ///< since the last call of MPI
  bool has_parts = false;           ///< calls have been made that the library works at by itself, in several parts
  bool has_endpoint = false;        ///< the provider has given one to the library
  unsigned free_looks = 0;          ///< looks into the completion queue that find nothing and cost nothing
  bool stands = false;              ///< a turn has been handed over and not come back
  bool waited = false;              ///< the call has waited for a message that has come
};

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
}
