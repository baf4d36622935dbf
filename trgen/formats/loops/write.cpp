// SPDX-License-Identifier: Apache-2.0
// Reads a trace twice: once to find its loops, rank by rank, and once to check that these give every record of it, and
// to write the values that have no structure.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <utility>

#include "trgen/formats/common/numbers.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/loops/frames.hpp"
#include "trgen/formats/loops/head.hpp"
#include "trgen/formats/loops/used_states.hpp"
#include "trgen/formats/text/append.hpp"
#include "trgen/io/problems.hpp"
#include "trgen/structure/expansion.hpp"
#include "trgen/structure/faults.hpp"
#include "trgen/structure/gather.hpp"
#include "trgen/structure/nesting.hpp"
#include "trgen/structure/rank_fold.hpp"

namespace trgen::formats::loops {
namespace {

using record::Record;
using structure::FieldName;

/// The clock of a rank, with the times that are kept.
class KeptClock {
 public:
  explicit KeptClock(Times times) : times_(times) {}

  void set(Record& record) {
    const auto gap = static_cast<std::int64_t>(record.time_ns - last_);
    last_ = record.time_ns;
    kept_ += static_cast<std::uint64_t>(times_.of(gap));
    record.time_ns = kept_;
  }

 private:
  Times times_;
  std::uint64_t last_ = 0;
  std::uint64_t kept_ = 0;
};

std::string header_lines(const record::TraceSource& trace) {
  fmt::memory_buffer text;
  text::append_header(text, trace);
  return {text.data(), text.size()};
}

/// The first reading.
class Finder {
 public:
  Finder(const record::TraceSource& trace, UsedStates& states, Times times)
      : trace_(trace), states_(states), times_(times) {}

  Head run() {
    const auto cursor = trace_.open();
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) read_rank(*cursor, rank);
    record::stop_at_failure(trace_, *cursor);
    head_.structure = gather_.finish();
    head_.structure.states = states_.names();
    head_.census = census_.take();
    head_.lines = header_lines(trace_);
    return std::move(head_);
  }

 private:
  void read_rank(record::TraceCursor& cursor, std::uint32_t rank) {
    structure::RankFold fold(rank, trace_.ranks());
    KeptClock clock(times_);
    Record record;
    std::uint64_t time = 0;
    for (std::uint64_t number = 0; cursor.next(rank, record); ++number) {
      clock.set(record);
      if (record.time_ns < time && ++head_.backwards <= io::most_warnings)
        head_.backwards_places.push_back({rank, number, time, record.time_ns});
      time = record.time_ns;
      states_.renumber(record);
      census_.add(rank, record);
      fold.add(record);
      ++head_.records;
    }
    gather_.add(fold.take());
  }

  const record::TraceSource& trace_;
  UsedStates& states_;
  Times times_;
  structure::Gather gather_;
  record::CensusTaker census_;
  Head head_;
};

/// The second reading.
class ValueWriter {
 public:
  ValueWriter(const record::TraceSource& trace, UsedStates& states, std::shared_ptr<const structure::Structure> loops,
              Times times, FrameWriter& frames)
      : trace_(trace), states_(states), expansion_(std::move(loops)), times_(times), frames_(frames) {}

  void run() {
    const auto cursor = trace_.open();
    for (std::uint32_t rank = 0; rank < trace_.ranks(); ++rank) write_rank(*cursor, rank);
    record::stop_at_failure(trace_, *cursor);
  }

  double most_off() const { return most_off_; }
  std::uint64_t gaps() const { return gaps_; }
  std::uint64_t numbers() const { return numbers_; }

  /// The value of a listed field in the record that is next.
  std::int64_t take(FieldName name, std::int64_t previous) {
    std::int64_t value = 0;
    switch (name) {
      case FieldName::gap:
        ++gaps_;
        values_.whole(static_cast<std::int64_t>(record_.time_ns - time_));
        return static_cast<std::int64_t>(record_.time_ns - time_);
      case FieldName::peer:
        value = record_.peer;
        break;
      case FieldName::tag:
        value = record_.tag;
        break;
      case FieldName::communicator:
        value = record_.communicator;
        break;
      case FieldName::bytes:
        value = static_cast<std::int64_t>(record_.bytes);
        break;
      case FieldName::extra:
        value = static_cast<std::int64_t>(record_.kind == record::Kind::receive ? record_.match : record_.received);
        break;
    }
    ++numbers_;
    values_.whole(static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(previous)));
    return value;
  }

