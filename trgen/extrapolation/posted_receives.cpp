// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/posted_receives.hpp"

#include <utility>

#include "trgen/extrapolation/record_cut.hpp"

namespace trgen::extrapolation {
namespace {

/// Calls whose receives nothing has posted before.
constexpr std::string_view receiving_call = "MPI_Recv";
constexpr std::string_view exchanging_call = "MPI_Sendrecv";

class PostReader {
 public:
  explicit PostReader(const record::TraceSource& trace) : trace_(trace) {}

  void begin(const record::Record& start) {
    open_.push_back(start.state);
    if (name() == posting_call) ++posted_;
  }
  void end(const record::Record& /*end*/) { open_.pop_back(); }
  void message(const record::Record& message) {
    if (message.kind != record::Kind::receive || open_.empty() || received_.size() == posted_) return;
    if (name().starts_with(receiving_call) || name().starts_with(exchanging_call)) return;
    received_.push_back({message.peer, message.tag});
  }
  void piece(const record::Record& /*around*/, const std::vector<record::Record>& /*records*/) {}

  std::vector<Posted> take() { return std::move(received_); }

 private:
  std::string_view name() const { return trace_.state_names()[open_.back()]; }

  const record::TraceSource& trace_;
  std::vector<std::uint16_t> open_;
  std::uint64_t posted_ = 0;
  std::vector<Posted> received_;
};

}  // namespace

std::vector<std::vector<Posted>> posted_receives(const record::TraceSource& trace) {
  std::vector<std::vector<Posted>> made;
  const auto cursor = trace.open();
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    PostReader reader(trace);
    cut(trace, *cursor, rank, reader);
    made.push_back(reader.take());
  }
  return made;
}

}  // namespace trgen::extrapolation
