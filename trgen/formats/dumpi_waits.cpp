// SPDX-License-Identifier: Apache-2.0
// The calls that complete requests, as DUMPI text. Which request a receive had is not in the records: receives are
// posted in the order in which they complete. Sends complete in the next call that waits for all, or for nothing else.
#include <fmt/format.h>

#include "trgen/formats/dumpi_call.hpp"
#include "trgen/formats/dumpi_writer.hpp"

namespace trgen::formats {

using record::Record;

void DumpiWriter::wait_call(const DumpiUnit& unit, std::string_view name) {
  std::vector<std::int64_t> requests;
  std::vector<const Record*> receives;
  for (const Record& each : unit.messages) {
    if (posted_.empty()) {
      lose("receives posted where they complete");
      post(&each, unit.start_ns, unit.start_ns);
      posted_.push_back(next_request_ - 1);
    }
    requests.push_back(posted_.front());
    posted_.pop_front();
    receives.push_back(&each);
    if (each.time_ns != unit.stop_ns) lose("times of messages within functions");
  }
  const bool test = name.starts_with("MPI_Test");
  const std::string_view kind = name.substr(8);
  std::size_t sends = 0;
  const std::size_t most = kind == "all" && !test ? sending_.size() : !test && requests.empty() ? 1 : 0;
  for (; sends < most && !sending_.empty(); ++sends) {
    requests.push_back(sending_.front());
    sending_.pop_front();
  }
  const bool done = !requests.empty();
  enter(name, unit.start_ns);
  if (kind.empty()) {
    line("MPI_Request request=[{}]", done ? requests[0] : dumpi::request_null);
  } else {
    line("int count={}\nMPI_Request requests[{}]=[{}]", requests.size(), requests.size(), fmt::join(requests, ", "));
  }
  if (kind == "any") line("int index={}", done ? 0 : -1);
  if (kind == "some") {
    std::vector<std::size_t> indices(requests.size());
    for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = i;
    line("int outcount={}\nint indices[{}]=[{}]", indices.size(), indices.size(), fmt::join(indices, ", "));
  } else if (test) {
    line("int flag={}", done ? 1 : 0);
  }
  status(receives, kind.empty() || kind == "any" ? "status" : fmt::format("statuses[{}]", requests.size()), sends);
  leave(name, unit.stop_ns);
}

}  // namespace trgen::formats
