// SPDX-License-Identifier: Apache-2.0
// Effects of the actions of a time-independent trace.
#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/ti/fields.hpp"
#include "trgen/formats/ti/reader.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::ti {

using record::Kind;
using record::no_rank;
using record::Record;

void Reader::action() {
  const Op op = action_->op;
  if (op <= Op::note || op >= Op::unsupported) {
    calls();
  } else if (op <= Op::start) {
    point_to_point();
  } else if (op <= Op::waitany) {
    requests();
  } else if (op <= Op::allgather) {
    collectives();
  } else {
    vector_collectives();
  }
}

void Reader::calls() {
  switch (action_->op) {
    case Op::compute:
      return compute();
    case Op::init:
      if (!arguments_.empty()) {
        if (rank_ >= doubles_.size()) doubles_.resize(std::size_t{rank_} + 1);
        doubles_[rank_] = true;
      }
      return steps_.call(rank_, action_->state, line_);
    case Op::call:
      if (action_->state == "MPI_Finalize" && requests_.contains(rank_) && !requests_[rank_].empty()) {
        const auto received = requests_[rank_].take_all();
        lost_.never_awaited += received.size();
        complete("MPI_Waitall", received);
      }
      return steps_.call(rank_, action_->state, line_);
    default:
      facts_.losses.add(action_->state.empty() ? action_->name : action_->state);
  }
}

void Reader::compute() {
  const std::uint64_t flops = count(0);
  if (good_) steps_.compute(rank_, flops, place());
}

void Reader::point_to_point() {
  switch (action_->op) {
    case Op::recv:
      return receive(true);
    case Op::irecv:
      return receive(false);
    case Op::sendrecv:
      return sendrecv();
    case Op::start:
      return start();
    default:
      return send();
  }
}

void Reader::send() {
  // without a tag: the dialect of the papers
  const bool tagged = arguments_.size() > 2;
  const std::int64_t to = has(0) ? whole(0, 0) : -1;
  const std::int64_t tag = tagged ? whole(1, 0) : 0;
  const Wide bytes = Wide{count(tagged ? 2 : 1)} * element(3);
  good_ =
      good_ && (to >= 0 || to == any_source) && tag == static_cast<std::int32_t>(tag) && bytes <= most_message_bytes;
  if (good_ && to == any_source) return steps_.call(rank_, action_->state, line_);  // to MPI_PROC_NULL
  if (!good_ || !steps_.exists(static_cast<std::uint64_t>(to), "destination", place())) return;
  if (action_->op == Op::isend) requests_[rank_].sent();
  steps_.call(rank_, action_->state,
              Record{.kind = Kind::send,
                     .peer = static_cast<std::uint32_t>(to),
                     .tag = static_cast<std::int32_t>(tag),
                     .communicator = communicator_,
                     .bytes = static_cast<std::uint64_t>(bytes),
                     .line = line_});
}

void Reader::receive(bool at_once) {
  const bool tagged = arguments_.size() > 2;
  const std::int64_t from = has(0) ? whole(0, 0) : -1;
  const std::int64_t tag = tagged ? whole(1, 0) : 0;
  const auto elements = signed_count(tagged ? 2 : 1);
  const Wide bytes = Wide{elements.value_or(0)} * element(3);
  const bool any = from == any_source || tag == any_tag;
  good_ = good_ && (from >= 0 || any) && tag == static_cast<std::int32_t>(tag) && bytes <= most_message_bytes;
  if (!good_) return;
  if (any) {
    ++lost_.wildcards;
    steps_.enter(rank_, action_->state, Record{.any_source = from == any_source, .line = line_});
    return steps_.leave(rank_, action_->state, line_);
  }
  if (!steps_.exists(static_cast<std::uint64_t>(from), "source", place())) return;
  if (!elements) ++lost_.no_size;
  const Record received{.kind = Kind::receive,
                        .peer = static_cast<std::uint32_t>(from),
                        .tag = static_cast<std::int32_t>(tag),
                        .communicator = communicator_,
                        .bytes = static_cast<std::uint64_t>(bytes),
                        .line = line_};
  if (at_once) return steps_.call(rank_, action_->state, received);
  steps_.call(rank_, action_->state, line_);
  requests_[rank_].post(received, request_);
}

void Reader::sendrecv() {
  const Wide sent = Wide{count(0)} * element(4);
  const Wide received = Wide{count(2)} * element(5);
  const std::int64_t to = whole(1, 0);
  const std::int64_t from = has(3) ? whole(3, 0) : -1;
  if (from == any_source) ++lost_.wildcards;
  good_ = good_ && to >= 0 && (from >= 0 || from == any_source) && sent <= most_message_bytes &&
          received <= most_message_bytes;
  if (!good_ || !steps_.exists(static_cast<std::uint64_t>(to), "destination", place())) return;
  if (from >= 0 && !steps_.exists(static_cast<std::uint64_t>(from), "source", place())) return;
  steps_.enter(rank_, action_->state, Record{.any_source = from < 0, .line = line_});
  steps_.message(rank_, Record{.kind = Kind::send,
                               .peer = static_cast<std::uint32_t>(to),
                               .communicator = communicator_,
                               .bytes = static_cast<std::uint64_t>(sent),
                               .line = line_});
  if (from >= 0) {
    steps_.message(rank_, Record{.kind = Kind::receive,
                                 .peer = static_cast<std::uint32_t>(from),
                                 .communicator = communicator_,
                                 .bytes = static_cast<std::uint64_t>(received),
                                 .line = line_});
  }
  steps_.leave(rank_, action_->state, line_);
}

