// SPDX-License-Identifier: Apache-2.0
// Writes Dimemas traces. The header says where each task begins and the output cannot seek, so the text is made twice,
// the first time to measure it.
#include <fmt/compile.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "fsin/core/append.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/dim/format.hpp"
#include "trgen/formats/dim/names.hpp"

namespace trgen::formats::dim {
namespace {

using record::Kind;
using record::Record;

/// Converts the number of a communicator to that of Dimemas, in which MPI_COMM_WORLD is 1.
std::uint64_t communicator_id(std::uint32_t number) { return std::uint64_t{number} + 1; }

/// The numbers, in ascending order, of the communicators that the file defines.
std::vector<std::uint32_t> defined(const record::TraceSource& trace) {
  std::vector<std::uint32_t> numbers;
  for (const auto& each : trace.notes().communicators) numbers.push_back(each.number);
  std::sort(numbers.begin(), numbers.end());
  if (!std::binary_search(numbers.begin(), numbers.end(), 0U)) numbers.insert(numbers.begin(), 0);
  return numbers;
}

void write_definitions(const record::TraceSource& trace, TextBlocks& out) {
  const auto define = [&](std::uint32_t number, std::size_t size, const auto& member) {
    const auto to = std::back_inserter(out.text());
    fsin::append(out.text(), "d:1:{}:{}", communicator_id(number), size);
    for (std::size_t at = 0; at < size; ++at) fmt::format_to(to, FMT_COMPILE(":{}"), member(at));
    out.line();
  };
  const auto& described = trace.notes().communicators;
  if (std::none_of(described.begin(), described.end(), [](const auto& each) { return each.number == 0; })) {
    define(0, trace.ranks(), [](std::size_t at) { return at; });
  }
  for (const auto& each : described)
    define(each.number, each.members.size(), [&](std::size_t at) { return each.members[at]; });
}

/// Writes the records of all tasks, and notes where each task begins.
class Body {
 public:
  Body(const record::TraceSource& trace, TextBlocks& out)
      : trace_(trace),
        out_(out),
        shown_(shows_collectives(trace)),
        uncarried_(trace, {.communicators = true, .tables = true}),
        defined_(defined(trace)) {
    for (const std::string& state : trace.state_names()) {
      events_.push_back(event_of(state));
      operations_.push_back(operation_number(state));
    }
  }

  void begin(std::uint32_t /*rank*/) {
    starts_.push_back(out_.bytes());
    bursts_ = {};
    open_.clear();
    uncarried_.begin();
  }

  void record(std::uint32_t rank, const Record& record) {
    uncarried_.add(record);
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) {
      put(FMT_COMPILE("1:{}:0:{}.{:09}"), rank, burst / ns_per_second, burst % ns_per_second);
    }
    if (record::is_message(record.kind)) {
      message(rank, record);
    } else if (record.kind == Kind::state_start) {
      enter(rank, record);
    } else {
      leave(rank);
    }
  }

  void end(std::uint32_t rank) {
    // Dimemas does not find a task without records.
    if (starts_.back() == out_.bytes()) out_.line(fmt::format("1:{}:0:0.000000000", rank));
  }

  const std::vector<std::uint64_t>& starts() const { return starts_; }
  void report(record::Losses& losses) const { uncarried_.report(losses); }

 private:
  template <class Format, class... Values>
  void put(const Format& format, const Values&... values) {
    fmt::format_to(std::back_inserter(out_.text()), format, values...);
    out_.line();
  }

  void enter(std::uint32_t rank, const Record& record) {
    constexpr std::size_t deepest = 64;
    const auto& event = events_[record.state];
    if (event) {
      put(FMT_COMPILE("20:{}:0:{}:{}"), rank, event->type, event->value);
      uncarried_.drop_duration();
    } else {
      uncarried_.drop_state();
    }
    if (open_.size() < deepest) open_.push_back(record.state);
    if (record.collective && !shown_) collective(rank, record);
  }

  void leave(std::uint32_t rank) {
    if (open_.empty()) return;
    if (const auto& event = events_[open_.back()]) put(FMT_COMPILE("20:{}:0:{}:0"), rank, event->type);
    open_.pop_back();
  }

  void collective(std::uint32_t rank, const Record& record) {
    const auto operation = operations_[record.state];
    if (!operation || !std::binary_search(defined_.begin(), defined_.end(), record.communicator)) {
      return uncarried_.drop_collective(record.state);
    }
    put(FMT_COMPILE("10:{}:0:{}:{}:{}:0:{}:{}:1"), rank, *operation, communicator_id(record.communicator),
        record.peer == record::no_rank ? 0 : record.peer, record.bytes, record.received);
  }

  void message(std::uint32_t rank, const Record& record) {
    const std::uint64_t id = communicator_id(record.communicator);
    if (record.kind == Kind::receive) {
      return put(FMT_COMPILE("3:{}:0:{}:-1:{}:{}:{}:0"), rank, record.peer, record.bytes, record.tag, id);
    }
    put(FMT_COMPILE("2:{}:0:{}:-1:{}:{}:{}:{}"), rank, record.peer, record.bytes, record.tag, id, synchronism());
  }

  /// 1: rendezvous, 2: immediate. A send that did not block in the program does not block here.
  int synchronism() const {
    if (open_.empty()) return 2;
    const std::string& function = trace_.state_names()[open_.back()];
    if (function == "MPI_Send") return 0;
    if (function == "MPI_Ssend") return 1;
    return function == "MPI_Issend" ? 3 : 2;
  }

  const record::TraceSource& trace_;
  TextBlocks& out_;
  bool shown_;
  Uncarried uncarried_;
  std::vector<std::uint32_t> defined_;
  std::vector<std::optional<Event>> events_;              ///< by state
  std::vector<std::optional<std::uint64_t>> operations_;  ///< by state
  std::vector<std::uint64_t> starts_;
  Bursts bursts_;
  std::vector<std::uint16_t> open_;  ///< open states, innermost last
};

/// The name of the file, without characters that would end it in the header.
std::string title(const std::string& path) {
  std::string name = std::filesystem::path(path).filename().string();
  std::replace_if(
      name.begin(), name.end(), [](char sign) { return sign == ':' || sign == '"' || sign <= ' ' || sign > '~'; }, '_');
  return name;
}

std::string header(const record::TraceSource& trace, const std::string& path, std::uint64_t offsets) {
  std::string threads;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) threads += rank == 0 ? "1" : ",1";
  return fmt::format("#DIMEMAS:\"{}\":1,{:018}:{}({}),{},0\n", title(path), offsets, trace.ranks(), threads,
                     defined(trace).size());
}

}  // namespace

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& losses) {
  const std::uint64_t base = header(trace, out.path(), 0).size();
  TextBlocks measured(nullptr);
  write_definitions(trace, measured);
  Body measuring(trace, measured);
  walk(trace, measuring);
  measuring.report(losses);

  TextBlocks text(&out);
  out.write(std::string_view(header(trace, out.path(), base + measured.bytes())));
  write_definitions(trace, text);
  Body body(trace, text);
  walk(trace, body);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    text.line(fmt::format("s:{}:{}", rank, base + measuring.starts()[rank]));
  }
  text.flush();
}

}  // namespace trgen::formats::dim
