// SPDX-License-Identifier: Apache-2.0
// Reads an OTF2 archive rank by rank. Memory: the definitions, one block of events, and the content of HeldRecords.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "fsin/core/text.hpp"
#include "trgen/formats/otf2/events.hpp"
#include "trgen/formats/otf2/format.hpp"
#include "trgen/formats/text/notes.hpp"

namespace trgen::formats::otf2 {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_comments = 32;
constexpr std::size_t most_anchor = std::size_t{1} << 24;

/// Calls `action` with each line of `text` that is not empty.
template <class Action>
void each_line(std::string_view text, Action action) {
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.empty()) action(line);
  }
}

/// True when the anchor can be passed to the library, which trusts the number of properties even in a damaged anchor
/// and fills the memory of the machine. The number comes after 46 bytes of fixed size, the names of machine and creator
/// and the description, each with a NUL; each property takes at least two NULs.
bool plausible_anchor(std::string_view anchor) {
  constexpr std::size_t fixed = 46;
  std::size_t at = fixed;
  for (int text = 0; text < 3; ++text) {
    const std::size_t end = at < anchor.size() ? anchor.find('\0', at) : std::string_view::npos;
    if (end == std::string_view::npos) return false;
    at = end + 1;
  }
  if (anchor.size() - at < 4) return false;
  constexpr char big_endian = '#';  // in the second byte; 'B' there means little-endian
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = anchor[1] == big_endian ? at + i : at + 3 - i;
    count = count << 8 | static_cast<unsigned char>(anchor[next]);
  }
  return count * 2 <= anchor.size();
}

/// The other files of an archive are beside the anchor: beside the link by which it was opened, or beside its target.
std::string behind_links(const std::string& anchor) {
  std::error_code error;
  const bool beside = fs::exists(fs::path(anchor).replace_extension(".def"), error);
  if (beside || !fs::is_symlink(anchor, error)) return anchor;
  const fs::path itself = fs::canonical(anchor, error);
  return error ? anchor : itself.string();
}

