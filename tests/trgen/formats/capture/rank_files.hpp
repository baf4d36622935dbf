// SPDX-License-Identifier: Apache-2.0
// Rank files made by a test, as the tracing library leaves them.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mpich-patches/trace/rank_file.h"
#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/capture/rank_file.hpp"

namespace trgen::test {

/// trgen_rank_entry with defaults.
struct Entry {
  std::uint64_t time = 0;
  std::uint8_t kind = TRGEN_END;
  std::uint8_t flags = 0;
  std::uint16_t state = 0;
  std::uint32_t peer = 0;
  std::int32_t tag = 0;
  std::uint32_t communicator = 0;
  std::uint64_t bytes = 0;
  std::uint64_t extra = 0;
};
static_assert(sizeof(Entry) == sizeof(trgen_rank_entry));

class RankFile {
 public:
  RankFile(std::uint32_t rank, std::uint32_t ranks) {
    std::memcpy(header.magic, TRGEN_RANK_MAGIC, sizeof header.magic);
    header.rank = rank;
    header.ranks = ranks;
    header.flags = TRGEN_HOOKS_PRESENT | TRGEN_FINALIZED;
  }

  trgen_rank_header header{};
  std::uint64_t time = 0;  ///< of the next entry

  RankFile& start(std::string_view name) { return state(TRGEN_SS, name); }
  RankFile& end(std::string_view name) { return state(TRGEN_SE, name); }
  RankFile& send(std::uint32_t to, std::int32_t tag, std::uint32_t communicator, std::uint64_t bytes) {
    return put({.time = time, .kind = TRGEN_MS, .peer = to, .tag = tag, .communicator = communicator, .bytes = bytes});
  }
  RankFile& receive(std::uint32_t from, std::int32_t tag, std::uint32_t communicator, std::uint64_t bytes,
                    std::uint64_t post = 0, std::uint8_t flags = 0) {
    return put({.time = time,
                .kind = TRGEN_MR,
                .flags = flags,
                .peer = from,
                .tag = tag,
                .communicator = communicator,
                .bytes = bytes,
                .extra = post});
  }
  RankFile& communicator(std::uint32_t number, std::uint32_t context, std::vector<std::uint32_t> members) {
    put({.time = time,
         .kind = TRGEN_COMMUNICATOR,
         .peer = context,
         .tag = static_cast<std::int32_t>(context & 1U),
         .communicator = number,
         .bytes = members.size()});
    return payload({reinterpret_cast<const char*>(members.data()), members.size() * sizeof members[0]});
  }
  RankFile& note(std::string_view text) {
    put({.time = time, .kind = TRGEN_NOTE, .bytes = text.size()});
    return payload(text);
  }
  RankFile& put(const Entry& entry) {
    bytes_.append(reinterpret_cast<const char*>(&entry), sizeof entry);
    return *this;
  }
  RankFile& payload(std::string_view text) {
    bytes_.append(text);
    bytes_.append((8 - text.size() % 8) % 8, '\0');
    return *this;
  }
  /// Number of a state; its NAME entry comes before its first use.
  std::uint16_t name(std::string_view text) {
    const auto [found, fresh] = names_.emplace(text, static_cast<std::uint16_t>(names_.size()));
    if (fresh) {
      put({.time = time, .kind = TRGEN_NAME, .state = found->second, .bytes = text.size()});
      payload(text);
    }
    return found->second;
  }

  std::string bytes() const { return std::string(reinterpret_cast<const char*>(&header), sizeof header) + bytes_; }
  /// `tail`: zeros behind the last entry, as in a file whose program was killed.
  void save(const Folder& folder, std::size_t tail = 0) const {
    write_file(folder / formats::capture::rank_file_name(header.rank), bytes() + std::string(tail, '\0'));
  }

 private:
  RankFile& state(std::uint8_t kind, std::string_view text) {
    const std::uint16_t number = name(text);
    return put({.time = time, .kind = kind, .state = number, .peer = TRGEN_NO_PEER});
  }

  std::string bytes_;
  std::map<std::string, std::uint16_t, std::less<>> names_;
};

/// A rank that knows MPI_COMM_WORLD as 0 and has been through MPI_Init.
inline RankFile started_rank(std::uint32_t rank, std::uint32_t ranks) {
  RankFile file(rank, ranks);
  file.start("MPI_Init");
  file.time = 10;
  file.end("MPI_Init");
  std::vector<std::uint32_t> world(ranks);
  for (std::uint32_t i = 0; i < ranks; ++i) world[i] = i;
  file.communicator(0, 0, world);
  return file;
}

inline Source open_capture(const Folder& folder) { return formats::open_trace(folder / ""); }

/// The message of the error that opening gives; empty when it gives none.
inline std::string capture_fault(const Folder& folder) {
  try {
    open_capture(folder);
  } catch (const record::TraceError& error) {
    return error.what();
  }
  return {};
}

}  // namespace trgen::test
