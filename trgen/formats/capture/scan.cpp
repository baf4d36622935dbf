// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/capture/scan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "fsin/core/text.hpp"
#include "trgen/formats/capture/posting_order.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/io/digest.hpp"
#include "trgen/io/problems.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::capture {
namespace {

constexpr std::size_t window_size = std::size_t{1} << 18;
constexpr std::uint32_t most_numbers = 1U << 24;  // states or communicators of a rank
constexpr std::size_t most_comments = 32;
constexpr std::size_t most_uncaptured = 4096;
constexpr std::size_t longest_text = 200;

class RankScan {
 public:
  RankScan(RankIndex& index, const trgen_rank_header& header, Facts& facts)
      : index_(index), header_(header), facts_(facts), entries_(index.bytes, window_size) {}

  void run();

 private:
  void entry(const trgen_rank_entry& entry);
  void state(const trgen_rank_entry& entry);
  void message(const trgen_rank_entry& entry);
  void count(const trgen_rank_entry& entry);
  void check_time(const trgen_rank_entry& entry);
  void name(const trgen_rank_entry& entry);
  void communicator(const trgen_rank_entry& entry);
  void note(const trgen_rank_entry& entry);
  void not_captured(const trgen_rank_entry& entry);
  void order_receives();
  void finish();
  std::string state_name(const trgen_rank_entry& entry) const;
  std::string_view open_state() const {
    return depth_ == 0 ? std::string_view() : std::string_view(facts_.trace.states.names()[last_state_]);
  }
  ReceiveChannel channel(const trgen_rank_entry& entry) const {
    return {entry.peer, entry.tag, index_.communicators[entry.communicator]};
  }
  [[noreturn]] void damaged(const std::string& what) const;