class ArchiveReader {
 public:
  ArchiveReader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink)
      : path_(in.path()), library_(behind_links(in.name())), facts_(facts), sink_(sink) {
    std::error_code error;
    if (!fs::is_regular_file(in.name(), error) || in.compression() != "none") {
      library_.fail(
          "an OTF2 archive is several files; give the path of its anchor, name.otf2, beside name.def and name/");
    }
  }

  void run() {
    digest();
    reader_.reset(library_.check(OTF2_Reader_Open(library_.name().c_str()), "the archive cannot be opened"));
    library_.check(OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get()), "the archive cannot be opened");
    const bool own = property(names::version) == "1";
    notes(own);
    const Definitions definitions = read_definitions(library_, reader_.get(), own, facts_);
    if (definitions.eztrace) comment("#recorded by EZTrace 2");
    facts_.header_ranks = static_cast<std::uint32_t>(definitions.locations.size());
    facts_.ranks = *facts_.header_ranks;
    for (const std::uint64_t location : definitions.locations) {
      library_.check(OTF2_Reader_SelectLocation(reader_.get(), location), "a location cannot be opened");
    }
    mappings(definitions);
    events(definitions);
  }

 private:
  /// Computes the digest of all files of the archive, which the library cannot do.
  void digest() {
    std::vector<std::string> files{library_.name()};
    const fs::path base = fs::path(library_.name()).replace_extension();
    std::error_code error;
    if (fs::exists(base.string() + ".def", error)) files.push_back(base.string() + ".def");
    for (fs::directory_iterator entry(base, error), end; !error && entry != end; entry.increment(error)) {
      if (entry->is_regular_file(error)) files.push_back(entry->path().string());
    }
    std::sort(files.begin() + 1, files.end());
    std::vector<std::string> digests;
    std::vector<char> block(std::size_t{1} << 18);
    std::string anchor;
    for (const std::string& file : files) {
      io::Input in(path_.leads_to(file));
      while (const std::size_t got = in.read(block)) {
        if (digests.empty() && anchor.size() < most_anchor) anchor.append(block.data(), got);
      }
      facts_.file_bytes += in.file_bytes();
      facts_.content_bytes += in.content_bytes();
      digests.push_back(in.digest());
    }
    facts_.digest = io::Input::combined_digest(digests);
    if (!plausible_anchor(anchor)) library_.fail("the archive cannot be opened; its anchor is damaged");
  }

  std::string property(const char* name) {
    char* value = nullptr;
    const OTF2_ErrorCode code = OTF2_Reader_GetProperty(reader_.get(), name, &value);
    return code == OTF2_SUCCESS ? taken(value) : (library_.forget(), std::string());
  }

  /// Copies a text that the library allocated, and frees it.
  static std::string taken(char* text) {
    const std::unique_ptr<char, decltype(&std::free)> owned(text, &std::free);
    return text == nullptr ? std::string() : std::string(text);
  }

  void notes(bool own) {
    char* text = nullptr;
    std::string creator;
    if (OTF2_Reader_GetCreator(reader_.get(), &text) == OTF2_SUCCESS) creator = taken(text);
    score_p_ = creator.starts_with("Score-P");
    const std::string clock = property(names::clock);
    if (own ? record::is_clock(clock) : true) {
      facts_.notes.clock = own ? clock : "wall";
    }
    each_line(property(names::incomplete),
              [&](std::string_view line) { text::read_note("#incomplete", line, most_announced_ranks, facts_.notes); });
    each_line(property(names::not_captured), [&](std::string_view line) {
      text::read_note("#not-captured", line, most_announced_ranks, facts_.notes);
    });
    if (!own && !creator.empty()) comment(fmt::format("#recorded by {}", creator));
    text = nullptr;
    if (OTF2_Reader_GetDescription(reader_.get(), &text) != OTF2_SUCCESS) return;
    each_line(taken(text), [&](std::string_view line) {
      comment(own && line.starts_with('#') ? std::string(line) : fmt::format("#{}", line));
    });
  }

  void comment(std::string_view text) {
    if (facts_.notes.comments.size() < most_comments) {
      facts_.notes.comments.push_back(fsin::one_line(text.substr(0, 200)));
    }
  }

  /// Events of a location may use numbers of their own; a file of definitions beside them maps these to the global
  /// ones.
  void mappings(const Definitions& definitions) {
    constexpr std::string_view what = "the definitions of a location cannot be read; was the whole archive copied?";
    const bool present = OTF2_Reader_OpenDefFiles(reader_.get()) == OTF2_SUCCESS;
    library_.forget();
    if (!present) return;
    const fs::path base = fs::path(library_.name()).replace_extension();
    std::uint64_t missing = 0;
    std::uint64_t found = 0;
    for (const std::uint64_t location : definitions.locations) {
      std::error_code error;
      if (!fs::exists(base / fmt::format("{}.def", location), error)) {
        ++missing;
        continue;
      }
      ++found;
      OTF2_DefReader* const reader = library_.check(OTF2_Reader_GetDefReader(reader_.get(), location), what);
      std::uint64_t count = 0;
      library_.check(OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), reader, &count), what);
      OTF2_Reader_CloseDefReader(reader_.get(), reader);
    }
    if (missing > 0 && found > 0) {
      library_.fail(fmt::format("{} of {} files of definitions of locations are missing in {}; was all of it copied?",
                                missing, missing + found, base.string()));
    }
    OTF2_Reader_CloseDefFiles(reader_.get());
    library_.forget();
  }

  void events(const Definitions& definitions) {
    library_.check(OTF2_Reader_OpenEvtFiles(reader_.get()), "the files of events cannot be opened");
    Events events(library_, definitions, score_p_, facts_, sink_);
    for (std::uint32_t rank = 0; rank < definitions.locations.size(); ++rank) {
      const std::uint64_t location = definitions.locations[rank];
      events.begin(rank);
      if (definitions.events[rank] > 0 || definitions.eztrace) read_location(definitions, rank, location, events);
      events.end_rank();
    }
    OTF2_Reader_CloseEvtFiles(reader_.get());
    events.finish();
  }

  void read_location(const Definitions& definitions, std::uint32_t rank, std::uint64_t location, Events& events) {
    const std::string what = fmt::format(
        "the events of rank {} (location {}) cannot be read; was the whole archive copied?", rank, location);
    OTF2_EvtReader* const reader = library_.check(OTF2_Reader_GetEvtReader(reader_.get(), location), what);
    library_.check(OTF2_Reader_RegisterEvtCallbacks(reader_.get(), reader, events.callbacks(), &events), what);
    std::uint64_t count = 0;
    const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(reader_.get(), reader, &count);
    events.rethrow();
    library_.check(code, what);
    // EZTrace 2 announces a few events for each location, however many it has.
    if (definitions.eztrace ? count < definitions.events[rank] : count != definitions.events[rank]) {
      library_.fail(
          fmt::format("rank {} (location {}) has {} events, and the archive announces {}; was all of it copied?", rank,
                      location, count, definitions.events[rank]));
    }
    OTF2_Reader_CloseEvtReader(reader_.get(), reader);
  }

  fsin::InputPath path_;
  Library library_;
  record::TraceFacts& facts_;
  record::RecordSink& sink_;
  ReaderHandle reader_;
  bool score_p_ = false;
};

}  // namespace

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& /*options*/) {
  ArchiveReader(in, facts, sink).run();
}

}  // namespace trgen::formats::otf2
