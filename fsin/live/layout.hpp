// SPDX-License-Identifier: Apache-2.0
// The memory that a live run shares between the simulator and the processes of its ranks: an anonymous file (memfd)
// that the simulator makes and every rank maps.
//
//   Shared      at offset 0: who runs what, the costs of calls, and how the run ended
//   RankBlock   one a rank: whose turn it is, the clock of the rank, and the messages handed over
//   arenas      one a rank: the bytes of the messages that it has sent, until their receivers have taken them
//
// A rank and the simulator take turns. A rank computes and posts for as long as it likes; when it can only wait, it
// writes its clock and the time until which it would wait, and hands its turn over with all messages that it has sent
// since it had it. The simulator takes these messages, and hands the turn back at the simulated time at which a message
// has come for the rank, or at which it would no longer wait. So the order of everything follows from simulated times
// alone. `turn` is a futex: both sides sleep on it, and only ever for the other one.
//
// Times are picoseconds of simulated time since the end of MPI_Init. Only fixed-size integers, atomics and offsets are
// in here, for every process maps the file at an address of its own. The provider and the shim know nothing else of the
// simulator.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace fsin::live {

inline constexpr std::uint64_t magic = 0x6673696e6c697665;  ///< "fsinlive"
inline constexpr std::uint32_t layout_version = 1;
inline constexpr std::uint64_t no_end = ~std::uint64_t{0};  ///< waits until a message comes
inline constexpr std::size_t most_handed_over = 1024;       ///< messages in one turn
inline constexpr std::size_t size_classes = 40;             ///< blocks of 2^7 .. 2^46 bytes
inline constexpr std::size_t least_block = 128;
inline constexpr std::size_t page = 4096;
inline constexpr std::uint32_t anybody = ~std::uint32_t{0};

/// Name of the environment variable that tells a rank where the file is.
inline constexpr const char* shared_variable = "FSIN_LIVE";

enum class Turn : std::uint32_t { rank, simulator, ended };

/// How the time between two calls of MPI becomes simulated time.
enum class CpuModel : std::uint32_t { measured, fixed, none };

enum class Over : std::uint32_t {
  no,
  finished,  ///< all ranks have called MPI_Finalize: nobody waits any more
  broken     ///< the run ended before: every rank ends
};

struct Costs {
  CpuModel cpu = CpuModel::measured;
  double scale = 1;             ///< of measured CPU time
  std::uint64_t burst = 0;      ///< of CpuModel::fixed: the time between two calls
  std::uint64_t send = 0;       ///< before a message leaves
  std::uint64_t receive = 0;    ///< after a message has come
  std::uint64_t test = 100000;  ///< a test without success
};

struct Shared {
  std::uint64_t magic = 0;
  std::uint32_t version = 0;
  std::uint32_t ranks = 0;
  std::int32_t simulator = 0;  ///< process
  std::atomic<std::uint32_t> over{0};
  std::uint64_t arena_bytes = 0;
  Costs costs;
  std::atomic<std::uint32_t> failing{0};  ///< 1: one rank writes `failure`, 2: it is written
  char failure[400] = {};                 ///< why a rank refused to go on
};

/// A message, at the head of its block in the arena of its source; its bytes follow.
struct alignas(64) MessageHead {
  std::uint64_t next = 0;  ///< the next block that was given back, by offset
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint64_t tag = 0;
  std::uint64_t data = 0;  ///< completion data for the receiver
  std::uint64_t bytes = 0;
  std::uint64_t leaves = 0;  ///< time at which it may leave
  std::uint32_t size_class = 0;
  std::uint8_t tagged = 0;
  std::uint8_t has_data = 0;
};

/// Reason of a turn that a rank hands over.
enum class Reason : std::uint32_t {
  waits,     ///< for a message, or until a time
  full,      ///< more messages than one turn holds
  finalizes  ///< has called MPI_Finalize, and will send no more
};

struct RankBlock {
  std::atomic<std::uint32_t> turn{0};        ///< Turn; futex of both sides
  std::atomic<std::uint32_t> sleeps{0};      ///< the rank sleeps on `turn`
  std::atomic<std::uint32_t> watched{0};     ///< the simulator sleeps on `turn`
  std::atomic<std::int32_t> process{0};      ///< 0 until MPI_Init
  std::atomic<std::uint64_t> given_back{0};  ///< stack of blocks of this rank's arena, by offset
  std::atomic<std::uint32_t> late{0};        ///< messages posted while a call of the rank waited

  // From the rank, while it is the simulator's turn.
  Reason reason = Reason::waits;
  std::uint64_t clock = 0;
  std::uint64_t until = 0;     ///< no_end: until a message comes
  std::uint64_t computed = 0;  ///< outside MPI, so far
  std::uint64_t bytes_sent = 0;
  char call[40] = {};  ///< the call of MPI in which it is
  std::uint32_t open_receives = 0;
  std::uint32_t wanted_source = anybody;  ///< of its first open receive
  std::uint64_t wanted_tag = 0;
  std::uint64_t self_messages = 0;
  std::uint32_t sent = 0;
  std::uint64_t sends[most_handed_over] = {};  ///< offsets of messages, in the order of their times

  // From the simulator, while it is the rank's turn.
  std::uint64_t granted = 0;  ///< clock of the rank
  std::uint32_t arrived = 0;
  std::uint64_t arrivals[most_handed_over] = {};  ///< in the order in which they came
};

constexpr std::size_t whole_pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }
inline constexpr std::size_t first_block = whole_pages(sizeof(Shared));
inline constexpr std::size_t block_bytes = whole_pages(sizeof(RankBlock));
constexpr std::size_t first_arena(std::uint32_t ranks) { return first_block + ranks * block_bytes; }
constexpr std::size_t file_bytes(std::uint32_t ranks, std::uint64_t arena_bytes) {
  return first_arena(ranks) + ranks * arena_bytes;
}

/// The mapped file.
struct Mapping {
  std::byte* base = nullptr;

  Shared& shared() const { return *reinterpret_cast<Shared*>(base); }
  RankBlock& rank(std::uint32_t number) const {
    return *reinterpret_cast<RankBlock*>(base + first_block + number * block_bytes);
  }
  std::uint64_t arena(std::uint32_t rank) const { return first_arena(shared().ranks) + rank * shared().arena_bytes; }
  MessageHead& message(std::uint64_t offset) const { return *reinterpret_cast<MessageHead*>(base + offset); }
  std::byte* bytes_of(std::uint64_t offset) const { return base + offset + sizeof(MessageHead); }
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free && std::atomic<std::uint32_t>::is_always_lock_free);
static_assert(sizeof(MessageHead) == 64);

}  // namespace fsin::live
