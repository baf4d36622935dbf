// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/write_calls.hpp"

#include <fmt/compile.h>

#include <iterator>

#include "fsin/core/append.hpp"
#include "trgen/formats/ti/rank_writer.hpp"

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
    if (!record.collective || by_messages_[record.state]) return;
    if (collectives_.append(text_->text(), rank, record)) {
      text_->line();
    } else if (!has_messages_) {
      uncarried_.drop_collective(record.state);
    }
  }

  /// Leaves out messages that a call of a collective represents, also where they come later: their communicators are
  /// those of collectives.
  void message(std::uint32_t rank, const Record& record) {
    const std::string_view state = open_.empty() ? std::string_view() : trace_.state_names()[open_.back()];
    const bool kept = !open_.empty() && by_messages_[open_.back()];
    if (has_messages_ && !kept && (record.communicator % 2 == 1 || collective_action(state) != nullptr)) return;
    note_source(record);
    const bool blocks = record.peer != rank && (state == "MPI_Send" || state == "MPI_Ssend");
    const bool synchronous = record.peer != rank && (state == "MPI_Ssend" || state == "MPI_Issend");
    const std::string_view started = synchronous ? "issend" : "isend";
    const std::string_view send = !blocks ? started : synchronous ? "ssend" : "send";
    fmt::format_to(std::back_inserter(text_->text()), FMT_COMPILE("{} {} {} {} {} 6"), rank,
                   record.kind == Kind::receive ? "recv" : send, record.peer, written_tag(record.tag), record.bytes);
    if (record.communicator != 0) fsin::append(text_->text(), " comm={}", record.communicator);
    text_->line();
  }

 private:
  const Work& work_;
  bool has_messages_;              ///< those inside collectives
  std::vector<bool> by_messages_;  ///< by state: a collective that is written as its messages
  double carry_ = 0;
};

}  // namespace

void write_calls(const record::TraceSource& trace, const std::string& path, const Work& work, record::Losses& losses) {
  write_with_list(trace, path, losses, [&](io::FileSet& files) { return CallWriter(trace, work, files); });
}

}  // namespace trgen::formats::ti
