// SPDX-License-Identifier: Apache-2.0
// Translates the actions of a time-independent trace to operations of its ranks, line by line: the order of ranks in a
// file, or of files in a list, does not matter.
//
// Memory is bounded by ranks, pending requests, and the memory of OperationStore. Facts that a trace lacks are counted
// in Translated::unknown, with the assumption made in their place.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/io/input.hpp"
#include "trgen/io/problems.hpp"
#include "trgen/programs/ti/communicators.hpp"
#include "trgen/programs/ti/operation_store.hpp"
#include "trgen/programs/ti/pending_requests.hpp"
#include "trgen/programs/ti/rates.hpp"
#include "trgen/programs/ti/trace_line.hpp"
#include "trgen/record/notes.hpp"

namespace trgen::programs::ti {

struct TranslatorSettings {
  std::optional<Rates> rates;
  std::string rates_clock;        ///< unit of the rates: "flops" or "instructions"
  bool rates_are_usual = false;   ///< the rates are defaults, and the trace may need none
  bool computes = true;           ///< false: amounts of work take no time
  std::string rate_key = "rate";  ///< the key of the rate, for messages
  std::optional<std::uint64_t> derived_type_size;
  std::uint64_t test_ns = 0;   ///< of a test of requests
  std::uint64_t probe_ns = 0;  ///< of an MPI_Iprobe
  std::uint32_t most_ranks = std::uint32_t{4} << 20;
};

struct Translated {
  std::uint32_t ranks = 0;          ///< ranks of the trace
  std::uint32_t streams = 0;        ///< streams of each rank, for non-blocking collectives
  std::uint32_t most_requests = 0;  ///< largest number of requests of a rank
  std::uint64_t actions = 0;
  bool starts = false;  ///< some request is started and waited for later
  bool receives_any = false;
  OperationStore store;
  Communicators communicators;
  std::vector<std::uint32_t> seats;      ///< by rank; empty: each has its own
  std::vector<std::uint32_t> stream_of;  ///< by rank: the rank whose further stream it is; empty: none is one
  record::Losses unknown;
  record::Losses left_out;  ///< of `unknown`: traffic
};

class Translator {
 public:
  explicit Translator(TranslatorSettings settings);
  ~Translator();

  /// Sets the number of ranks, before the first file.
  void announce(std::uint32_t ranks);
  /// Reads all lines of one file. `count_ranks` is called when a collective needs the number of ranks and nothing has
  /// given it. Faults are added to `problems`, which may throw record::TraceError.
  void file(io::Input& in, io::Problems& problems, const std::function<std::uint32_t()>& count_ranks);
  /// Ends the translation, after the last file.
  Translated finish(io::Problems& problems);

 private:
  struct Calls;
  struct Rank;
  struct Counts;

  void comment(std::string_view text);
  void communicator(std::string_view text);
  void other_rank(std::string_view word, std::string_view text, std::vector<std::uint32_t>& list);
  void incomplete(std::string_view text);
  void action();
  void fault();

  // Computing, and calls without messages.
  /// Appends computing of `rank` of the program, at the rate of the rank of the line.
  void compute(std::uint32_t rank, std::uint64_t amount);
  void call();
  void sleep(std::uint64_t ns);

  // Messages (point_to_point.cpp).
  void send();
  void receive();
  void send_receive();
  void start();
  void start(Pending pending);
  void start_all();
  void start_late(std::uint32_t source, std::uint32_t destination, std::int32_t tag);
  std::uint64_t bytes(std::size_t count_at, std::size_t type_at);
  std::uint64_t element(std::size_t type_at);
  bool peer_exists(std::uint32_t peer, std::size_t at);
  void begin(Pending& pending);
  void decide(const Pending& started);
  std::uint32_t number_for_request();
  std::uint32_t communicator_of_line();

  // Requests (waits.cpp).
  void wait();
  void wait_all();
  void wait_any();
  void test();
  void test_all();
  void wait_for_numbers(OperationKind kind, std::string_view numbers);
  Pending* named_by_line(std::uint32_t& source, std::uint32_t& destination, std::int32_t& tag);
  bool rank_exists(std::uint32_t rank, std::size_t at) { return rank == any_rank || peer_exists(rank, at); }
  void know_source(Pending& started, std::uint32_t source);
  void wait_for(Pending* pending, std::uint32_t source);
  void wait_for_pending(OperationKind kind);
  void note_sends();
  void leave_sources_open();
  void limit_pending();
  void end_of_rank(Rank& rank);

  // Collectives (collective_calls.cpp, vector_calls.cpp).
  struct Called {
    collectives::Kind kind = collectives::Kind::barrier;
    std::uint32_t root = 0;
    std::uint64_t bytes = 0;
    std::uint64_t call = 0;
    std::uint64_t flops = 0;
    std::uint64_t like = 0;  ///< hash of the properties that must be equal on all ranks, besides kind and root
  };
  void collective();
  Called regular_call();
  Called vector_call();
  Called reduce_scatter_call();
  void run(const Called& called);
  void run_beside(const Called& called, Calls& calls);
  std::uint32_t root(std::size_t at);
  std::uint64_t element_of_line(std::size_t type_at);
  void add_sizes(std::size_t at, std::uint32_t count, std::uint64_t element_bytes);

  void add(const Operation& operation);
  void count_for_balance(const Operation& operation);
  std::uint32_t ranks();
  Rank& rank_state(std::uint32_t rank);
  void check_collectives(const Translated& result, io::Problems& problems) const;
  void check_end(std::uint32_t ranks, io::Problems& problems) const;
  void tell(Translated& result) const;

  TranslatorSettings settings_;
  Rates rates_;
  std::string clock_ = "flops";
  TraceLine line_;
  std::string file_;                ///< name of the current file
  std::uint64_t number_ = 0;        ///< number of the current line
  std::uint32_t self_ = 0;          ///< rank of the current line
  std::uint32_t communicator_ = 0;  ///< communicator of a collective
  Rank* rank_ = nullptr;
  io::Problems* problems_ = nullptr;
  const std::function<std::uint32_t()>* count_ranks_ = nullptr;
  std::optional<std::uint32_t> announced_;
  std::optional<std::uint32_t> counted_;
  std::vector<std::unique_ptr<Rank>> ranks_;
  OperationStoreBuilder store_;
  Communicators communicators_;
  std::vector<std::uint32_t> seats_;
  std::vector<std::uint32_t> stream_of_;
  std::map<std::uint32_t, std::string>
      incomplete_;  ///< ranks whose lines end before their program did, with the reason
  std::vector<std::uint64_t> sizes_;
  std::uint32_t streams_ = 0;
  std::uint64_t actions_ = 0;
  bool starts_ = false;
  bool receives_any_ = false;
  bool synchronous_ = false;
  bool waits_for_sends_ = false;  ///< some send of the trace is waited for
  bool has_own_rate_ = false;     ///< the trace gives the speed of the machine on which it was taken
  bool lacks_rate_ = false;
  bool has_needless_rate_ = false;
  std::uint32_t most_numbers_ = 0;
  struct {
    std::uint32_t peer = 0;
    std::uint64_t line = 0;
    std::string file;
  } farthest_;  ///< the peer with the largest number
  std::unique_ptr<Counts> counts_;
};

}  // namespace trgen::programs::ti
