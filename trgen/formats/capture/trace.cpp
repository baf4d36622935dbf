// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/capture/trace.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "trgen/io/spool.hpp"

namespace trgen::formats::capture {
namespace {

using record::Kind;
using record::Record;

class Cursor final : public record::TraceCursor {
 public:
  explicit Cursor(std::shared_ptr<const Trace> trace)
      : trace_(std::move(trace)), window_(io::chunk_limit(trace_->ranks())), readers_(trace_->ranks()) {}

  bool next(std::uint32_t rank, Record& out) override;
  std::string failure() const override { return failure_; }

 private:
  struct Reader {
    std::optional<RankEntries> entries;
    std::uint64_t number = 0;    ///< number of the last record
    std::size_t next_match = 0;  ///< index in RankIndex::matches
  };

  // False: the first reading did not see this entry.
  bool convert(const RankIndex& index, const trgen_rank_entry& entry, Record& out) const;
  bool convert_message(const RankIndex& index, const trgen_rank_entry& entry, Record& out) const;
  bool convert_state(const RankIndex& index, const trgen_rank_entry& entry, Record& out) const;
  bool changed(const RankIndex& index);

  std::shared_ptr<const Trace> trace_;
  std::size_t window_;
  std::vector<Reader> readers_;
  std::string failure_;
};

bool Cursor::next(std::uint32_t rank, Record& out) {
  if (rank >= readers_.size() || !failure_.empty()) return false;
  const RankIndex* const index = trace_->file(rank);
  Reader& reader = readers_[rank];
  if (index == nullptr || reader.number == index->records) {
    reader.entries.reset();
    return false;
  }
  if (!reader.entries) reader.entries.emplace(index->bytes, window_);
  trgen_rank_entry entry{};
  try {
    do {
      if (!reader.entries->next(entry)) return changed(*index);
    } while (!is_record(entry, trace_->ranks()));
  } catch (const record::TraceError& error) {
    failure_ = error.what();
    return false;
  }
  if (!convert(*index, entry, out)) return changed(*index);
  out.line = ++reader.number;
  if (reader.next_match < index->matches.size() && index->matches[reader.next_match].first == out.line) {
    out.match = index->matches[reader.next_match++].second;
  }
  return true;
}

/// Reports that a file has changed since the first reading found it sound.
bool Cursor::changed(const RankIndex& index) {
  failure_ = fmt::format("{} changed while it was being read; is the program still running?", index.bytes.name());
  return false;
}

bool Cursor::convert(const RankIndex& index, const trgen_rank_entry& entry, Record& out) const {
  out = Record{.time_ns = entry.time};
  switch (entry.kind) {
    case TRGEN_MS:
      out.kind = Kind::send;
      break;
    case TRGEN_MR:
      out.kind = Kind::receive;
      out.any_source = (entry.flags & TRGEN_ANY_SOURCE) != 0;
      out.any_tag = (entry.flags & TRGEN_ANY_TAG) != 0;
      break;
    case TRGEN_SS:
      out.kind = Kind::state_start;
      out.any_source = (entry.flags & TRGEN_ANY_SOURCE) != 0;
      out.collective = (entry.flags & TRGEN_COLLECTIVE) != 0;
      break;
    default:
      out.kind = Kind::state_end;
  }
  return record::is_message(out.kind) ? convert_message(index, entry, out) : convert_state(index, entry, out);
}

bool Cursor::convert_message(const RankIndex& index, const trgen_rank_entry& entry, Record& out) const {
  if (entry.communicator >= index.communicators.size()) return false;
  out.communicator = index.communicators[entry.communicator];
  out.peer = entry.peer;
  out.tag = entry.tag;
  out.bytes = entry.bytes;
  return true;
}

bool Cursor::convert_state(const RankIndex& index, const trgen_rank_entry& entry, Record& out) const {
  if (entry.state >= index.states.size()) return false;
  out.state = index.states[entry.state];
  if (out.state >= trace_->state_names().size()) return false;
  if (!out.collective) return true;
  if (entry.communicator >= index.communicators.size()) return false;
  out.communicator = index.communicators[entry.communicator];
  out.peer = entry.peer < trace_->ranks() ? entry.peer : record::no_rank;
  out.bytes = entry.bytes;
  out.received = entry.extra;
  return true;
}

}  // namespace

Trace::Trace(std::vector<RankIndex> files, record::TraceFacts facts, record::CallCensus census)
    : files_(std::move(files)), file_of_(facts.ranks, no_file), facts_(std::move(facts)), census_(std::move(census)) {
  for (std::uint32_t i = 0; i < files_.size(); ++i) file_of_[files_[i].rank] = i;
}

std::unique_ptr<record::TraceCursor> Trace::open() const { return std::make_unique<Cursor>(shared_from_this()); }

}  // namespace trgen::formats::capture