/// Starts a request. The action names the destination; for a receive that is the rank itself, and its wait names the
/// source.
void Reader::start() {
  const std::int64_t to = has(0) ? whole(0, 0) : -1;
  const std::int64_t tag = whole(1, 0);
  const std::uint64_t bytes = count(2);
  good_ =
      good_ && (to >= 0 || to == any_source) && tag == static_cast<std::int32_t>(tag) && bytes <= most_message_bytes;
  if (!good_) return;
  if (to == any_source) return steps_.call(rank_, action_->state, line_);
  if (to == rank_) {
    steps_.call(rank_, action_->state, line_);
    started_[rank_].push_back({static_cast<std::int32_t>(tag), bytes, communicator_});
    return;
  }
  if (!steps_.exists(static_cast<std::uint64_t>(to), "destination", place())) return;
  steps_.call(rank_, action_->state,
              Record{.kind = Kind::send,
                     .peer = static_cast<std::uint32_t>(to),
                     .tag = static_cast<std::int32_t>(tag),
                     .communicator = communicator_,
                     .bytes = bytes,
                     .line = line_});
}

/// The persistent receive with this tag, or with any, which was started first.
std::optional<Record> Reader::take_started(std::uint32_t source, std::int32_t tag) {
  auto& started = started_[rank_];
  const auto found = std::find_if(started.begin(), started.end(),
                                  [&](const Started& each) { return each.tag == tag || each.tag == any_tag; });
  if (found == started.end() || tag == any_tag) return std::nullopt;
  const Record received{.kind = Kind::receive,
                        .peer = source,
                        .tag = tag,
                        .communicator = found->communicator,
                        .bytes = found->bytes,
                        .line = line_};
  started.erase(found);
  return received;
}

void Reader::requests() {
  if (action_->op == Op::test) {
    if (has(1) && whole(1, -1) == rank_) ++lost_.tests;
    return steps_.call(rank_, action_->state, line_);
  }
  if (const std::string_view numbers = field(fields_, "req"); !numbers.empty()) return wait_for_numbers(numbers);
  if (action_->op == Op::waitall) {
    const auto found = requests_.find(rank_);
    return complete(action_->state, found == requests_.end() ? std::vector<Record>{} : found->second.take_all());
  }
  if (action_->op == Op::waitany && arguments_.size() < 3) return wait_any();
  wait();
}

/// Completes numbered requests. In a wait for any of them, the first that was posted is taken to be complete.
void Reader::wait_for_numbers(std::string_view numbers) {
  const bool any = action_->op == Op::waitany;
  std::vector<Record> received;
  io::Fields parts(numbers, ',');
  while (!parts.done()) {
    const auto range = request_range(parts.next());
    if (!range || (any && !parts.done())) {
      problems_->add(
          line_, fmt::format("req={} is no {} of requests, such as 0-7", numbers, any ? "range" : "list of ranges"));
      return;
    }
    const auto found = requests_.find(rank_);
    if (found == requests_.end()) continue;
    const auto taken = found->second.take_numbered(range->first, range->count, any ? 1 : range->count);
    received.insert(received.end(), taken.begin(), taken.end());
  }
  if (any) ++lost_.of_any;
  complete(action_->state, received);
}

/// Completes one request. The trace does not say which one completed: the first that was posted is taken.
void Reader::wait_any() {
  const auto found = requests_.find(rank_);
  ++lost_.of_any;
  complete(action_->state, found == requests_.end() || found->second.empty() ? std::vector<Record>{}
                                                                             : std::vector{found->second.take_first()});
}

void Reader::wait() {
  const auto found = requests_.find(rank_);
  std::optional<Record> received;
  if (arguments_.empty()) {
    if (found != requests_.end()) received = found->second.take_last();
  } else {
    const std::int64_t from = whole(0, 0);
    const std::int64_t to = whole(1, rank_);
    const std::int64_t tag = whole(2, 0);
    const bool collective = tag < 0 && tag != any_tag;
    const bool receives = to == rank_ && from >= 0 && from < no_rank && tag == static_cast<std::int32_t>(tag);
    if (receives && !collective) {
      if (found != requests_.end())
        received = found->second.take(static_cast<std::uint32_t>(from), static_cast<std::int32_t>(tag));
      if (!received && steps_.exists(static_cast<std::uint64_t>(from), "source", place()))
        received = take_started(static_cast<std::uint32_t>(from), static_cast<std::int32_t>(tag));
    }
  }
  if (good_) complete(action_->state, received ? std::vector<Record>{*received} : std::vector<Record>{});
}

void Reader::complete(std::string_view state, const std::vector<Record>& received) {
  steps_.enter(rank_, state, line_);
  for (const Record& each : received) steps_.message(rank_, each);
  steps_.leave(rank_, state, line_);
}

}  // namespace trgen::formats::ti
