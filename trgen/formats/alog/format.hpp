// SPDX-License-Identifier: Apache-2.0
// ALOG, the text log of the first MPE, shown by upshot and nupshot: one event a line, sorted by time.
//
//   <type> <process> <task> <data> <cycle> <time in us> [comment]
//
//    -1 creator (comment)         -7 end time (time)               -13 a state: first event (task), last event (data),
//    -2 events (data)             -8 timer cycles (data)               "color:bitmap name" (comment)
//    -3 processes (data)          -9 name of an event (data, comment)
//    -4 tasks (task)             -10 printf string of an event    -101 sends to <data>, comment "<tag> <bytes>"
//    -5 event types (data)       -11 rollover of the timer (time) -102 received from <data>, the same
//    -6 start time (time)        -14, -15 names of messages and processes
//
// Modelled: MPI states (also by the short names of old logs: SEND is MPI_Send), messages, timers that roll over,
// comments (#). Not modelled: user states and events, which are counted as losses. A third number after the bytes is
// our communicator; other readers stop before it. Times that are not whole microseconds are written with three
// decimals, which nupshot reads. Source: the description of the format in nupshot (MPICH 1.2,
// mpe/profiling/nupshot/alog.h).
#pragma once

#include <span>
#include <string_view>

#include "trgen/formats/common/contract.hpp"

namespace trgen::formats::alog {

struct Format {
  static constexpr std::string_view name = "alog";
  static constexpr std::string_view doc = "MPE's text log: <type> <process> <task> <data> <cycle> <us> [comment]";
  static constexpr std::string_view suffix = ".alog";

  static bool sniff(std::span<const char> head);
  static void read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options);
  static void write(const record::TraceSource& trace, io::Output& out, record::Losses& losses);
};

// Types of events.
namespace event {

inline constexpr std::int64_t creator = -1, processes = -3, event_name = -9, rollover = -11, state = -13;
/// Types from -1 down to last_known_header describe the log; those below it, down to `last_header`, have no known
/// meaning.
inline constexpr std::int64_t last_known_header = -15, last_header = -100;
inline constexpr std::int64_t send = -101, receive = -102;

}  // namespace event

/// Beginning of the creator's comment when the clock is known.
inline constexpr std::string_view clock_note = "trgen, clock ";

}  // namespace trgen::formats::alog
