// SPDX-License-Identifier: Apache-2.0
// Reads CLOG-2: definitions in a first pass over the file, records in a second.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "trgen/formats/clog2/definitions.hpp"
#include "trgen/formats/clog2/format.hpp"
#include "trgen/formats/common/time_order.hpp"
#include "trgen/formats/common/values.hpp"

namespace trgen::formats::clog2 {
namespace {

using layout::Type;
using record::Kind;
using record::Record;

class Reader {
 public:
  Reader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink)
      : in_(in), facts_(facts), sink_(sink), definitions_(*in.again()), stream_(in) {}

  void run() {
    facts_.header_ranks = facts_.ranks = definitions_.ranks();
    facts_.notes = definitions_.notes();
    if (!definitions_.finalized()) {
      facts_.warnings.push_back(fmt::format("{}: the log was not finished, as its header says", in_.name()));
    }
    while (stream_.next(record_)) take();
    stream_.drain();
    for (const auto& [rank, start] : waiting_) hand_over(rank, start);
    if (facts_.records == 0) {
      throw record::TraceError(
          fmt::format("{}: no MPI state and no message in {} records", in_.name(), record_.number));
    }
    time_order_.finish();
  }

 private:
  void take() {
    switch (record_.type) {
      case Type::bare_event:
      case Type::cargo_event:
        return event();
      case Type::message:
        return message();
      case Type::collective:
        return lose("collective records");
      case Type::source_place:
        return lose("source places");
      default:
        return;
    }
  }

  void event() {
    const std::int32_t number = stream_.number(record_, 0);
    const auto border = definitions_.border(number);
    if (!border) return lose(fmt::format("events {}", definitions_.event_name(number)));
    const Definitions::State& state = *border->state;
    if (!state.mpi) {
      if (!border->begins) return;
      return lose(fmt::format("states {} (what is in them is kept)", state.name));
    }
    const auto rank = own_rank();
    if (!rank) return;
    Record made = timed(border->begins ? Kind::state_start : Kind::state_end);
    made.state = facts_.states.number(state.name).value_or(0);
    if (record_.type == Type::cargo_event && !border->begins) note_sizes(*rank, state);
    add(*rank, made, border->begins && state.sizes_noted);
  }

  /// Notes the bytes for each peer, which come with the end of an Alltoall; its start has waited for them.
  void note_sizes(std::uint32_t rank, const Definitions::State& state) {
    const auto start = waiting_.find(rank);
    const std::uint64_t peers = definitions_.size(record_.communicator);
    if (!state.sizes_noted || start == waiting_.end() || peers == 0) {
      return lose(fmt::format("notes at the end of {}", state.name));
    }
    // Cargo is big-endian in every file.
    const auto cargo = [&](std::size_t at) {
      std::uint32_t value = 0;
      for (std::size_t i = 8 + at; i < 12 + at; ++i) value = value << 8 | static_cast<unsigned char>(record_.body[i]);
      return value;
    };
    start->second.collective = true;
    start->second.communicator = static_cast<std::uint32_t>(record_.communicator);
    start->second.peer = record::no_rank;
    start->second.bytes = std::min(cargo(0) * peers, most_message_bytes);
    start->second.received = std::min(cargo(4) * peers, most_message_bytes);
  }

  void message() {
    const std::int32_t event = stream_.number(record_, 0);
    if (event != layout::send_event && event != layout::receive_event) {
      return lose(fmt::format("messages of event {}", event));
    }
    const std::int32_t peer_rank = stream_.number(record_, 8);
    const std::int32_t bytes = stream_.number(record_, 16);
    if (peer_rank < 0) return lose("messages to or from MPI_PROC_NULL");
    if (bytes < 0) return lose("messages with a negative number of bytes");
    const auto rank = own_rank();
    if (!rank) return;
    const auto peer = definitions_.world_rank(stream_.number(record_, 4), peer_rank);
    if (!peer) return unnamed();
    Record made = timed(event == layout::send_event ? Kind::send : Kind::receive);
    made.peer = *peer;
    made.communicator = static_cast<std::uint32_t>(record_.communicator);
    made.tag = stream_.number(record_, 12);
    made.bytes = static_cast<std::uint64_t>(bytes);
    add(*rank, made, false);
  }

  /// Undamaged logs have few kinds of losses; the number is bounded for damaged ones.
  void lose(std::string_view what) {
    constexpr std::size_t most_kinds = 64;
    facts_.losses.add(facts_.losses.counts().size() < most_kinds ? what : "other records");
  }

  void unnamed() { lose("records of ranks that no communicator record tells apart"); }

  std::optional<std::uint32_t> own_rank() {
    const auto rank = definitions_.world_rank(record_.communicator, record_.rank);
    if (!rank) unnamed();
    return rank;
  }

  Record timed(Kind kind) const {
    const double ns = (record_.time_s - definitions_.earliest_s()) * static_cast<double>(ns_per_second);
    if (!(ns >= 0 && ns < static_cast<double>(latest_time_ns))) {
      throw record::TraceError(
          fmt::format("{}: record {} has an impossible time; copy or make the file again", in_.name(), record_.number));
    }
    return {.kind = kind, .time_ns = static_cast<std::uint64_t>(std::llround(ns)), .line = record_.number};
  }

  /// Adds a record. A start that waits for sizes from its end is added before the next record of its rank.
  void add(std::uint32_t rank, const Record& made, bool waits) {
    if (const auto before = waiting_.find(rank); before != waiting_.end()) {
      hand_over(rank, before->second);
      waiting_.erase(before);
    }
    if (waits) {
      waiting_.emplace(rank, made);
    } else {
      hand_over(rank, made);
    }
  }

  void hand_over(std::uint32_t rank, const Record& made) {
    time_order_.check(rank, made);
    sink_.add(rank, made);
    ++facts_.records;
  }

  io::Input& in_;
  record::TraceFacts& facts_;
  record::RecordSink& sink_;
  Definitions definitions_;
  Stream stream_;
  LogRecord record_;
  std::map<std::uint32_t, Record> waiting_;
  TimeOrder time_order_{facts_};
};

}  // namespace

bool Format::sniff(std::span<const char> head) { return io::starts_with(head, "CLOG-"); }

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink,
                  const ReadOptions& /*the file announces its ranks*/) {
  Reader(in, facts, sink).run();
}

}  // namespace trgen::formats::clog2
