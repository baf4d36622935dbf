// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/write_calls.hpp"

#include <fmt/compile.h>

#include <iterator>

#include "fsin/core/append.hpp"
#include "trgen/formats/ti/rank_writer.hpp"
#include "trgen/record/mpi_traffic.hpp"

namespace trgen::formats::ti {
namespace {

using record::Kind;
using record::Record;

class CallWriter final : public RankWriter<CallWriter> {
 public:
  CallWriter(const record::TraceSource& trace, const Work& work, io::FileSet& files)
      : RankWriter(
            trace, files,
            Uncarried(trace,
                      {.communicators = true, .tables = true, .wildcards = true, .clock = true, .incomplete = true}),
            Collectives(trace, true)),
        work_(work),
        has_messages_(shows_collectives(trace)) {
    for (const std::string& state : trace.state_names()) {
      const Action* const action = collective_action(state);
      by_messages_.push_back(has_messages_ && action != nullptr && action->op >= Op::gatherv);
      traffic_.push_back(record::traffic_of(state));
    }
  }

  void begin(std::uint32_t rank) {
    carry_ = 0;
    begin_file(rank, fmt::format("#clock {}\n#ranks {}{}", work_.clock, trace_.ranks(),
                                 work_.per_second == 0 ? "" : fmt::format("\n#rate {}", work_.per_second)));
  }

  /// Writes a burst. The fraction of a unit is carried over, so that the total is right to one.
  void compute(std::uint32_t rank, std::uint64_t burst) {
    const double amount = static_cast<double>(burst) * work_.for_each + carry_;
    const auto whole = static_cast<std::uint64_t>(amount);
    carry_ = amount - static_cast<double>(whole);
    if (whole == 0) return;
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} compute {}"), rank, whole);
    text_->line();
  }

  void enter(std::uint32_t rank, const Record& record) {
    stands_for_.resize(open_.size());
    if (stands_for_.empty()) return;  // deeper than any program calls
    stands_for_.back() = false;
    if (!record.collective || by_messages_[record.state]) return;
    if (collectives_.append(text_->text(), rank, record)) {
      text_->line();
      stands_for_.back() = true;
    } else if (!has_messages_) {
      uncarried_.drop_collective(record.state);
    } else if (traffic_[record.state] == record::Traffic::nonblocking) {
      ++unwritten_;
    }
  }

  void finish(record::Losses& losses) {
    RankWriter::finish(losses);
    losses.add("nonblocking collectives without an action, whose messages are left out", unwritten_);
  }

  /// Leaves out messages that a call of a collective represents, also where they come later: their communicators are
  /// those of collectives.
  void message(std::uint32_t rank, const Record& record) {
    const std::string_view state = open_.empty() ? std::string_view() : trace_.state_names()[open_.back()];
    if (has_messages_ && is_represented(record)) return;
    note_source(record);
    const bool blocks = record.peer != rank && (state == "MPI_Send" || state == "MPI_Ssend");
    const bool synchronous = record.peer != rank && (state == "MPI_Ssend" || state == "MPI_Issend");
    if (!blocks) note_started(record, rank);
    const std::string_view started = synchronous ? "issend" : "isend";
    const std::string_view send = !blocks ? started : synchronous ? "ssend" : "send";
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} {} {} {} {} 6"), rank,
                   record.kind == Kind::receive ? "recv" : send, record.peer, written_tag(record.tag), record.bytes);
    if (record.communicator != 0) fsin::append(text_->text(), " comm={}", record.communicator);
    text_->line();
  }

 private:
  /// By the call that holds the message: MPI_Comm_dup has no line that would send what it sends. Messages outside of
  /// such calls, as in MPI_Wait, are those of a non-blocking collective if their communicator says so.
  bool is_represented(const Record& message) {
    stands_for_.resize(open_.size());
    for (std::size_t i = open_.size(); i-- > 0;) {
      if (stands_for_[i]) return true;
      const record::Traffic traffic = traffic_[open_[i]];
      if (traffic == record::Traffic::collective || traffic == record::Traffic::setup) return false;
    }
    return message.communicator % 2 == 1;
  }

  const Work& work_;
  bool has_messages_;                     ///< those inside collectives
  std::vector<bool> by_messages_;         ///< by state: a collective that is written as its messages
  std::vector<record::Traffic> traffic_;  ///< by state
  std::vector<bool> stands_for_;          ///< by open state: a line stands for its messages
  std::uint64_t unwritten_ = 0;           ///< nonblocking collectives
  double carry_ = 0;
};

}  // namespace

void write_calls(const record::TraceSource& trace, const std::string& path, const Work& work, record::Losses& losses) {
  write_with_list(trace, path, losses, [&](io::FileSet& files) { return CallWriter(trace, work, files); });
}

}  // namespace trgen::formats::ti
