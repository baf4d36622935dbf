// SPDX-License-Identifier: Apache-2.0
// The memory that a live run shares between the simulator and the processes of its ranks: an anonymous file (memfd)
// that the simulator makes and every rank maps.
//
//   Shared      at offset 0: who runs what, the costs of calls, and how the run ended
//   RankBlock   one a rank: whose turn it is, the clock of the rank, and three queues: messages that it has
//               sent and the log of what it does, for the simulator, and CPU times that it is to take
//   arenas      one a rank: the bytes of the messages that it has sent, until their receivers have taken them
//   common      memory that ranks share because their program says so (fsin_live.h); what the simulator does not map
//
// A rank and the simulator take turns. A rank computes and posts for as long as it likes; when it can only wait, it
// writes its clock and the time until which it would wait, and hands its turn over with all messages that it has sent
// since it had it. The simulator takes these messages, and hands the turn back at the simulated time at which a message
// has come for the rank, or at which it would no longer wait. So the order of everything follows from simulated times
// alone. Both sides sleep on futexes: a rank on its `turn`, the simulator on `news`, until so few ranks have their turn
// that it can go on. So it sleeps once, not once a rank, when many ranks run that it has to wait for.
//
// While a rank computes, simulated time may go on beside it: up to `earliest`, where the length of its burst is known
// (fixed or replayed), or up to the CPU time that the system says it has used, added to `ahead`. So ranks compute side
// by side, and the outcome does not depend on it.
//
// With a turn comes the time up to which nothing can come for the rank, whatever the others do: `quiet`. A test of it
// that ends by then finds nothing, and needs nobody to say so. It ends earlier where the rank sends: an answer may
// come.
//
// Times are picoseconds of simulated time since the end of MPI_Init. What an MPI library sends within MPI_Init and
// MPI_Finalize goes from rank to rank without the simulator, and takes no simulated time. Only fixed-size integers,
// atomics and offsets are in here, for every process maps the file at an address of its own. The provider and the shim
// know nothing else of the simulator.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "fsin/live/cpu_model.hpp"
#include "fsin/live/sites.hpp"

