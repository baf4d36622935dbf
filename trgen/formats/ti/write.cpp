// SPDX-License-Identifier: Apache-2.0
// Writes time-independent traces as smpi_replay 3.32 takes them: a list, and a file for each rank.
#include <fmt/compile.h>

#include <iterator>

#include "trgen/formats/ti/rank_writer.hpp"

namespace trgen::formats::ti {
namespace {

using record::Kind;
using record::Record;

constexpr std::uint64_t most_count = 0x7fffffff;  // smpi_replay stores counts as int

/// The action of a call without messages; empty when it has none.
std::string_view plain_call(std::string_view state) {
  for (const std::string_view name : {"MPI_Comm_size", "MPI_Comm_split", "MPI_Comm_dup"}) {
    if (state == name) return find_action(name.substr(4))->name;
  }
  return {};
}

class TraceWriter final : public RankWriter<TraceWriter> {
 public:
  TraceWriter(const record::TraceSource& trace, io::FileSet& files)
      : RankWriter(trace, files, Uncarried(trace, {.wildcards = true, .clock = true, .incomplete = true}),
                   Collectives(trace)),
        shown_(shows_collectives(trace)) {}

  void begin(std::uint32_t rank) {
    const std::string& clock = trace_.notes().clock;
    begin_file(rank, fmt::format("#clock {}\n#ranks {}", clock.empty() ? "ns" : clock, trace_.ranks()));
  }

  void finish(record::Losses& losses) {
    RankWriter::finish(losses);
    losses.add("messages of 2 GiB and more, which smpi_replay counts wrongly", large_);
  }

  void compute(std::uint32_t rank, std::uint64_t burst) {
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} compute {}"), rank, burst);
    text_->line();
  }

  void enter(std::uint32_t rank, const Record& record) {
    const std::string_view name = plain_call(trace_.state_names()[record.state]);
    if (!name.empty()) {
      text_->line(fmt::format("{} {}", rank, name));
    } else if (record.collective && !shown_) {
      if (collectives_.append(text_->text(), rank, record)) {
        text_->line();
      } else {
        uncarried_.drop_collective(record.state);
      }
    }
  }

  void message(std::uint32_t rank, const Record& record) {
    // Large sends block in smpi_replay, so only a send that blocked in the program is written as a blocking one.
    const bool blocking = record.peer != rank && !open_.empty() && trace_.state_names()[open_.back()] == "MPI_Send";
    const std::string_view action = record.kind == Kind::receive ? "recv" : blocking ? "send" : "isend";
    if (record.bytes > most_count) ++large_;
    note_source(record);
    if (!blocking) note_started(record, rank);
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} {} {} {} {}"), rank, action, record.peer,
                   written_tag(record.tag), record.bytes);
    text_->line();
  }

 private:
  bool shown_;
  std::uint64_t large_ = 0;
};

}  // namespace

void Format::write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses) {
  write_with_list(trace, path, losses, [&](io::FileSet& files) { return TraceWriter(trace, files); });
}

}  // namespace trgen::formats::ti
