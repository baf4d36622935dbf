// SPDX-License-Identifier: Apache-2.0
// Opens a capture: finds the files of its ranks, scans each, and notes missing parts.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "trgen/formats/capture/format.hpp"
#include "trgen/formats/capture/scan.hpp"
#include "trgen/formats/capture/trace.hpp"

namespace trgen::formats::capture {
namespace {

namespace fs = std::filesystem;

struct Found {
  std::uint32_t rank = 0;
  std::string path;
};

/// The rank files in the folder of the one by which the capture is opened, by rank.
std::vector<Found> find_files(const std::string& path) {
  const fs::path folder = fs::path(path).has_parent_path() ? fs::path(path).parent_path() : fs::path(".");
  std::vector<Found> found;
  std::error_code error;
  for (fs::directory_iterator each(folder, error), end; !error && each != end; each.increment(error)) {
    const std::string name = each->path().filename().string();
    const auto rank = rank_of_file(name);
    if (rank) found.push_back({*rank, (fs::path(path).parent_path() / name).string()});
  }
  if (error) throw record::TraceError(fmt::format("{}: cannot list: {}", folder.string(), error.message()));
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.rank < b.rank; });
  return found;
}

class Opener {
 public:
  explicit Opener(std::string name) { facts_.trace.name = std::move(name); }

  void add(RankBytes bytes, std::optional<std::uint32_t> rank_of_name);
  std::shared_ptr<const Trace> finish();

 private:
  void check(const trgen_rank_header& header, const std::string& name, std::optional<std::uint32_t> rank_of_name);
  void add_missing();

  Facts facts_;
  std::vector<RankIndex> files_;
  std::vector<record::Incomplete> silent_;  ///< ranks whose files lack even a header
  std::string first_;                       ///< the file from which the number of ranks is known
};

void Opener::check(const trgen_rank_header& header, const std::string& name,
                   std::optional<std::uint32_t> rank_of_name) {
  std::uint32_t& ranks = facts_.trace.ranks;
  if (header.ranks == 0 || header.ranks > most_captured_ranks || header.rank >= header.ranks) {
    throw record::TraceError(
        fmt::format("{}: says that it is rank {} of {}; the file is damaged", name, header.rank, header.ranks));
  }
  if (rank_of_name && *rank_of_name != header.rank) {
    throw record::TraceError(fmt::format("{}: holds the records of rank {}; was it renamed?", name, header.rank));
  }
  if (ranks != 0 && ranks != header.ranks) {
    throw record::TraceError(
        fmt::format("{}: belongs to a program with {} ranks, {} to one with {}; keep the files of one run in a folder",
                    name, header.ranks, first_, ranks));
  }
  ranks = header.ranks;
  if (first_.empty()) first_ = name;
}

void Opener::add(RankBytes bytes, std::optional<std::uint32_t> rank_of_name) {
  std::string why;
  const auto header = read_rank_header(bytes, why);
  if (!header) {
    silent_.push_back({rank_of_name.value_or(0), std::move(why)});
    return;
  }
  check(*header, bytes.name(), rank_of_name);
  RankIndex index{.rank = header->rank, .bytes = std::move(bytes)};
  scan_rank(index, *header, facts_);
  files_.push_back(std::move(index));
}

void Opener::add_missing() {
  auto& incomplete = facts_.trace.notes.incomplete;
  for (record::Incomplete& each : silent_) {
    if (each.rank < facts_.trace.ranks) incomplete.push_back(std::move(each));
  }
  std::vector<bool> known(facts_.trace.ranks, false);
  for (const RankIndex& each : files_) known[each.rank] = true;
  for (const record::Incomplete& each : incomplete) known[each.rank] = true;
  for (std::uint32_t rank = 0; rank < known.size(); ++rank) {
    if (!known[rank]) incomplete.push_back({rank, fmt::format("there is no file {}", rank_file_name(rank))});
  }
  std::sort(incomplete.begin(), incomplete.end(), [](const auto& a, const auto& b) { return a.rank < b.rank; });
}

std::shared_ptr<const Trace> Opener::finish() {
  record::TraceFacts& trace = facts_.trace;
  if (files_.empty()) {
    throw record::TraceError(
        fmt::format("{}: no file of the capture holds records: the program ended within MPI_Init", trace.name));
  }
  add_missing();
  trace.format = Format::name;
  trace.compression = "none";
  trace.header_ranks = trace.ranks;
  trace.digest = io::Input::combined_digest(facts_.digests);
  trace.content_bytes = trace.file_bytes;
  trace.notes.communicators = facts_.communicators.notes(trace.ranks);
  trace.notes.comments.insert(
      trace.notes.comments.begin(),
      facts_.hooks ? "# extended trace: the messages of collectives stand inside their states"
                   : "# regular trace: collectives are states without their messages (no patched MPICH)");
  return std::make_shared<const Trace>(std::move(files_), std::move(trace), facts_.census.take());
}

/// Opens a capture; null for a pipe.
std::shared_ptr<const Trace> open_capture(io::Input& in) {
  if (!in.file_size()) return nullptr;
  if (in.compression() != "none") {
    throw record::TraceError(
        fmt::format("{}: is compressed; unpack the files of the capture, or convert the capture instead of compressing "
                    "it: trgen convert FOLDER trace.txt.zst",
                    in.name()));
  }
  const fs::path path(in.name());
  if (in.memory() || !rank_of_file(path.filename().string())) {
    Opener opener(in.name());
    opener.add(in.memory() ? RankBytes(in.name(), *in.memory()) : RankBytes(in.path()), std::nullopt);
    return opener.finish();
  }
  Opener opener(path.has_parent_path() ? path.parent_path().string() : ".");
  for (const Found& each : find_files(in.name())) opener.add(RankBytes(in.path().leads_to(each.path)), each.rank);
  return opener.finish();
}

}  // namespace

bool Format::sniff(std::span<const char> head) {
  return std::string_view(head.data(), head.size()).starts_with(TRGEN_RANK_MAGIC);
}

std::shared_ptr<const record::TraceSource> Format::open(io::Input& in, const ReadOptions& /*bounded by files*/) {
  return open_capture(in);
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions&) {
  const auto trace = open_capture(in);
  if (!trace) {
    throw record::TraceError(
        fmt::format("{}: a capture is a folder with one file per rank; name the folder", in.name()));
  }
  facts = trace->facts();
  const auto cursor = trace->open();
  record::Record record;
  for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
    while (cursor->next(rank, record)) sink.add(rank, record);
  }
  record::stop_at_failure(*trace, *cursor);
}

}  // namespace trgen::formats::capture
