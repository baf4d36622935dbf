// SPDX-License-Identifier: Apache-2.0
// Writes a Chakra trace: a file for each rank.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <system_error>

#include "trgen/formats/chakra/files.hpp"
#include "trgen/formats/chakra/format.hpp"
#include "trgen/formats/chakra/messages.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"

namespace trgen::formats::chakra {
namespace {

namespace fs = std::filesystem;
using record::Kind;
using record::Record;

struct Written {
  std::string_view function;
  CollectiveType type;
};

constexpr std::array written{Written{"MPI_Allreduce", CollectiveType::all_reduce},
                             Written{"MPI_Reduce", CollectiveType::reduce},
                             Written{"MPI_Allgather", CollectiveType::all_gather},
                             Written{"MPI_Gather", CollectiveType::gather},
                             Written{"MPI_Scatter", CollectiveType::scatter},
                             Written{"MPI_Bcast", CollectiveType::broadcast},
                             Written{"MPI_Alltoall", CollectiveType::all_to_all},
                             Written{"MPI_Reduce_scatter", CollectiveType::reduce_scatter},
                             Written{"MPI_Reduce_scatter_block", CollectiveType::reduce_scatter_block},
                             Written{"MPI_Barrier", CollectiveType::barrier}};

/// The files, under a folder's name of their own until all of them are written.
class RankFilesPlace {
 public:
  explicit RankFilesPlace(const std::string& path) : temporary_(path + ".partial") {
    const auto first = as_rank_file(path);
    if (!first || first->rank != 0) {
      throw record::TraceError(fmt::format(
          "{}: a Chakra trace is a file for each rank; give the name of that of rank 0, e.g. run.0.et", path));
    }
    file_ = *first;
    std::error_code error;
    fs::remove_all(temporary_, error);
    if (!fs::create_directory(temporary_, error))
      throw record::TraceError(fmt::format("{}: cannot write: {}", temporary_.string(), error.message()));
  }
  RankFilesPlace(const RankFilesPlace&) = delete;
  RankFilesPlace& operator=(const RankFilesPlace&) = delete;
  ~RankFilesPlace() {
    std::error_code error;
    fs::remove_all(temporary_, error);
  }

  std::string name(std::uint32_t rank) const { return file_.name(rank); }
  std::string unfinished(std::uint32_t rank) const {
    return (temporary_ / fs::path(file_.name(rank)).filename()).string();
  }

  /// Moves the files into place. Those of further ranks, from an older trace of this name, are removed.
  void commit(std::uint32_t ranks) const {
    std::error_code error;
    for (std::uint32_t rank = 0; rank < ranks && !error; ++rank) fs::rename(unfinished(rank), name(rank), error);
    for (std::uint32_t rank = ranks; !error && fs::exists(name(rank), error); ++rank) fs::remove(name(rank), error);
    if (error) throw record::TraceError(fmt::format("{}: cannot write: {}", name(0), error.message()));
  }

 private:
  fs::path temporary_;
  RankFile file_;
};

class Writer {
 public:
  Writer(const record::TraceSource& trace, const RankFilesPlace& place)
      : place_(place), shown_(shows_collectives(trace)), ranks_(trace.ranks()), uncarried_(trace, {}) {
    for (const std::string& name : trace.state_names()) {
      const auto* const found =
          std::find_if(written.begin(), written.end(), [&](const Written& each) { return each.function == name; });
      types_.push_back(found == written.end() ? std::nullopt : std::optional(found->type));
    }
  }

  void begin(std::uint32_t rank) {
    out_ = std::make_unique<io::Output>(place_.unfinished(rank));
    nodes_.emplace(*out_);
    bursts_ = {};
    uncarried_.begin();
    number_ = awaited_ = 0;
  }

  void record(std::uint32_t rank, const Record& record) {
    uncarried_.add(record);
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) add({.duration_ns = burst}, "compute");
    if (record::is_message(record.kind)) {
      const bool sends = record.kind == Kind::send;
      add({.type = sends ? NodeType::send : NodeType::receive,
           .peer = record.peer,
           .self = rank,
           .tag = record.tag,
           .bytes = record.bytes},
          sends ? "send" : "receive");
    } else if (record.kind == Kind::state_start) {
      uncarried_.drop_state();
      if (record.collective && !shown_) collective(record);
    }
  }

  void end(std::uint32_t /*rank*/) {
    nodes_.reset();
    out_->commit();
    out_.reset();
  }

  void finish(record::Losses& losses) { uncarried_.report(losses); }

 private:
  void add(Node node, std::string_view name) {
    node.id = ++number_;
    if (awaited_ != 0) node.dependencies = {awaited_};
    nodes_->write(node, name);
    if (node.type != NodeType::send) awaited_ = node.id;
  }

  void collective(const Record& record) {
    const auto type = types_[record.state];
    if (!type || record.communicator > 1) return uncarried_.drop_collective(record.state);
    // The size is the whole of the data that a rank contributes, or receives from the root.
    std::uint64_t bytes = record.bytes;
    if (*type == CollectiveType::broadcast) bytes = std::max(record.bytes, record.received);
    if (*type == CollectiveType::scatter) bytes = std::max(record.bytes, record.received * ranks_);
    add({.type = NodeType::collective,
         .collective = *type,
         .peer = record.peer == record::no_rank ? -1 : std::int64_t{record.peer},
         .bytes = bytes},
        collective_names[static_cast<std::size_t>(*type)]);
  }

  const RankFilesPlace& place_;
  bool shown_;
  std::uint64_t ranks_;
  Uncarried uncarried_;
  std::vector<std::optional<CollectiveType>> types_;  ///< by state
  std::unique_ptr<io::Output> out_;
  std::optional<NodeWriter> nodes_;
  Bursts bursts_;
  std::uint64_t number_ = 0;   ///< id of the last node
  std::uint64_t awaited_ = 0;  ///< id of the last node that is no send
};

}  // namespace

void Format::write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses) {
  const RankFilesPlace place(path);
  const FilesRead read(trace);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) read.spare(place.name(rank));
  Writer writer(trace, place);
  walk(trace, writer);
  place.commit(trace.ranks());
  writer.finish(losses);
}

}  // namespace trgen::formats::chakra
