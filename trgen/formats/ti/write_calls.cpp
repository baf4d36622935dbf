// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/write_calls.hpp"

#include <fmt/compile.h>

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

constexpr std::uint32_t tag_bits = 0x7fffffff;
constexpr std::size_t deepest = 64;

class Writer {
 public:
  Writer(const record::TraceSource& trace, const Work& work, io::FileSet& files)
      : trace_(trace),
        work_(work),
        files_(files),
        has_messages_(shows_collectives(trace)),
        uncarried_(trace, {.communicators = true, .tables = true, .clock = true}),
        collectives_(trace, true) {
    for (const std::string& state : trace.state_names()) {
      const Action* const action = collective_action(state);
      by_messages_.push_back(has_messages_ && action != nullptr && action->op >= Op::gatherv);
    }
  }

  void begin(std::uint32_t rank) {
    bursts_ = {};
    open_.clear();
    carry_ = 0;
    uncarried_.begin();
    collectives_.begin();
    out_.emplace(files_.next());
    text_.emplace(&*out_);
    text_->line(fmt::format("#clock {}\n#ranks {}", work_.clock, trace_.ranks()));
    if (work_.per_second != 0) text_->line(fmt::format("#rate {}", work_.per_second));
    text_->line(fmt::format("{} init", rank));
  }

  void record(std::uint32_t rank, const Record& record) {
    uncarried_.add(record);
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) compute(rank, burst);
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
  }

 private:
  /// What is left of a unit is carried on, so that the total is right to one.
  void compute(std::uint32_t rank, std::uint64_t burst) {
    const double amount = static_cast<double>(burst) * work_.for_each + carry_;
    const auto whole = static_cast<std::uint64_t>(amount);
    carry_ = amount - static_cast<double>(whole);
    if (whole == 0) return;
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} compute {}"), rank, whole);
    text_->line();
  }

  void enter(std::uint32_t rank, const Record& record) {
    if (open_.size() < deepest) open_.push_back(record.state);
    uncarried_.drop_state();
    if (!record.collective || by_messages_[record.state]) return;
    if (collectives_.append(text_->text(), rank, record)) {
      text_->line();
    } else if (!has_messages_) {
      uncarried_.drop_collective(record.state);
    }
  }

  /// Messages that a call of a collective stands for are left out, also where they come later: their communicators are
  /// those of collectives.
  void message(std::uint32_t rank, const Record& record) {
    const std::string_view state = open_.empty() ? std::string_view() : trace_.state_names()[open_.back()];
    const bool kept = !open_.empty() && by_messages_[open_.back()];
    if (has_messages_ && !kept && (record.communicator % 2 == 1 || collective_action(state) != nullptr)) return;
    const bool blocks = record.peer != rank && (state == "MPI_Send" || state == "MPI_Ssend");
    const bool synchronous = record.peer != rank && (state == "MPI_Ssend" || state == "MPI_Issend");
    const std::string_view started = synchronous ? "issend" : "isend";
    const std::string_view send = !blocks ? started : synchronous ? "ssend" : "send";
    if (record.tag < 0) ++negative_tags_;
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} {} {} {} {} 6"), rank,
                   record.kind == Kind::receive ? "recv" : send, record.peer,
                   static_cast<std::uint32_t>(record.tag) & tag_bits, record.bytes);
    if (record.communicator != 0) fmt::format_to(std::back_inserter(text_->text()), " comm={}", record.communicator);
    text_->line();
  }

  const record::TraceSource& trace_;
  const Work& work_;
  io::FileSet& files_;
  bool has_messages_;  ///< those inside collectives
  Uncarried uncarried_;
  Collectives collectives_;
  std::vector<bool> by_messages_;  ///< by state: a collective that is written as its messages
  std::optional<io::Output> out_;
  std::optional<TextBlocks> text_;
  Bursts bursts_;
  std::vector<std::uint16_t> open_;  ///< open states, innermost last
  double carry_ = 0;
  std::uint64_t negative_tags_ = 0;
};

}  // namespace

void write_calls(const record::TraceSource& trace, const std::string& path, const Work& work, record::Losses& losses) {
  if (path.find_first_of(" \t") != std::string::npos) {
    throw record::TraceError(
        fmt::format("{}: a list of files cannot hold names with blanks; choose another name", path));
  }
  FilesRead(trace).spare_folder(path + "_files");
  io::FileSet files(path + "_files", "rank-",
                    std::string(Format::suffix) + std::string(io::compression_for(path).suffix));
  Writer writer(trace, work, files);
  walk(trace, writer);
  writer.finish(losses);
  io::Output list(path);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) list.write(std::string_view(files.name(rank) + "\n"));
  files.commit();
  list.commit();
}

}  // namespace trgen::formats::ti
