// SPDX-License-Identifier: Apache-2.0
// Writes an OTF2 archive rank by rank: events first, then the definitions that they refer to. Memory: one block of
// events, and the communicators.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/common/rank_addresses.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/otf2/archive_place.hpp"
#include "trgen/formats/otf2/definition_writer.hpp"
#include "trgen/formats/otf2/format.hpp"
#include "trgen/formats/otf2/library.hpp"
#include "trgen/io/input.hpp"

namespace trgen::formats::otf2 {
namespace {

using record::Kind;
using record::Record;

constexpr std::string_view cannot_write = "cannot write; nothing was left behind";

OTF2_FlushType before_flush(void* /*data*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/, void* /*caller*/,
                            bool /*final*/) {
  return OTF2_FLUSH;
}

/// The library keeps the address of this.
constexpr OTF2_FlushCallbacks flush_callbacks{.otf2_pre_flush = &before_flush, .otf2_post_flush = nullptr};

class EventWriter {
 public:
  EventWriter(const Library& library, OTF2_Archive* archive, const record::TraceSource& trace)
      : library_(library),
        archive_(archive),
        trace_(trace),
        communicators_(trace),
        attributes_(OTF2_AttributeList_New()) {
    for (const std::string& name : trace.state_names()) operations_.push_back(operation_of(name));
    without_facts_.resize(operations_.size());
  }

  void begin(std::uint32_t rank) {
    writer_ = library_.check(OTF2_Archive_GetEvtWriter(archive_, rank), cannot_write);
    open_.clear();
    last_ = 0;
    requests_ = 0;
  }

  void record(std::uint32_t rank, const Record& record) {
    if (record.time_ns < last_) ++backwards_;
    last_ = std::max(last_, record.time_ns);
    switch (record.kind) {
      case Kind::state_start:
        return enter(rank, record);
      case Kind::state_end:
        return leave(record);
      case Kind::send:
      case Kind::receive:
        return message(rank, record);
    }
  }

  void end(std::uint32_t /*rank*/) {
    for (; !open_.empty(); open_.pop_back()) end_collective(open_.back());
    longest_ = std::max(longest_, last_);
    std::uint64_t count = 0;
    library_.check(OTF2_EvtWriter_GetNumberOfEvents(writer_, &count), cannot_write);
    events_.push_back(count);
    library_.check(OTF2_Archive_CloseEvtWriter(archive_, writer_), cannot_write);
  }

  void report(record::Losses& losses) const {
    losses.add("times that go backwards (the last time is kept)", backwards_);
    for (std::size_t state = 0; state < without_facts_.size(); ++state) {
      losses.add(fmt::format("facts of {}", trace_.state_names()[state]), without_facts_[state]);
    }
  }

  const std::vector<std::uint64_t>& events() const { return events_; }
  const RankAddresses& communicators() const { return communicators_; }
  std::uint64_t longest() const { return longest_; }

 private:
  struct Open {
    std::uint16_t state = 0;
    bool facts = false;
    std::uint64_t request = 0;
    std::uint32_t communicator = 0, root = 0;
    std::uint64_t sent = 0, received = 0;
  };
  static constexpr std::size_t deepest = 1024;

  void enter(std::uint32_t rank, const Record& record) {
    if (record.any_source) add_attribute(names::any_source);
    library_.check(OTF2_EvtWriter_Enter(writer_, attributes_.get(), last_, record.state), cannot_write);
    Open open{.state = record.state};
    const auto& operation = operations_[record.state];
    if (record.collective && !operation) ++without_facts_[record.state];
    if (record.collective && operation) {
      const RankAddress root = communicators_.address(record.communicator, rank, record.peer);
      open = {record.state, true, ++requests_, root.communicator, root.rank, record.bytes, record.received};
      library_.check(operation->nonblocking
                         ? OTF2_EvtWriter_NonBlockingCollectiveRequest(writer_, nullptr, last_, open.request)
                         : OTF2_EvtWriter_MpiCollectiveBegin(writer_, nullptr, last_),
                     cannot_write);
    }
    if (open_.size() == deepest) open_.erase(open_.begin());
    open_.push_back(open);
  }

  void end_collective(const Open& open) {
    if (!open.facts) return;
    const Operation& operation = *operations_[open.state];
    library_.check(operation.nonblocking
                       ? OTF2_EvtWriter_NonBlockingCollectiveComplete(writer_, nullptr, last_, operation.operation,
                                                                      open.communicator, open.root, open.sent,
                                                                      open.received, open.request)
                       : OTF2_EvtWriter_MpiCollectiveEnd(writer_, nullptr, last_, operation.operation,
                                                         open.communicator, open.root, open.sent, open.received),
                   cannot_write);
  }

  void leave(const Record& record) {
    if (!open_.empty() && open_.back().state == record.state) {
      end_collective(open_.back());
      open_.pop_back();
    }
    library_.check(OTF2_EvtWriter_Leave(writer_, nullptr, last_, record.state), cannot_write);
  }

  void message(std::uint32_t rank, const Record& record) {
    const RankAddress peer = communicators_.address(record.communicator, rank, record.peer);
    const auto tag = static_cast<std::uint32_t>(record.tag);
    if (record.kind == Kind::send) {
      library_.check(OTF2_EvtWriter_MpiSend(writer_, nullptr, last_, peer.rank, peer.communicator, tag, record.bytes),
                     cannot_write);
      return;
    }
    add_attribute(
        static_cast<std::uint8_t>((record.any_source ? names::any_source : 0) + (record.any_tag ? names::any_tag : 0)));
    if (record.match != 0) {
      OTF2_AttributeList_AddUint64(attributes_.get(), DefinitionWriter::match_attribute, record.match);
    }
    library_.check(
        OTF2_EvtWriter_MpiRecv(writer_, attributes_.get(), last_, peer.rank, peer.communicator, tag, record.bytes),
        cannot_write);
  }

