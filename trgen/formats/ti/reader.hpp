// SPDX-License-Identifier: Apache-2.0
// Converts the actions of a time-independent trace to records, one line after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/formats/common/steps.hpp"
#include "trgen/formats/ti/actions.hpp"
#include "trgen/formats/ti/groups.hpp"
#include "trgen/formats/ti/requests.hpp"
#include "trgen/io/input.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::ti {

__extension__ using Wide = unsigned __int128;

class Reader {
 public:
  Reader(record::TraceFacts& facts, record::RecordSink& sink, std::uint64_t most_ranks);

  void announce(std::uint32_t ranks) { steps_.announce(ranks); }
  /// Reads all lines of one file. `count_ranks` is called when a collective needs the number of ranks and nothing has
  /// given it.
  void file(io::Input& in, io::Problems& problems, std::function<std::uint32_t()> count_ranks);
  void finish(io::Problems& problems, std::uint64_t content_bytes);

 private:
  void line(std::string_view text);
  void comment(std::string_view text);
  void communicator(std::string_view text);
  void incomplete(std::string_view text);
  void action();
  void compute();
  void calls();
  void point_to_point();
  void requests();
  void collectives();
  void shared_collectives();
  void vector_collectives();

  void send();
  void receive(bool at_once);
  void sendrecv();
  void start();
  void wait();
  void wait_any();
  void wait_for_numbers(std::string_view numbers);
  std::optional<record::Record> take_started(std::uint32_t source, std::int32_t tag);
  void complete(std::string_view state, const std::vector<record::Record>& received);
  /// Adds a collective of the communicator of the line; `root` is a rank of the trace, or record::no_rank.
  void collective(std::uint32_t root, Wide sent, Wide received);

  // Access to arguments by position. A missing or faulty one makes good_ false.
  bool has(std::size_t at) const { return at < arguments_.size(); }
  std::uint64_t count(std::size_t at);
  /// A count that may be negative, which gives empty.
  std::optional<std::uint64_t> signed_count(std::size_t at);
  std::int64_t whole(std::size_t at, std::int64_t otherwise);
  /// The root at this position, a rank of the communicator, as rank of the trace.
  std::uint32_t root(std::size_t at);
  /// Bytes of an element of the type named at this position; if there is none, of the rank's default type.
  std::uint64_t element(std::size_t at);
  Wide sum(std::size_t at);
  void flops(std::size_t at);
  std::uint32_t ranks();
  std::uint32_t ranks_of_communicator();

  /// Reads the fields behind the arguments of the line. False after a fault, which is reported.
  bool fields();
  void report_if_unusual(Wide bytes);

  void fault();
  void report();
  Place place() { return {*problems_, line_}; }

  record::TraceFacts& facts_;
  Steps steps_;
  std::uint64_t most_;
  std::map<std::uint32_t, Requests> requests_;
  /// A persistent receive, whose source the wait for it names.
  struct Started {
    std::int32_t tag = 0;
    std::uint64_t bytes = 0;
    std::uint32_t communicator = 0;
  };
  std::map<std::uint32_t, std::vector<Started>> started_;
  std::vector<bool> doubles_;  ///< ranks whose init had an argument: they count in doubles unless a type is named
  std::optional<std::uint32_t> ranks_;

  io::Problems* problems_ = nullptr;
  std::function<std::uint32_t()> count_ranks_;
  std::uint64_t line_ = 0;
  bool cut_short_ = false;
  std::uint32_t rank_ = 0;
  const Action* action_ = nullptr;
  std::vector<std::string_view> arguments_;
  std::vector<std::string_view> fields_;
  std::uint32_t communicator_ = 0;                       ///< of the line
  const std::vector<std::uint32_t>* members_ = nullptr;  ///< of the communicator of a collective; null: all ranks
  std::optional<std::uint32_t> request_;                 ///< the number that the line gives its request
  bool good_ = true;

  Groups groups_;
  std::map<std::uint32_t, std::string> incomplete_;  ///< why, by rank

  struct Counts {
    std::uint64_t wildcards = 0, unknown_types = 0, reductions = 0, vectors = 0, of_any = 0;
    std::uint64_t no_size = 0, tests = 0, never_awaited = 0, elements = 0;
  } lost_;
};

}  // namespace trgen::formats::ti
