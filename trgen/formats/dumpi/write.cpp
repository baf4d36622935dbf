// SPDX-License-Identifier: Apache-2.0
// Writes a DUMPI trace as text: the files of the ranks, one after the other, then the index. Memory: the communicators,
// and one call.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/dumpi/format.hpp"
#include "trgen/formats/dumpi/rank_writer.hpp"

namespace trgen::formats::dumpi {
namespace {

namespace fs = std::filesystem;

/// The files beside an index, in a folder of their own until all of them are written.
class FilesPlace {
 public:
  explicit FilesPlace(const std::string& path) : index_(path), temporary_(path + ".partial") {
    if (index_.extension() != ".meta" || index_.stem().empty()) {
      throw record::TraceError(fmt::format(
          "{}: the index of a DUMPI trace ends in .meta, e.g. run.meta (run-0000.txt and so on are written beside it)",
          path));
    }
    std::error_code error;
    if (!fs::exists(index_, error) && fs::exists(final_name(0), error)) {
      throw record::TraceError(
          fmt::format("{}: a trace {} needs this name, which is taken by something else; choose another name",
                      final_name(0).string(), path));
    }
    fs::remove_all(temporary_, error);
    if (!fs::create_directory(temporary_, error)) {
      throw record::TraceError(fmt::format("{}: cannot write: {}", temporary_.string(), error.message()));
    }
  }
  FilesPlace(const FilesPlace&) = delete;
  FilesPlace& operator=(const FilesPlace&) = delete;
  ~FilesPlace() {
    std::error_code error;
    fs::remove_all(temporary_, error);
  }

  std::string name() const { return index_.stem().string(); }
  std::string file(std::uint32_t rank) const { return (temporary_ / final_name(rank).filename()).string(); }
  fs::path final_name(std::uint32_t rank) const {
    return index_.parent_path() / fmt::format("{}-{:04}.txt", name(), rank);
  }
  std::string index() const { return (temporary_ / index_.filename()).string(); }

  /// Moves the files into place, the index last. Files of further ranks, from an older trace of this name, are removed.
  void commit(std::uint32_t ranks) const {
    std::error_code error;
    fs::remove(index_, error);
    for (std::uint32_t rank = 0; rank < ranks && !error; ++rank) fs::rename(file(rank), final_name(rank), error);
    for (std::uint32_t rank = ranks; !error && fs::exists(final_name(rank), error); ++rank) {
      fs::remove(final_name(rank), error);
    }
    if (!error) fs::rename(index(), index_, error);
    if (error) throw record::TraceError(fmt::format("{}: cannot write: {}", index_.string(), error.message()));
  }

 private:
  fs::path index_;
  fs::path temporary_;
};

/// Losses that do not depend on the way in which calls are written.
struct Counting {
  Uncarried& uncarried;

  void begin(std::uint32_t /*rank*/) const { uncarried.begin(); }
  void record(std::uint32_t /*rank*/, const record::Record& record) const { uncarried.add(record); }
  void end(std::uint32_t /*rank*/) const {}
};

}  // namespace

void Format::write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses) {
  const FilesPlace place(path);
  const FilesRead read(trace);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) read.spare(place.final_name(rank).string());
  CommunicatorPlan plan(trace);
  WriteLosses lost;
  RankWriter writer(trace, plan, lost);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    io::Output out(place.file(rank));
    writer.write(rank, out);
    out.commit();
  }
  io::Output index(place.index());
  const std::string text = fmt::format(
      "hostname=none\nnumprocs={}\nusername=none\nstartime=0\nfileprefix={}\nversion=1\nsubversion=0\nsubsubversion="
      "0\n",
      trace.ranks(), place.name());
  index.write(std::string_view(text));
  index.commit();
  place.commit(trace.ranks());
  for (const auto& [what, count] : lost) losses.add(what, count);
  Uncarried uncarried(trace, {.communicators = true, .tables = true, .wildcards = true, .clock = false});
  Counting counting{uncarried};
  walk(trace, counting);
  uncarried.report(losses);
  losses.add("numbers of communicators (they are renumbered)", plan.makings().size());
  losses.add("the note that times are CPU time", trace.notes().clock == "cpu" ? 1 : 0);
}

}  // namespace trgen::formats::dumpi
