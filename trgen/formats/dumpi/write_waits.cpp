// SPDX-License-Identifier: Apache-2.0
// Writes the calls that complete requests, as DUMPI text. The records do not identify the request of a receive:
// receives are posted in the order in which they complete. Sends complete in the next call that waits for all, or for
// nothing else.
#include <fmt/format.h>

#include <numeric>

#include "trgen/formats/dumpi/call.hpp"
#include "trgen/formats/dumpi/rank_writer.hpp"

namespace trgen::formats::dumpi {

using record::Record;

/// The requests of the receives that complete in this call. Those not posted before are posted now.
std::vector<std::int64_t> RankWriter::completed(const Unit& unit) {
  std::vector<std::int64_t> requests;
  for (const Record& each : unit.messages) {
    if (posted_.empty()) {
      lose("receives posted where they complete");
      post(&each, unit.start_ns, unit.start_ns);
      posted_.push_back(next_request_ - 1);
    }
    requests.push_back(posted_.front());
    posted_.pop_front();
    if (each.time_ns != unit.stop_ns) lose("times of messages within functions");
  }
  return requests;
}

void RankWriter::wait_call(const Unit& unit, std::string_view name) {
  std::vector<std::int64_t> requests = completed(unit);
  std::vector<const Record*> receives;
  for (const Record& each : unit.messages) receives.push_back(&each);
  const bool test = name.starts_with("MPI_Test");
  const std::string_view kind = name.substr(8);
  std::size_t sends = 0;
  const std::size_t idle = requests.empty() ? 1 : 0;
  const std::size_t most = test ? 0 : kind == "all" ? sending_.size() : idle;
  for (; sends < most && !sending_.empty(); ++sends) {
    requests.push_back(sending_.front());
    sending_.pop_front();
  }
  enter(name, unit.start_ns);
  wait_arguments(kind, requests, test);
  const bool single = kind.empty() || kind == "any";
  status(receives, single ? "status" : fmt::format("statuses[{}]", requests.size()), sends);
  leave(name, unit.stop_ns);
}

void RankWriter::wait_arguments(std::string_view kind, const std::vector<std::int64_t>& requests, bool test) {
  const bool done = !requests.empty();
  if (kind.empty()) {
    line("MPI_Request request=[{}]", done ? requests[0] : special::request_null);
  } else {
    line("int count={}\nMPI_Request requests[{}]=[{}]", requests.size(), requests.size(), fmt::join(requests, ", "));
  }
  if (kind == "any") line("int index={}", done ? 0 : -1);
  if (kind == "some") {
    std::vector<std::size_t> indices(requests.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    line("int outcount={}\nint indices[{}]=[{}]", indices.size(), indices.size(), fmt::join(indices, ", "));
  } else if (test) {
    line("int flag={}", done ? 1 : 0);
  }
}

}  // namespace trgen::formats::dumpi
