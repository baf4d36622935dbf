// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/live_trace.hpp"

#include <fmt/format.h>

#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "fsin/core/say.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/io/spool.hpp"
#include "trgen/record/trace_error.hpp"

namespace fsin::sources {
namespace {

using trgen::record::Kind;
using trgen::record::Record;

/// Tags as Open MPI's mtl/ofi makes them: the tag of the program in the low bits, the communicator in the high ones.
std::int32_t tag_of(std::uint64_t tag) { return static_cast<std::int32_t>(tag & 0xffffffffU); }
std::uint32_t communicator_of(std::uint64_t tag) { return static_cast<std::uint32_t>(tag >> 34U); }

class LiveTraceWriter final : public live::Chronicle {
 public:
  LiveTraceWriter(std::string file, std::uint32_t ranks) : file_(std::move(file)), ranks_(ranks) {
    facts_.name = "fsin live";  // no file that is read
    facts_.ranks = ranks;
    facts_.header_ranks = ranks;
    facts_.notes.clock = "cpu";
    facts_.notes.comments.emplace_back(
        "# written by fsin live: sends were complete at once, so replay with cpu.scale: 1 and mpi.buffered: 128 TiB");
  }

  void add(std::uint32_t rank, const live::LogEntry& entry) override {
    RankLog& log = ranks_[rank];
    switch (entry.kind) {
      case live::Logged::name:
        return name(log, entry);
      case live::Logged::enter:
        log.state.clear();
        return put(log, {.kind = Kind::state_start, .state = log.states[entry.call]}, entry);
      case live::Logged::send:
        return put(log, message(Kind::send, entry), entry);
      case live::Logged::receive:
        return put(log, message(Kind::receive, entry), entry);
      case live::Logged::leave:
        put(log, {.kind = Kind::state_end, .state = log.states[entry.call]}, entry);
        return end_state(rank, log);
      case live::Logged::pause:
        return;
    }
  }

  void finish() override {
    const auto trace = spool_.finish(std::move(facts_));
    const trgen::record::Losses lost = trgen::formats::write_trace(*trace, file_);
    for (const auto& [what, count] : lost.counts()) {
      say("fsin live: {} leaves out what its format cannot hold: {} ({})\n", file_, what, count);
    }
  }

 private:
  struct RankLog {
    std::vector<std::uint16_t> states;  ///< by number of the call
    std::vector<Record> state;          ///< the records of the call in which the rank is
  };

  void name(RankLog& log, const live::LogEntry& entry) {
    const auto state = facts_.states.number(static_cast<const char*>(entry.name));
    if (!state) throw std::runtime_error("the program calls more functions than a trace can name");
    if (log.states.size() <= entry.call) log.states.resize(std::size_t{entry.call} + 1);
    log.states[entry.call] = *state;
  }

  static Record message(Kind kind, const live::LogEntry& entry) {
    const live::LogEvent& event = entry.event;
    return {.kind = kind,
            .any_source = kind == Kind::receive && event.from_anybody != 0,
            .peer = event.peer,
            .tag = tag_of(event.tag),
            .communicator = communicator_of(event.tag),
            .bytes = event.amount};
  }

  static void put(RankLog& log, Record record, const live::LogEntry& entry) {
    constexpr std::uint64_t per_nanosecond = 1000;
    record.time_ns = entry.event.time / per_nanosecond;
    log.state.push_back(record);
  }

  /// Only now is known whether a receive of the state was from any source.
  void end_state(std::uint32_t rank, RankLog& log) {
    for (const Record& each : log.state) log.state.front().any_source |= each.any_source;
    for (const Record& each : log.state) spool_.add(rank, each);
    log.state.clear();
  }

  std::string file_;
  trgen::record::TraceFacts facts_;
  trgen::io::SpoolBuilder spool_;
  std::vector<RankLog> ranks_;
};

}  // namespace

std::unique_ptr<live::Chronicle> write_live_trace(std::string file, std::uint32_t ranks) {
  return std::make_unique<LiveTraceWriter>(std::move(file), ranks);
}

}  // namespace fsin::sources
