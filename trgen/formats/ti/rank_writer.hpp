// SPDX-License-Identifier: Apache-2.0
// Common part of the writers of time-independent traces: a file for each rank and a list of them, the states that a
// rank is in, and CPU bursts between its records.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/ti/collectives.hpp"
#include "trgen/formats/ti/format.hpp"
#include "trgen/io/compression.hpp"
#include "trgen/io/file_set.hpp"

namespace trgen::formats::ti {

/// Writes the file of each rank by the writer that make(files) gives, and then the list of these files to `path`.
/// Throws record::TraceError where a list cannot hold their names.
template <class Make>
void write_with_list(const record::TraceSource& trace, const std::string& path, record::Losses& losses, Make make) {
  if (path.find_first_of(" \t") != std::string::npos) {
    throw record::TraceError(
        fmt::format("{}: a list of files cannot hold names with blanks; choose another name", path));
  }
  FilesRead(trace).spare_folder(path + "_files");
  io::FileSet files(path + "_files", "rank-",
                    std::string(Format::suffix) + std::string(io::compression_for(path).suffix));
  auto writer = make(files);
  walk(trace, writer);
  writer.finish(losses);
  io::Output list(path);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) list.write(std::string_view(files.name(rank) + "\n"));
  files.commit();
  list.commit();
}

/// The base of a writer W, which has compute(rank, burst), enter(rank, record) and message(rank, record).
template <class W>
class RankWriter {
 public:
  void record(std::uint32_t rank, const record::Record& record) {
    auto& writer = static_cast<W&>(*this);
    uncarried_.add(record);
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) writer.compute(rank, burst);
    if (record.kind == record::Kind::state_start) {
      if (open_.size() < deepest) open_.push_back(record.state);
      uncarried_.drop_state();
      writer.enter(rank, record);
    } else if (record.kind == record::Kind::state_end) {
      if (!open_.empty()) open_.pop_back();
    } else {
      writer.message(rank, record);
    }
  }

  void end(std::uint32_t rank) {
    if (!incomplete_.contains(rank)) text_->line(fmt::format("{} finalize", rank));
    text_->flush();
    out_->commit();
  }

  void finish(record::Losses& losses) {
    uncarried_.report(losses);
    collectives_.report(losses);
    losses.add("negative tags, written without their sign", negative_tags_);
    losses.add("sends that their ranks stand at in a replay of the records, written as isend: ranks go on", started_);
    losses.add("receives of ANY_SOURCE or ANY_TAG, written with the source and tag that came", open_receives_);
  }

 protected:
  static constexpr std::size_t deepest = 64;

  RankWriter(const record::TraceSource& trace, io::FileSet& files, Uncarried uncarried, Collectives collectives)
      : trace_(trace), files_(files), uncarried_(std::move(uncarried)), collectives_(std::move(collectives)) {
    for (const auto& each : trace.notes().incomplete) incomplete_.emplace(each.rank, each.why);
  }

  /// Begins the next rank, in a file of its own with these lines at its beginning. An incomplete rank is marked as
  /// such.
  void begin_file(std::uint32_t rank, std::string_view head) {
    bursts_ = {};
    open_.clear();
    uncarried_.begin();
    collectives_.begin();
    out_.emplace(files_.next());
    text_.emplace(&*out_);
    text_->line(head);
    if (const auto found = incomplete_.find(rank); found != incomplete_.end())
      text_->line(fmt::format("#incomplete {} {}", rank, found->second));
    text_->line(fmt::format("{} init", rank));
  }

  /// Counts a wildcard source or tag, before the message is written.
  void note_source(const record::Record& message) {
    if (message.any_source || message.any_tag) ++open_receives_;
  }

  /// Counts a send that is written as one that its rank does not stand at.
  void note_started(const record::Record& message, std::uint32_t rank) {
    if (message.kind == record::Kind::send && message.peer != rank) ++started_;
  }

  /// A tag without its sign.
  std::uint32_t written_tag(std::int32_t tag) {
    if (tag < 0) ++negative_tags_;
    return static_cast<std::uint32_t>(tag) & 0x7fffffffU;
  }

  const record::TraceSource& trace_;
  io::FileSet& files_;
  Uncarried uncarried_;
  Collectives collectives_;
  std::optional<io::Output> out_;
  std::optional<TextBlocks> text_;
  Bursts bursts_;
  std::vector<std::uint16_t> open_;  ///< open states, innermost last
  std::uint64_t negative_tags_ = 0;
  std::uint64_t open_receives_ = 0;
  std::uint64_t started_ = 0;

 private:
  std::map<std::uint32_t, std::string> incomplete_;  ///< why, by rank
};

}  // namespace trgen::formats::ti
