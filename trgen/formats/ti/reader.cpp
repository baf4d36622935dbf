// SPDX-License-Identifier: Apache-2.0
// Lines, arguments and losses of time-independent traces; the effect of each action is in calls.cpp.
#include "trgen/formats/ti/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fsin/core/suggest.hpp"
#include "fsin/core/text.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/ti/fields.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::ti {
namespace {

constexpr std::size_t most_tables = std::size_t{1} << 16;  ///< of communicators, in the notes

/// Parses a rank: `p12` and `12` are rank 12.
std::optional<std::uint32_t> rank_of(std::string_view text) {
  if (text.starts_with('p')) text.remove_prefix(1);
  return parse_rank(text);
}

/// Parses a number of 64 bits, in any notation; fractions are cut off. Empty when it is no number, or too large.
std::optional<std::int64_t> number_of(std::string_view text) {
  constexpr double limit = 9.2e18;
  if (const auto exact = fsin::parse_integer(text)) return exact;
  const auto value = fsin::parse_real(text);
  if (!value || !(std::fabs(*value) < limit)) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

}  // namespace

Reader::Reader(record::TraceFacts& facts, record::RecordSink& sink, std::uint64_t most_ranks)
    : facts_(facts), steps_(facts, sink, most_ranks), most_(most_ranks) {
  facts_.notes.clock = "flops";
}

void Reader::file(io::Input& in, io::Problems& problems, std::function<std::uint32_t()> count_ranks) {
  problems_ = &problems;
  count_ranks_ = std::move(count_ranks);
  io::Lines lines(in, problems, std::size_t{64} << 20);
  for (std::string_view text; lines.next(text);) {
    line_ = lines.number();
    cut_short_ = lines.unfinished();
    line(text);
  }
}

void Reader::line(std::string_view text) {
  io::Fields fields(text);
  if (fields.done()) return;
  if (fields.rest().starts_with('#')) return comment(fields.rest());
  const std::string_view rank = fields.next();
  const std::string_view name = fields.next();
  arguments_.clear();
  fields_.clear();
  while (!fields.done()) {
    const std::string_view word = fields.next();
    (is_field(word) ? fields_ : arguments_).push_back(word);
  }
  const auto number = rank_of(rank);
  if (!number) {
    problems_->add(line_,
                   fmt::format("{} is not a rank; a line reads '<rank> <action> <arguments>'", fsin::in_quotes(rank)));
    return;
  }
  if (!steps_.exists(*number, "rank", place())) return;
  rank_ = *number;
  action_ = find_action(name);
  if (action_ == nullptr) {
    std::vector<std::string_view> names;
    for (const Action& each : actions()) names.push_back(each.name);
    const auto near = fsin::nearest(name, names);
    problems_->add(line_, fmt::format("unknown action {}{}{}", fsin::in_quotes(name),
                                      near ? fmt::format("; did you mean \"{}\"?", *near) : "",
                                      cut_short_ ? "; the file seems to be cut short" : ""));
    return;
  }
  good_ = true;
  if (!this->fields()) return;
  action();
  if (!good_) fault();
}

bool Reader::fields() {
  communicator_ = 0;
  members_ = nullptr;
  request_.reset();
  if (fields_.empty()) return true;
  if (const std::string_view text = field(fields_, "comm"); !text.empty()) {
    const auto number = fsin::parse_natural(text);
    if (!number || *number >= Groups::most) {
      problems_->add(line_, fmt::format("comm={} is no number of a communicator", text));
      return false;
    }
    communicator_ = static_cast<std::uint32_t>(*number);
  }
  const Op op = action_->op;
  if (communicator_ != 0 && op >= Op::barrier && op < Op::unsupported) {
    members_ = groups_.members(communicator_, rank_);
    if (members_ == nullptr) {
      problems_->add(line_, fmt::format("rank {0} is in no communicator {1}; name its ranks in a line before, "
                                        "#comm {1} <ranks>",
                                        rank_, communicator_));
      return false;
    }
  }
  const std::string_view request = field(fields_, "req");
  if (op != Op::irecv || request.empty()) return true;
  const auto number = fsin::parse_natural(request);
  if (!number || *number >= most_request) {
    problems_->add(line_, fmt::format("req={} is no number of a request, 0 to {}", request, most_request - 1));
    return false;
  }
  request_ = static_cast<std::uint32_t>(*number);
  return true;
}

void Reader::fault() {
  problems_->add(line_, fmt::format("faulty {}; it reads '<rank> {}{}{}'{}", action_->name, action_->name,
                                    action_->form.empty() ? "" : " ", action_->form,
                                    cut_short_ ? "; the file seems to be cut short" : ""));
}

std::uint64_t Reader::count(std::size_t at) {
  const auto value = signed_count(at);
  good_ = good_ && value;
  return value.value_or(0);
}

std::optional<std::uint64_t> Reader::signed_count(std::size_t at) {
  const auto value = has(at) ? number_of(arguments_[at]) : std::nullopt;
  good_ = good_ && value;
  if (!value || *value < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*value);
}

std::int64_t Reader::whole(std::size_t at, std::int64_t otherwise) {
  if (!has(at)) return otherwise;
  std::string_view text = arguments_[at];
  if (text.starts_with('p')) text.remove_prefix(1);
  const auto value = number_of(text);
  good_ = good_ && value;
  return value.value_or(0);
}

std::uint32_t Reader::root(std::size_t at) {
  const std::int64_t value = whole(at, 0);
  good_ = good_ && value >= 0;
  if (!good_) return 0;
  if (members_ != nullptr) {
    good_ = static_cast<std::uint64_t>(value) < members_->size();
    return good_ ? (*members_)[static_cast<std::size_t>(value)] : 0;
  }
  good_ = steps_.exists(static_cast<std::uint64_t>(value), "root", place());
  return good_ ? static_cast<std::uint32_t>(value) : 0;
}

std::uint64_t Reader::element(std::size_t at) {
  if (!has(at)) return rank_ < doubles_.size() && doubles_[rank_] ? sizeof(double) : 1;
  const auto size = type_size(whole(at, 0));
  if (!size) ++lost_.unknown_types;
  return size.value_or(1);
}

Wide Reader::sum(std::size_t at) {
  Wide total = 0;
  for (std::uint32_t rank = 0; rank < ranks_of_communicator() && good_; ++rank) total += count(at + rank);
  ++lost_.vectors;
  return total;
}

void Reader::flops(std::size_t at) {
  if (has(at) && count(at) > 0) ++lost_.reductions;
}

std::uint32_t Reader::ranks() {
  if (facts_.header_ranks) return *facts_.header_ranks;
  if (!ranks_) ranks_ = count_ranks_();
  return *ranks_;
}

std::uint32_t Reader::ranks_of_communicator() {
  return members_ == nullptr ? ranks() : static_cast<std::uint32_t>(members_->size());
}

/// Reports unusual sizes. Records do not have the element of a reduction; programs that expand them take 8 bytes, or 4,
/// 2 or 1 where 8 do not divide the bytes.
void Reader::report_if_unusual(Wide bytes) {
  const std::string_view text = field(fields_, "element");
  if (text.empty()) return;
  std::uint64_t usual = 8;
  while (bytes % usual != 0) usual /= 2;
  if (fsin::parse_natural(text) != usual) ++lost_.elements;
}

void Reader::collective(std::uint32_t root, Wide sent, Wide received) {
  good_ = good_ && sent <= most_message_bytes && received <= most_message_bytes;
  if (!good_) return;
  report_if_unusual(std::max(sent, received));
  const bool block = action_->op == Op::reducescatter && field(fields_, "block") == "1";
  const std::string_view of_blocks =
      action_->name.starts_with('i') ? "MPI_Ireduce_scatter_block" : "MPI_Reduce_scatter_block";
  const std::string_view state = block ? of_blocks : action_->state;
  steps_.enter(rank_, state,
               record::Record{.collective = true,
                              .peer = root,
                              .communicator = communicator_,
                              .bytes = static_cast<std::uint64_t>(sent),
                              .received = static_cast<std::uint64_t>(received),
                              .line = line_});
  steps_.leave(rank_, state, line_);
}

void Reader::finish(io::Problems& problems, std::uint64_t content_bytes) {
  problems_ = &problems;
  problems.throw_if_any();
  for (auto& [rank, requests] : requests_) {
    if (requests.empty()) continue;
    rank_ = rank;
    const auto received = requests.take_all();
    lost_.never_awaited += received.size();
    complete("MPI_Waitall", received);
  }
  steps_.finish(problems, content_bytes);
  for (auto& [rank, why] : incomplete_) facts_.notes.incomplete.push_back({rank, why});
  std::uint64_t tables = 0;
  for (const auto& [number, numbered] : groups_.numbered()) {
    for (const auto& members : numbered.groups) {
      if (++tables <= most_tables) facts_.notes.communicators.push_back({number, members});
    }
  }
  if (tables > most_tables) facts_.losses.add("tables of communicators beyond 65,536", tables - most_tables);
  report();
}

void Reader::report() {
  record::Losses& losses = facts_.losses;
  losses.add("receives from any source (-333) or with any tag (-444): the trace does not say which message they took",
             lost_.wildcards);
  losses.add("derived datatypes (-1) or unknown ones, taken as 1 byte an element", lost_.unknown_types);
  losses.add("receives of unknown size", lost_.no_size);
  losses.add("tests of receives, taken as not complete", lost_.tests);
  losses.add("receives that no wait names, completed at the end", lost_.never_awaited);
  losses.add("waits for any of several requests, taken to complete the one that was posted first", lost_.of_any);
  losses.add("flops of reductions", lost_.reductions);
  losses.add("sizes of the elements of reductions, where not 8 bytes (or 4, 2, 1 that divide them)", lost_.elements);
  losses.add("counts of each rank of vector collectives (their sums are kept)", lost_.vectors);
  std::uint64_t started = 0;
  for (const auto& each : started_) started += each.second.size();
  losses.add("persistent receives whose wait does not name their source", started);
}

}  // namespace trgen::formats::ti