namespace fsin::live {

inline constexpr std::uint64_t magic = 0x6673696e6c697665;  ///< "fsinlive"
inline constexpr std::uint32_t layout_version = 6;
inline constexpr std::uint64_t no_end = ~std::uint64_t{0};  ///< waits until a message comes
inline constexpr std::size_t most_handed_over = 1024;       ///< messages that wait for the simulator or the rank
inline constexpr std::size_t most_logged = 1024;            ///< entries of a rank's log that wait for the simulator
inline constexpr std::size_t most_bursts = 1024;            ///< CPU times that wait for a rank
inline constexpr std::size_t most_test_rows = 256;          ///< of tests that a rank answers by itself in a turn
inline constexpr std::size_t most_wanted = 128;             ///< open receives that the simulator looks at
inline constexpr std::size_t most_call_names = 1024;        ///< of CPU times
inline constexpr std::size_t longest_call_name = 40;        ///< with the zero at its end
inline constexpr std::size_t size_classes = 40;             ///< blocks of 2^7 .. 2^46 bytes
inline constexpr std::size_t least_block = 128;
inline constexpr std::size_t least_in_place = 65536;  ///< bytes of a message that are not copied from common memory
inline constexpr std::size_t page = 4096;
inline constexpr std::uint32_t anybody = ~std::uint32_t{0};
inline constexpr std::int32_t awake = -1;  ///< the simulator does not sleep
inline constexpr std::int64_t not_computing = -0x7fffffffffffffff - 1;

/// Name of the environment variable that tells a rank where the file is.
inline constexpr const char* shared_variable = "FSIN_LIVE";

enum class Turn : std::uint32_t { rank, simulator, ended };

/// What a rank logs.
enum class Logging : std::uint32_t {
  nothing,
  bursts,     ///< every end of a CPU burst
  everything  ///< calls and messages too
};

/// Whether a rank logs its calls, and the messages that it sends in them, beside that.
enum class CallLog : std::uint32_t {
  no,
  possible,  ///< where calls have an order
  needed     ///< where they have none, the run ends
};

/// CPU time of a thread as picoseconds of simulated time.
inline std::int64_t scaled_cpu(std::uint64_t nanoseconds, double scale) {
  return static_cast<std::int64_t>(static_cast<double>(nanoseconds) * 1000.0 * scale);
}

enum class Over : std::uint32_t {
  no,
  finished,  ///< all ranks have called MPI_Finalize: nobody waits any more
  broken     ///< the run ended before: every rank ends
};

struct Costs {
  CpuModel cpu = CpuModel::measured;
  std::uint32_t ahead = 1;      ///< simulated time goes on beside ranks that compute
  double scale = 1;             ///< of measured and replayed CPU time
  std::uint64_t burst = 0;      ///< of CpuModel::fixed: the time between two calls
  std::uint64_t send = 0;       ///< before a message leaves
  std::uint64_t receive = 0;    ///< after a message has come
  std::uint64_t test = 100000;  ///< a test without success
  std::uint64_t cycle = 0;      ///< from the receipt of a message, waited for, to the burst behind it
  double speed = 0;             ///< flop/s of delays that the program gives; 0: not known
  std::uint64_t sample = 0;     ///< bursts between two calls that are measured; 0: all
};

/// A CPU time to be taken, and the call at which it ended when it was measured, by its place in Shared::call_names.
struct Burst {
  std::uint64_t picoseconds;
  std::uint32_t call;
};

enum class Logged : std::uint32_t {
  name,   ///< `call` has this name
  enter,  ///< the rank enters a call, after a burst of `amount` ps
  leave,
  pause,  ///< a burst of `amount` ps ended where the program read a clock, or slept
  send,
  receive
};

/// An event of a rank at a time of its clock. Not initialised: a log takes no memory as long as nobody writes it.
struct LogEvent {
  std::uint64_t time;          ///< ps
  std::uint64_t amount;        ///< bytes of a message, or ps
  std::uint64_t tag;           ///< of a message, as the MPI library made it
  std::uint32_t peer;          ///< the other rank of a message
  std::uint32_t from_anybody;  ///< 1: the receive had no source
};
struct LogEntry {
  Logged kind;
  std::uint32_t call;  ///< number of the call within its rank
  union {
    LogEvent event;
    char name[longest_call_name];  ///< of Logged::name
  };
};

struct Shared {
  std::uint64_t magic = 0;
  std::uint32_t version = 0;
  std::uint32_t ranks = 0;
  std::int32_t simulator = 0;  ///< process
  std::atomic<std::uint32_t> over{0};
  std::uint64_t arena_bytes = 0;
  std::uint64_t mapped_bytes = 0;  ///< of the file: all but the common memory behind them
  Costs costs;
  std::uint64_t answer = 0;  ///< ps from the departure of a message to an answer, at least; before that, none comes
  Logging logging = Logging::nothing;
  CallLog call_log = CallLog::no;
  std::uint32_t without_mpi = 0;                             ///< 1: the program calls libfabric itself, and MPI never
  char call_names[most_call_names][longest_call_name] = {};  ///< of Burst::call
  std::atomic<std::uint32_t> failing{0};                     ///< 1: one rank writes `failure`, 2: it is written
  char failure[400] = {};                                    ///< why a rank refused to go on
  alignas(64) std::atomic<std::int32_t> running{0};          ///< ranks that have their turn
  std::atomic<std::int32_t> enough{awake};  ///< the simulator sleeps until no more ranks than this have their turn
  std::atomic<std::uint32_t> news{0};       ///< counts reasons to wake the simulator; a futex
  Site sites[most_sites];
};

/// Tests, one after the other, that a rank has answered by itself (RankBlock::quiet).
struct TestRow {
  std::uint64_t begin;  ///< ps
  std::uint64_t count;
};

/// An open receive. The simulator sees which of them a message takes, as the rank will: the first that fits.
struct Wanted {
  std::uint64_t tag;
  std::uint64_t ignore;  ///< bits of the tag
  std::uint32_t source;  ///< or `anybody`
  std::uint8_t tagged;
  std::uint8_t needed;  ///< the rank waits for it
  std::uint8_t taken;   ///< by a message that has arrived

