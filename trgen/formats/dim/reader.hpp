// SPDX-License-Identifier: Apache-2.0
// Converts the records of a Dimemas trace to records of trgen, one after the other.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/formats/common/steps.hpp"
#include "trgen/formats/dim/calls.hpp"
#include "trgen/formats/dim/records.hpp"
#include "trgen/io/input.hpp"
#include "trgen/io/problems.hpp"

namespace trgen::formats::dim {

class Reader {
 public:
  Reader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, std::uint64_t most_ranks);
  void run();

 private:
  void header(std::string_view line);
  void record(RecordKind kind);
  void burst();
  void message(bool sends);
  void receive(const record::Record& received, std::int64_t how);
  void operation();
  void event();
  void block(bool begins);
  void block_name();
  void communicator();
  bool members(record::Communicator& made, std::size_t first);

  /// The task of the record; empty when it is faulty, or of another thread than the first.
  std::optional<std::uint32_t> task();
  std::optional<std::int64_t> integer(std::size_t field) const;
  std::optional<std::uint32_t> communicator_number(std::int64_t id);
  void fault(std::string_view form);
  void report();
  Place place() { return {problems_, line_}; }

  io::Input& in_;
  record::TraceFacts& facts_;
  io::Problems problems_;
  Steps steps_;
  Calls calls_;
  Line parsed_;
  std::uint64_t line_ = 0;
  bool cut_short_ = false;
  std::map<std::uint64_t, std::string> blocks_;  ///< MPI functions of SDDF, by number
  std::uint64_t members_ = 0;

  struct Counts {
    std::uint64_t threads = 0, any = 0, accelerators = 0, events = 0, functions = 0, ends = 0, not_left = 0;
    std::uint64_t inside = 0, operations = 0, blocks = 0, zero_communicators = 0, one_communicators = 0;
  } lost_;
};

}  // namespace trgen::formats::dim