  /// Adds an attribute to the next event; the library empties the list when it writes that event.
  void add_attribute(std::uint8_t any) {
    if (any != 0) OTF2_AttributeList_AddUint8(attributes_.get(), DefinitionWriter::any_attribute, any);
  }

  const Library& library_;
  OTF2_Archive* archive_;
  const record::TraceSource& trace_;
  RankAddresses communicators_;
  AttributesHandle attributes_;
  std::vector<std::optional<Operation>> operations_;  ///< by state
  OTF2_EvtWriter* writer_ = nullptr;
  std::vector<Open> open_;  ///< open states of the rank, innermost last
  std::uint64_t last_ = 0;
  std::uint64_t requests_ = 0;
  std::uint64_t longest_ = 0;
  std::vector<std::uint64_t> events_;  ///< number of events, by rank
  std::uint64_t backwards_ = 0;
  std::vector<std::uint64_t> without_facts_;  ///< by state
};

/// Sets one line for each missing part.
void set_properties(const Library& library, OTF2_Archive* archive, const record::TraceNotes& notes) {
  const auto set = [&](const char* name, const std::string& value) {
    if (!value.empty()) library.check(OTF2_Archive_SetProperty(archive, name, value.c_str(), true), cannot_write);
  };
  std::string incomplete;
  for (const auto& each : notes.incomplete) incomplete += fmt::format("{} {}\n", each.rank, each.why);
  std::string not_captured;
  for (const auto& each : notes.not_captured) {
    not_captured += fmt::format("{} {} {}\n", each.function, each.calls, each.bytes);
  }
  set(names::version, "1");
  set(names::clock, notes.clock);
  set(names::incomplete, incomplete);
  set(names::not_captured, not_captured);
  library.check(OTF2_Archive_SetCreator(archive, "trgen"), cannot_write);
  const std::string comments = fmt::format("{}", fmt::join(notes.comments, "\n"));
  if (!comments.empty()) library.check(OTF2_Archive_SetDescription(archive, comments.c_str()), cannot_write);
}

void write_archive(const Library& library, OTF2_Archive* archive, const record::TraceSource& trace,
                   record::Losses& losses) {
  library.check(OTF2_Archive_SetFlushCallbacks(archive, &flush_callbacks, nullptr), cannot_write);
  library.check(OTF2_Archive_SetSerialCollectiveCallbacks(archive), cannot_write);
  set_properties(library, archive, trace.notes());
  library.check(OTF2_Archive_OpenEvtFiles(archive), cannot_write);
  EventWriter events(library, archive, trace);
  walk(trace, events);
  library.check(OTF2_Archive_CloseEvtFiles(archive), cannot_write);
  library.check(OTF2_Archive_OpenDefFiles(archive), cannot_write);
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    OTF2_DefWriter* const local = library.check(OTF2_Archive_GetDefWriter(archive, rank), cannot_write);
    library.check(OTF2_Archive_CloseDefWriter(archive, local), cannot_write);
  }
  library.check(OTF2_Archive_CloseDefFiles(archive), cannot_write);
  DefinitionWriter(library, archive).write(trace, events.communicators(), events.events(), events.longest());
  events.report(losses);
  losses.add("notes of what was lost in reading", trace.losses().counts().size());
}

/// Checks an archive by reading it. The OTF2 library does not report that the disk is full when it writes the last
/// bytes of a file; but the definitions have the number of events of each rank, so that an archive that can be read
/// completely is complete. `anchor`: that of the archive written for `path`.
void check_written(const std::string& anchor, const std::string& path) {
  struct Nothing final : record::RecordSink {
    void add(std::uint32_t /*rank*/, const record::Record& /*record*/) override {}
  };
  try {
    io::Input in(anchor);
    record::TraceFacts facts;
    Nothing nothing;
    if (!Format::sniff(in.raw_head())) throw record::TraceError("its first file is truncated");
    Format::read(in, facts, nothing, {});
  } catch (const record::TraceError& error) {
    throw record::TraceError(fmt::format(
        "{}: cannot write: what was written cannot be read back ({}); nothing was left behind; is the disk full?", path,
        error.what()));
  }
}

}  // namespace

void Format::write_files(const record::TraceSource& trace, const std::string& path, record::Losses& losses) {
  const std::string base = std::filesystem::path(path).replace_extension().string();
  const FilesRead read(trace);
  read.spare(base + ".def");
  read.spare_folder(base);
  ArchivePlace place(path);
  {
    Library library(path);
    ArchiveHandle archive(
        library.check(OTF2_Archive_Open(place.folder().c_str(), place.name().c_str(), OTF2_FILEMODE_WRITE,
                                        OTF2_CHUNK_SIZE_EVENTS_DEFAULT, OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT,
                                        OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE),
                      cannot_write));
    write_archive(library, archive.get(), trace, losses);
    library.check(OTF2_Archive_Close(archive.release()), cannot_write);
  }
  check_written(place.folder() + "/" + place.name() + ".otf2", path);
  place.commit();
}

}  // namespace trgen::formats::otf2