 private:
  void write_rank(record::TraceCursor& cursor, std::uint32_t rank) {
    const std::size_t full = values_in_a_frame(trace_.ranks());
    structure::RankState state;
    KeptClock clock(times_);
    Record made;
    time_ = 0;
    std::uint64_t end = 0;
    while (cursor.next(rank, record_)) {
      states_.renumber(record_);
      clock.set(record_);
      if (times_.are_histograms()) {  // the time since the last record, behind what was drawn for that
        record_.time_ns = time_ + (record_.time_ns - std::exchange(end, record_.time_ns));
      }
      const structure::Next next = expansion_.next(rank, state, *this, made);
      made.line = record_.line;
      if (next == structure::Next::record && expansion_.structure().events[state.event].field(FieldName::gap).drawn)
        record_.time_ns = made.time_ns;
      if (next != structure::Next::record || made != record_) differ(rank, state);
      time_ = record_.time_ns;
      if (values_.written().size() >= full) flush(rank);
    }
    if (expansion_.next(rank, state, *this, made) != structure::Next::end && cursor.failure().empty())
      differ(rank, state);
    if (!values_.written().empty()) flush(rank);
    if (end > 0 && times_.are_histograms())
      most_off_ = std::max(most_off_, std::abs(static_cast<double>(time_) / static_cast<double>(end) - 1));
  }

  void flush(std::uint32_t rank) { frames_.values(rank, values_.take()); }

  /// The check that nothing is written which is not the trace.
  [[noreturn]] void differ(std::uint32_t rank, const structure::RankState& state) const {
    throw std::logic_error(
        fmt::format("the loops found in {} do not give record {} of rank {}", trace_.name(), state.records, rank));
  }

  const record::TraceSource& trace_;
  UsedStates& states_;
  structure::Expansion expansion_;
  Times times_;
  FrameWriter& frames_;
  NumberWriter values_;
  Record record_;
  std::uint64_t time_ = 0;
  std::uint64_t gaps_ = 0;
  std::uint64_t numbers_ = 0;
  double most_off_ = 0;
};

}  // namespace

namespace {

void refuse_packed_twice(const io::Output& out) {
  if (const auto& twice = io::compression_for(out.path()); twice.name != "none" && out.path() != "-") {
    throw record::TraceError(fmt::format("{}: loops are compressed already and must stay as they are; name it {}",
                                         out.path(), out.path().substr(0, out.path().size() - twice.suffix.size())));
  }
}

std::string greeting_of(const Head& head, std::uint32_t ranks) {
  return fmt::format("{}{} ranks={} records={}\n", greeting_start, version_of(head.structure), ranks, head.records);
}

/// What the file holds, its values left aside.
Summary summary_of(const FrameWriter& frames, std::shared_ptr<const structure::Structure> loops) {
  Summary made;
  made.head_bytes = frames.index().head_bytes;
  for (const Index::Place& each : frames.index().places) made.values_bytes += each.bytes;
  made.events = loops->events.size();
  made.sets = loops->sets.size();
  made.loops = static_cast<std::size_t>(
      std::count_if(loops->nodes.begin(), loops->nodes.end(), [](const auto& node) { return node.step.count > 1; }));
  made.structure = std::move(loops);
  return made;
}

}  // namespace

Summary write_loops(const record::TraceSource& trace, io::Output& out, Times times) {
  refuse_packed_twice(out);
  UsedStates states(trace);
  Head head = Finder(trace, states, times).run();
  DrawnTimes drawn;
  if (times.are_histograms()) {
    head.structure = structure::nested(head.structure);
    drawn = draw_times(trace, head.structure);
  }
  FrameWriter frames(out, greeting_of(head, trace.ranks()));
  frames.head(encode(head));
  auto loops = std::make_shared<const structure::Structure>(std::move(head.structure));
  ValueWriter values(trace, states, loops, times, frames);
  values.run();
  frames.finish();
  Summary made = summary_of(frames, std::move(loops));
  made.gaps = values.gaps();
  made.numbers = values.numbers();
  made.drawn = drawn;
  made.most_off = values.most_off();
  return made;
}

Summary write_structure(const record::TraceSource& trace, std::shared_ptr<const structure::Structure> loops,
                        io::Output& out) {
  refuse_packed_twice(out);
  if (const std::string fault = structure::fault_of(*loops); !fault.empty())
    throw std::logic_error(fmt::format("the loops made for {} are damaged: {}", trace.name(), fault));
  Head head;
  head.lines = header_lines(trace);
  head.records = trace.records();
  head.census = trace.census();
  head.structure = *loops;
  FrameWriter frames(out, greeting_of(head, trace.ranks()));
  frames.head(encode(head));
  frames.finish();
  return summary_of(frames, std::move(loops));
}

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& /*carries all*/) {
  write_loops(trace, out, Times::exact());
}

structure::Structure structure_of(const record::TraceSource& trace, Times times) {
  UsedStates states(trace);
  return Finder(trace, states, times).run().structure;
}

}  // namespace trgen::formats::loops
