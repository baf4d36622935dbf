// SPDX-License-Identifier: Apache-2.0
// The definitions of a CLOG-2 file: states, events, communicators. Found in a first pass, since most of them come last.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "trgen/formats/clog2/stream.hpp"
#include "trgen/record/notes.hpp"

namespace trgen::formats::clog2 {

class Definitions {
 public:
  struct State {
    std::string name;
    bool mpi = false;          ///< becomes a state of the trace
    bool sizes_noted = false;  ///< its end has the bytes for and from each peer
  };
  /// Effect of an event: it begins or ends a state.
  struct Border {
    const State* state = nullptr;
    bool begins = false;
  };

  /// Reads the whole file. Throws record::TraceError.
  explicit Definitions(io::Input& in);

  std::optional<Border> border(std::int32_t event) const;
  /// The name of an event that belongs to no state, for messages.
  std::string event_name(std::int32_t event) const;
  /// The rank in MPI_COMM_WORLD; empty when the file does not contain it, or contains two different ones.
  std::optional<std::uint32_t> world_rank(std::int32_t communicator, std::int32_t rank) const;
  /// Number of members of a communicator; 0 when it is not known.
  std::uint64_t size(std::int32_t communicator) const;

  std::uint32_t ranks() const { return ranks_; }
  bool finalized() const { return finalized_; }
  double earliest_s() const { return earliest_s_; }
  /// Clock and communicators.
  const record::TraceNotes& notes() const { return notes_; }

 private:
  struct Communicator {
    bool described = true;
    std::uint64_t size = 0;  ///< the largest rank plus one
  };

  void take(const Stream& stream, const LogRecord& record);
  void take_state(const Stream& stream, const LogRecord& record);
  void take_communicator(const Stream& stream, const LogRecord& record);
  void add_state(std::int32_t begin, std::int32_t end, std::string_view name, std::string_view format);
  void add_known_states();
  void describe_communicators();

  static std::uint64_t key(std::int32_t communicator, std::int32_t rank) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(communicator)) << 32 |
           static_cast<std::uint32_t>(rank);
  }

  std::string file_;
  std::uint32_t ranks_ = 0;
  bool finalized_ = true;
  double earliest_s_ = 0;
  std::vector<std::unique_ptr<State>> states_;
  std::unordered_map<std::int32_t, Border> borders_;
  std::unordered_map<std::int32_t, std::string> events_;
  std::unordered_map<std::uint64_t, std::uint32_t> world_ranks_;
  std::unordered_map<std::int32_t, Communicator> communicators_;
  record::TraceNotes notes_;
};

}  // namespace trgen::formats::clog2
