// SPDX-License-Identifier: Apache-2.0
// Converts the calls of one rank of a DUMPI trace to records.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "trgen/formats/common/held_records.hpp"
#include "trgen/formats/common/receive_matcher.hpp"
#include "trgen/formats/dumpi/call.hpp"
#include "trgen/formats/dumpi/communicators.hpp"
#include "trgen/formats/dumpi/type_sizes.hpp"

namespace trgen::formats::dumpi {

/// Losses over all ranks, by kind.
using ReadLosses = std::map<std::string, std::uint64_t, std::less<>>;

/// State that the ranks of one trace share.
struct Shared {
  record::TraceFacts& facts;
  Communicators& communicators;
  HeldRecords& records;
  ReceiveMatcher& order;
  ReadLosses& losses;
  std::uint64_t start_ns = 0;  ///< the time that becomes 0
  std::uint32_t ranks = 0;
};

class RankReader {
 public:
  RankReader(Shared& shared, io::Problems& problems, std::uint32_t rank, std::vector<std::uint32_t> type_sizes);

  void call(const Call& call);

 private:
  struct Request {
    bool receive = false;
    bool persistent = false;
    bool cancelled = false;
    bool any_source = false;
    bool any_tag = false;
    std::optional<record::Record> record{};  ///< a receive that gets a record; its status may complete peer and tag
    std::int64_t communicator = 0;
    std::uint64_t post = 0;  ///< number of its posting; 0: not started
  };

  // rank_reader.cpp: point-to-point calls
  std::int64_t need(const Call& call, std::string_view argument) const;
  [[noreturn]] void fault(const Call& call, const std::string& what) const;
  std::int32_t need_tag(const Call& call, std::string_view argument) const;
  std::uint16_t state(const Call& call);
  std::optional<std::uint32_t> world_rank(std::int64_t communicator, std::int64_t rank, const Call& call);
  std::uint64_t bytes(const Call& call, std::int64_t count, std::int64_t type);
  void add_send(const Call& call, std::string_view count, std::string_view type, std::string_view tag);
  Request receive(const Call& call, std::string_view count, std::string_view type, std::string_view tag);
  void complete(const Call& call, Request request, const Status* status);
  Request persistent_send(const Call& call);
  bool point_to_point(const Call& call, record::Record start);
  // read_requests.cpp: requests
  bool requests(const Call& call, record::Record start);
  void give_up(const Call& call);
  void start_request(const Call& call, std::int64_t number);
  void wait_one(const Call& call, std::int64_t number, const Status* status);
  void wait(const Call& call);
  bool awaits_any_source(const Call& call) const;
  // read_collectives.cpp: collectives, and calls that are not carried
  bool collective_facts(const Call& call, record::Record& start);
  std::uint64_t amount(const Call& call, unsigned which, const std::vector<std::uint32_t>& members);
  std::uint64_t sum(const Call& call, std::string_view counts, std::string_view type);
  std::uint64_t one(const Call& call, std::string_view count, std::string_view type);
  void count_uncarried(const Call& call);

  void lose(std::string_view what) {
    const auto found = shared_.losses.find(what);
    if (found != shared_.losses.end())
      ++found->second;
    else
      shared_.losses.emplace(what, 1);
  }
  std::uint64_t time(std::uint64_t ns) const { return ns - std::min(ns, shared_.start_ns); }

  Shared& shared_;
  io::Problems& problems_;
  std::uint32_t rank_;
  TypeSizes types_;
  std::unordered_map<std::int64_t, Request> requests_;
  std::uint64_t posted_ = 0;
  record::Record base_;  ///< properties common to the records of the current call
};

}  // namespace trgen::formats::dumpi
