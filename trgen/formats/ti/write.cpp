// SPDX-License-Identifier: Apache-2.0
// Writes time-independent traces as smpi_replay 3.32 takes them: a list, and a file for each rank.
#include <fmt/compile.h>

#include <filesystem>
#include <iterator>
#include <optional>

#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/ti/collectives.hpp"
#include "trgen/formats/ti/format.hpp"
#include "trgen/io/compression.hpp"
#include "trgen/io/file_set.hpp"

namespace trgen::formats::ti {
namespace {

using record::Kind;
using record::Record;

constexpr std::uint64_t most_count = 0x7fffffff;  // smpi_replay stores counts as int
constexpr std::uint32_t tag_bits = 0x7fffffff;

/// The action of a call without messages; empty when it has none.
std::string_view plain_call(std::string_view state) {
  for (const std::string_view name : {"MPI_Comm_size", "MPI_Comm_split", "MPI_Comm_dup"}) {
    if (state == name) return find_action(name.substr(4))->name;
  }
  return {};
}

class Writer {
 public:
  Writer(const record::TraceSource& trace, io::FileSet& files)
      : trace_(trace),
        files_(files),
        shown_(shows_collectives(trace)),
        uncarried_(trace, {.clock = true}),
        collectives_(trace) {}

  void begin(std::uint32_t rank) {
    bursts_ = {};
    open_.clear();
    uncarried_.begin();
    out_.emplace(files_.next());
    text_.emplace(&*out_);
    const std::string& clock = trace_.notes().clock;
    text_->line(fmt::format("#clock {}\n#ranks {}\n{} init", clock.empty() ? "ns" : clock, trace_.ranks(), rank));
  }

  void record(std::uint32_t rank, const Record& record) {
    uncarried_.add(record);
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) {
      fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} compute {}"), rank, burst);
      text_->line();
    }
    if (record.kind == Kind::state_start) {
      enter(rank, record);
    } else if (record.kind == Kind::state_end) {
      if (!open_.empty()) open_.pop_back();
    } else {
      message(rank, record);
    }
  }

  void end(std::uint32_t rank) {
    text_->line(fmt::format("{} finalize", rank));
    text_->flush();
    out_->commit();
  }

  void finish(record::Losses& losses) {
    uncarried_.report(losses);
    collectives_.report(losses);
    losses.add("negative tags, written without their sign", negative_tags_);
    losses.add("messages of 2 GiB and more, which smpi_replay counts wrongly", large_);
  }

 private:
  void enter(std::uint32_t rank, const Record& record) {
    constexpr std::size_t deepest = 64;
    if (open_.size() < deepest) open_.push_back(record.state);
    uncarried_.drop_state();
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
    if (record.tag < 0) ++negative_tags_;
    if (record.bytes > most_count) ++large_;
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} {} {} {} {}"), rank, action, record.peer,
                   static_cast<std::uint32_t>(record.tag) & tag_bits, record.bytes);
    text_->line();
  }

  const record::TraceSource& trace_;
  io::FileSet& files_;
  bool shown_;
  Uncarried uncarried_;
  Collectives collectives_;
  std::optional<io::Output> out_;
  std::optional<TextBlocks> text_;
  Bursts bursts_;
  std::vector<std::uint16_t> open_;  ///< open states, innermost last
  std::uint64_t negative_tags_ = 0;
  std::uint64_t large_ = 0;
};

}  // namespace

void Format::write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses) {
  if (path.find_first_of(" \t") != std::string::npos) {
    throw record::TraceError(
        fmt::format("{}: a list of files cannot hold names with blanks; choose another name", path));
  }
  FilesRead(trace).spare_folder(path + "_files");
  io::FileSet files(path + "_files", "rank-", std::string(suffix) + std::string(io::compression_for(path).suffix));
  Writer writer(trace, files);
  walk(trace, writer);
  writer.finish(losses);
  io::Output list(path);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) list.write(std::string_view(files.name(rank) + "\n"));
  files.commit();
  list.commit();
}

}  // namespace trgen::formats::ti