  bool fits(std::uint32_t from, std::uint64_t of_tag, bool is_tagged) const {
    return (source == anybody || source == from) && ((tag ^ of_tag) & ~ignore) == 0 && (tagged != 0) == is_tagged;
  }
};

/// A message, at the head of its block in the arena of its source; its bytes follow, or stay in common memory.
struct alignas(64) MessageHead {
  std::uint64_t next = 0;  ///< the next block that was given back, or message of `mail`, by offset
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint64_t tag = 0;
  std::uint64_t data = 0;  ///< completion data for the receiver
  std::uint64_t bytes = 0;
  std::uint64_t leaves = 0;  ///< time at which it may leave
  std::uint64_t common = 0;  ///< offset of its bytes in the file, where they are common memory; else 0
  std::uint32_t size_class = 0;
  std::uint8_t tagged = 0;
  std::uint8_t has_data = 0;
};

/// Reason of a turn that a rank hands over.
enum class Reason : std::uint32_t {
  waits,     ///< for a message, or until a time
  full,      ///< a queue is full or empty: the turn comes back at once
  finalizes  ///< has called MPI_Finalize, and will send no more
};

struct RankBlock {
  std::atomic<std::uint32_t> turn{0};        ///< Turn; futex of both sides
  std::atomic<std::uint32_t> sleeps{0};      ///< the rank sleeps on `turn`
  std::atomic<std::int32_t> process{0};      ///< 0 until MPI_Init
  std::atomic<std::uint64_t> given_back{0};  ///< stack of blocks of this rank's arena, by offset
  /// Stack of messages that libraries send within MPI_Init and MPI_Finalize, by offset: outside simulated time.
  std::atomic<std::uint64_t> mail{0};
  std::atomic<std::uint32_t> late{0};  ///< messages posted while a call of the rank waited
  /// ps: while the rank has its turn, nothing that it does is earlier.
  std::atomic<std::uint64_t> earliest{0};
  /// While the rank computes and CPU time is measured: its clock less the CPU time, scaled, at which that began; ps.
  std::atomic<std::int64_t> ahead{not_computing};
  /// That computes, of the system; 0 where several call MPI at the same time.
  std::atomic<std::int32_t> thread{0};

  // From the rank, while it is the simulator's turn.
  Reason reason = Reason::waits;
  std::uint64_t clock = 0;
  std::uint64_t until = 0;      ///< no_end: until a message comes
  std::uint64_t computed = 0;   ///< outside MPI, so far
  std::uint32_t test_rows = 0;  ///< since its turn before; see `tests`
  std::uint64_t bytes_sent = 0;
  char call[40] = {};  ///< the call of MPI in which it is
  std::uint32_t open_receives = 0;
  bool wants_all = true;                  ///< any message lets it go on; otherwise
  std::uint32_t needs = 0;                ///< so many of the receives that are needed have to be taken
  std::uint32_t wanted_source = anybody;  ///< of its first open receive
  std::uint64_t wanted_tag = 0;
  std::uint64_t self_messages = 0;

  // From the simulator, while it is the rank's turn.
  std::uint64_t granted = 0;  ///< clock of the rank
  std::uint64_t quiet = 0;    ///< ps: nothing comes for the rank up to this time
  std::uint32_t arrived = 0;
  std::uint64_t arrivals[most_handed_over] = {};  ///< in the order in which they came

  // Queues: entry n stands at n modulo the size. Whoever reads one, reads it while the other may write.

  // Messages that the rank has sent, by offset, in the order of their times.
  std::atomic<std::uint64_t> sent{0}, sends_taken{0};
  std::uint64_t sends[most_handed_over];

  TestRow tests[most_test_rows];
  Wanted wanted[most_wanted];  ///< open receives, of a rank that waits for messages
  std::atomic<std::uint64_t> logged{0}, log_read{0};
  std::atomic<std::uint64_t> bursts_given{0}, bursts_taken{0};
  std::atomic<std::uint32_t> bursts_end{0};  ///< 1: no more will be given
  Burst bursts[most_bursts];
  LogEntry log[most_logged];
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
static_assert(sizeof(LogEntry) == 48);

}  // namespace fsin::live
