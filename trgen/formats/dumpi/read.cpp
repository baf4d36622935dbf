// SPDX-License-Identifier: Apache-2.0
// Reads a DUMPI trace: every file once for its communicators and sizes of types, and once for its calls. Memory: one
// block of a file, the communicators, and the receives in flight of one rank.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/dumpi/format.hpp"
#include "trgen/formats/dumpi/rank_reader.hpp"
#include "trgen/io/compression.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::dumpi {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t never = ~std::uint64_t{0};

/// The rank in the name of a file: "run-0012.txt".
std::uint32_t rank_of_name(const std::string& name) {
  const std::string stem = fs::path(name).stem().string();
  const auto rank = parse_rank(std::string_view(stem).substr(stem.rfind('-') + 1));
  return stem.rfind('-') == std::string::npos ? 0 : rank.value_or(0);
}

class Reader {
 public:
  Reader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options)
      : in_(in),
        facts_(facts),
        problems_(in.name()),
        most_(options.most_ranks),
        records_(sink, facts.records),
        order_(records_) {}

  void run() {
    if (is_meta(in_.head())) {
      read_meta();
    } else {
      lone_file();
    }
    survey();
    convert();
    report();
  }

 private:
  struct File {
    std::uint32_t rank = 0;
    std::string path;  ///< empty: the input itself
    std::vector<std::uint32_t> type_sizes;
  };

  void read_meta() {
    io::Lines lines(in_, problems_);
    std::string_view line;
    std::string prefix;
    std::uint64_t ranks = 0;
    while (lines.next(line)) {
      const std::string_view value = line.substr(std::min(line.find('=') + 1, line.size()));
      if (line.starts_with("fileprefix=")) prefix = fs::path(value).filename().string();
      if (line.starts_with("hostname=") && value != "none") comment("recorded on", value);
      if (line.starts_with("startime=")) said_start_ = fsin::parse_natural(value);
      if (!line.starts_with("numprocs=")) continue;
      ranks = fsin::parse_natural(value).value_or(0);
      if (ranks == 0 || ranks > most_announced_ranks) {
        problems_.stop(lines.number(),
                       fmt::format("'numprocs={}': the number of ranks must be a whole number from 1 to {}",
                                   fsin::one_line(value.substr(0, 60)), most_announced_ranks));
      }
    }
    digests_.push_back(in_.digest());
    facts_.file_bytes = in_.file_bytes();
    facts_.content_bytes = in_.content_bytes();
    facts_.header_ranks = static_cast<std::uint32_t>(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) files_.push_back({rank, find_file(prefix, rank), {}});
  }

  /// Finds the file of a rank, under the name that the index gives or under that of the index, beside the index or
  /// beside the target of its link.
  std::string find_file(const std::string& prefix, std::uint32_t rank) {
    const fs::path folder = fs::path(in_.name()).parent_path();
    std::error_code error;
    for (const fs::path& index : {fs::path(in_.name()), fs::weakly_canonical(in_.name(), error)}) {
      for (const std::string& base : {prefix, index.stem().string()}) {
        for (const std::string_view ending : {".txt", ".bin"}) {
          fs::path path = index.parent_path() / fmt::format("{}-{:04}{}", base, rank, ending);
          if (fs::is_regular_file(path, error)) return path.string();
          for (const io::Compression& each : io::compressions()) {
            path = index.parent_path() / fmt::format("{}-{:04}{}{}", base, rank, ending, each.suffix);
            if (fs::is_regular_file(path, error)) return path.string();
          }
        }
      }
    }
    problems_.stop(
        0, fmt::format("the file of rank {} is missing: neither {}-{:04}.txt nor .bin is in {}", rank,
                       fsin::one_line(prefix.substr(0, 100)), rank, folder.empty() ? "this folder" : folder.string()));
  }

  void lone_file() {
    files_.push_back({rank_of_name(in_.name()), {}, {}});
    if (files_[0].rank >= most_) files_[0].rank = 0;
  }

  void comment(std::string_view what, std::string_view value) {
    if (!value.empty())
      facts_.notes.comments.push_back(fmt::format("#{} {}", what, fsin::one_line(value.substr(0, 100))));
  }

  using Visit = std::function<void(const Call&)>;

  /// Calls `visit` for each call of the file, then `done` with the facts about the file.
  void each_call(const File& file, bool first, const std::function<void(io::Problems&)>& begin, const Visit& visit,
                 const std::function<void(const FileFacts&)>& done) {
    const std::unique_ptr<io::Input> in =
        file.path.empty() ? in_.again() : std::make_unique<io::Input>(in_.path().leads_to(file.path));
    io::Problems problems(in->name());
    try {
      const auto calls = open_calls(*in, problems);
      begin(problems);
      Call call;
      while (calls->next(call)) visit(call);
      done(calls->facts());
    } catch (const io::DataError& error) {
      problems.stop(0,
                    fmt::format("{} after {} bytes; copy or make the file again", error.what(), in->content_bytes()));
    }
    if (!first) return;
    digests_.push_back(in->digest());
    facts_.file_bytes += in->file_bytes();
    facts_.content_bytes += in->content_bytes();
  }

  void survey() {
    std::uint32_t ranks = facts_.header_ranks.value_or(files_[0].rank + 1);
    if (!facts_.header_ranks) ranks = std::max(ranks, world_size(files_[0]));
    communicators_ = std::make_unique<Communicators>(ranks);
    std::vector<std::uint32_t> surveyed;
    for (File& file : files_) {
      std::uint64_t first = never;
      each_call(
          file, true, [](io::Problems&) {},
          [&](const Call& call) {
            first = std::min(first, call.start_ns);
            communicators_->survey(file.rank, call);
          },
          [&](const FileFacts& facts) {
            file.type_sizes = facts.type_sizes;
            wall_ = wall_ || facts.has_wall;
            for (const auto& [name, count] : facts.ignored)
              losses_[fmt::format("calls of {} (not recorded)", name)] += count;
          });
      start_ = std::min(start_, first);
      surveyed.push_back(file.rank);
    }
    communicators_->resolve(surveyed);
    facts_.ranks = ranks;
    facts_.notes.clock = wall_ ? "wall" : "cpu";
    facts_.notes.communicators = communicators_->notes();
  }

  /// Number of ranks of a file without an index: the result of MPI_Comm_size of MPI_COMM_WORLD.
  std::uint32_t world_size(const File& file) {
    std::uint32_t size = 0;
    each_call(
        file, false, [](io::Problems&) {},
        [&](const Call& call) {
          if (size != 0 || call.name != "MPI_Comm_size" || call.number("comm") != special::comm_world) return;
          const auto value = call.number("size").value_or(0);
          if (value > 0 && value <= static_cast<std::int64_t>(most_)) size = static_cast<std::uint32_t>(value);
        },
        [](const FileFacts&) {});
    return size;
  }

  /// The start that the index gives, unless some call is earlier; then the first call of all.
  std::uint64_t time_zero() const {
    if (start_ == never) return 0;
    const bool said = wall_ && said_start_ && *said_start_ <= start_ / ns_per_second;
    return said ? *said_start_ * ns_per_second : start_;
  }

  void convert() {
    Shared shared{facts_, *communicators_, records_, order_, losses_, time_zero(), facts_.ranks};
    for (File& file : files_) {
      std::unique_ptr<RankReader> rank;
      each_call(
          file, false,
          [&](io::Problems& problems) {
            rank = std::make_unique<RankReader>(shared, problems, file.rank, std::move(file.type_sizes));
          },
          [&](const Call& call) { rank->call(call); }, [](const FileFacts&) {});
    }
    order_.finish();
    records_.finish();
  }

  void report() {
    if (facts_.records == 0) problems_.stop(0, "no calls are recorded");
    for (const auto& [what, count] : losses_) facts_.losses.add(what, count);
    facts_.losses.add("messages taken whose order is not known", order_.unknown());
    facts_.digest = digests_.size() == 1 ? digests_[0] : io::Input::combined_digest(digests_);
  }

  io::Input& in_;
  record::TraceFacts& facts_;
  io::Problems problems_;
  std::uint64_t most_;
  HeldRecords records_;
  ReceiveMatcher order_;
  std::vector<File> files_;
  std::vector<std::string> digests_;
  std::unique_ptr<Communicators> communicators_;
  ReadLosses losses_;
  std::uint64_t start_ = never;              ///< time of the first call of all
  std::optional<std::uint64_t> said_start_;  ///< in seconds, from the index
  bool wall_ = false;
};

}  // namespace

bool Format::sniff(std::span<const char> head) { return is_binary(head) || is_text(head) || is_meta(head); }

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  Reader(in, facts, sink, options).run();
}

}  // namespace trgen::formats::dumpi