  RankIndex& index_;
  const trgen_rank_header& header_;
  Facts& facts_;
  RankEntries entries_;
  PostingOrder order_;
  io::Digest digest_;
  std::uint64_t last_time_ = 0;
  std::uint64_t backwards_ = 0;
  std::uint64_t depth_ = 0;
  std::uint16_t last_state_ = 0;
};

constexpr std::uint16_t undefined_state = 0xffff;
constexpr std::uint32_t undefined_communicator = 0xffffffff;

void RankScan::damaged(const std::string& what) const {
  throw record::TraceError(fmt::format("{}: byte {}: {}; the file is damaged, or of another version of the library",
                                       index_.bytes.name(), entries_.offset(), what));
}

void RankScan::run() {
  digest_.add({reinterpret_cast<const char*>(&header_), sizeof header_});
  trgen_rank_entry each{};
  while (entries_.next(each)) {
    digest_.add({reinterpret_cast<const char*>(&each), sizeof each});
    entry(each);
  }
  order_receives();
  finish();
}

void RankScan::entry(const trgen_rank_entry& entry) {
  switch (entry.kind) {
    case TRGEN_SS:
    case TRGEN_SE:
      return state(entry);
    case TRGEN_MS:
    case TRGEN_MR:
      return message(entry);
    case TRGEN_NAME:
      return name(entry);
    case TRGEN_COMMUNICATOR:
      return communicator(entry);
    case TRGEN_NOTE:
      return note(entry);
    case TRGEN_NOT_CAPTURED:
      return not_captured(entry);
    default:
      damaged(fmt::format("kind {} of an entry is unknown", entry.kind));
  }
}

void RankScan::check_time(const trgen_rank_entry& entry) {
  if (entry.time > latest_time_ns) damaged(fmt::format("time {} is impossible", entry.time));
  if (entry.time < last_time_ && ++backwards_ <= 1 && facts_.trace.warnings.size() < io::most_warnings) {
    facts_.trace.warnings.push_back(fmt::format("{}: byte {}: time of rank {} goes backwards, from {} to {}",
                                                index_.bytes.name(), entries_.offset(), index_.rank, last_time_,
                                                entry.time));
  }
  last_time_ = entry.time;
}

void RankScan::state(const trgen_rank_entry& entry) {
  check_time(entry);
  if (entry.state >= index_.states.size() || index_.states[entry.state] == undefined_state) {
    damaged(fmt::format("state {} has no name yet", entry.state));
  }
  ++index_.records;
  depth_ = entry.kind == TRGEN_SS ? depth_ + 1 : depth_ - std::min<std::uint64_t>(depth_, 1);
  if (entry.kind == TRGEN_SS) last_state_ = index_.states[entry.state];
  if (entry.kind != TRGEN_SS || (entry.flags & TRGEN_COLLECTIVE) == 0) return count(entry);
  if (entry.communicator >= index_.communicators.size() ||
      index_.communicators[entry.communicator] == undefined_communicator) {
    damaged(fmt::format("communicator {} is not defined yet", entry.communicator));
  }
  if (entry.bytes > most_message_bytes || entry.extra > most_message_bytes) {
    damaged(fmt::format("a collective of {} and {} bytes", entry.bytes, entry.extra));
  }
  count(entry);
}

/// Counts an entry, which was found sound, as a cursor will return it.
void RankScan::count(const trgen_rank_entry& entry) {
  using record::Kind;
  record::Record record;
  if (entry.kind == TRGEN_SS || entry.kind == TRGEN_SE) {
    record.kind = entry.kind == TRGEN_SS ? Kind::state_start : Kind::state_end;
    record.state = index_.states[entry.state];
    record.collective = entry.kind == TRGEN_SS && (entry.flags & TRGEN_COLLECTIVE) != 0;
    record.received = entry.extra;
  } else {
    record.kind = entry.kind == TRGEN_MS ? Kind::send : Kind::receive;
    record.peer = entry.peer;
  }
  if (record::is_message(record.kind) || record.collective) {
    record.communicator = index_.communicators[entry.communicator];
    record.bytes = entry.bytes;
  }
  facts_.census.add(index_.rank, record);
}

void RankScan::message(const trgen_rank_entry& entry) {
  check_time(entry);
  if (entry.peer >= header_.ranks) return facts_.trace.losses.add("messages with processes outside MPI_COMM_WORLD");
  if (entry.communicator >= index_.communicators.size() ||
      index_.communicators[entry.communicator] == undefined_communicator) {
    damaged(fmt::format("communicator {} is not defined yet", entry.communicator));
  }
  if (entry.bytes > most_message_bytes) damaged(fmt::format("a message of {} bytes", entry.bytes));
  ++index_.records;
  count(entry);
  if (entry.kind == TRGEN_MR) order_.add(channel(entry), entry.extra);
}

void RankScan::name(const trgen_rank_entry& entry) {
  const std::vector<char> payload = entries_.payload();
  digest_.add(payload);
  const std::string_view text(payload.data(), payload.size());
  if (text.empty() || text.size() > longest_text || fsin::find_non_text(text) ||
      text.find_first_of(" \t\r\n") != std::string_view::npos) {
    damaged("the name of a state is not a word");
  }
  const auto number = facts_.trace.states.number(text);
  if (!number) damaged(fmt::format("more than {} names of states", record::StateTable::most));
  if (entry.state >= index_.states.size()) index_.states.resize(entry.state + std::size_t{1}, undefined_state);
  index_.states[entry.state] = *number;
}

void RankScan::communicator(const trgen_rank_entry& entry) {
  const std::vector<char> payload = entries_.payload();
  digest_.add(payload);
  std::vector<std::uint32_t> members(payload.size() / sizeof(std::uint32_t));
  if (!members.empty()) std::memcpy(members.data(), payload.data(), payload.size());
  if (members.empty()) damaged("a communicator without members");
  if (entry.communicator >= most_numbers) damaged(fmt::format("communicator {} is impossible", entry.communicator));
  if (entry.communicator >= index_.communicators.size()) {
    index_.communicators.resize(entry.communicator + std::size_t{1}, undefined_communicator);
  }
  const std::uint32_t number = facts_.communicators.enter(entry.peer, std::move(members));
  index_.communicators[entry.communicator] = 2 * number + (entry.tag != 0 ? 1 : 0);
}

void RankScan::note(const trgen_rank_entry& entry) {
  if (entry.bytes == 0) return;  // a send that the library took back
  const std::vector<char> payload = entries_.payload();
  digest_.add(payload);
  const std::string_view text(payload.data(), std::min(payload.size(), longest_text));
  std::string comment = fmt::format("# {}", fsin::one_line(text));
  auto& comments = facts_.trace.notes.comments;
  if (comments.size() == most_comments || std::find(comments.begin(), comments.end(), comment) != comments.end()) {
    return;
  }
  comments.push_back(std::move(comment));
}

std::string RankScan::state_name(const trgen_rank_entry& entry) const {
  if (entry.state >= index_.states.size() || index_.states[entry.state] == undefined_state) {
    damaged(fmt::format("state {} has no name yet", entry.state));
  }
  return facts_.trace.states.names()[index_.states[entry.state]];
}

void RankScan::not_captured(const trgen_rank_entry& entry) {
  auto& all = facts_.trace.notes.not_captured;
  const std::string function = state_name(entry);
  auto found = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.function == function; });
  if (found == all.end() && all.size() < most_uncaptured) found = all.insert(all.end(), {function, 0, 0});
  if (found == all.end()) return;
  found->calls += entry.bytes;
  found->bytes += entry.extra;
}

/// Only a rank that completed receives out of order is read a second time.
void RankScan::order_receives() {
  if (!order_.disordered()) return;
  RankEntries again(index_.bytes, window_size);
  trgen_rank_entry each{};
  std::uint64_t number = 0;
  while (number < index_.records && again.next(each)) {
    if (!is_record(each, header_.ranks)) continue;
    ++number;
    if (each.kind == TRGEN_MR) order_.collect(channel(each), each.extra, number);
  }
  index_.matches = order_.matches();
}

void RankScan::finish() {
  record::TraceFacts& trace = facts_.trace;
  trace.records += index_.records;
  trace.file_bytes += index_.bytes.size();
  facts_.hooks = facts_.hooks && (header_.flags & TRGEN_HOOKS_PRESENT) != 0;
  facts_.digests.push_back(digest_.text());
  if (std::string why = why_incomplete(header_, entries_.cut(), index_.records, open_state()); !why.empty()) {
    trace.notes.incomplete.push_back({index_.rank, std::move(why)});
  }
  const std::string_view clock = clock_name(header_);
  if (trace.notes.clock.empty()) trace.notes.clock = clock;
  if (trace.notes.clock != clock && trace.warnings.size() < io::most_warnings) {
    trace.warnings.push_back(
        fmt::format("{}: the times of rank {} are of the clock {}, those of earlier ranks of the clock {}",
                    index_.bytes.name(), index_.rank, clock, trace.notes.clock));
  }
}

}  // namespace

void scan_rank(RankIndex& index, const trgen_rank_header& header, Facts& facts) {
  RankScan(index, header, facts).run();
}

}  // namespace trgen::formats::capture
