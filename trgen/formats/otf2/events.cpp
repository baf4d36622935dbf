// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/otf2/events.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "trgen/formats/common/values.hpp"

namespace trgen::formats::otf2 {
namespace {

using record::Kind;
using record::Record;

__extension__ using Wide = unsigned __int128;

}  // namespace

Events::Events(const Library& library, const Definitions& definitions, bool score_p, record::TraceFacts& facts,
               record::RecordSink& sink)
    : library_(library),
      definitions_(definitions),
      score_p_(score_p),
      facts_(facts),
      records_(sink, facts.records),
      order_(records_),
      callbacks_(OTF2_EvtReaderCallbacks_New()) {
  set_callbacks(callbacks_.get());
}

void Events::begin(std::uint32_t rank) {
  rank_ = rank;
  order_.begin();
  records_.begin(rank);
  entered_.reset();
  collectives_.clear();
  nonblocking_.clear();
  posted_.clear();
  depth_ = never_complete_ = exchanges_ = 0;
}

void Events::end_rank() {
  order_.finish();
  without_facts_ += nonblocking_.size() + collectives_.size();
  records_.finish();
  never_complete_ += posted_.size();
  tell_unrecorded();
}

/// Marks a rank as incomplete if the archive lacks some of its messages: in a replay it does not wait for them.
void Events::tell_unrecorded() {
  if (never_complete_ + exchanges_ == 0) return;
  all_never_complete_ += never_complete_;
  all_exchanges_ += exchanges_;
  std::string what = never_complete_ == 0 ? "" : fmt::format("{} receives that were posted", never_complete_);
  if (exchanges_ > 0) {
    what += fmt::format("{}the messages of {} MPI_Sendrecv", what.empty() ? "" : " and ", exchanges_);
  }
  facts_.notes.incomplete.push_back({rank_, fmt::format("the archive does not hold {}", what)});
}

void Events::finish() {
  for (const auto& [name, count] : other_regions_) facts_.losses.add(fmt::format("calls of {}", name), count);
  for (const auto& [name, count] : uncarried_) facts_.losses.add(fmt::format("{} events", name), count);
  facts_.losses.add("events of other threads", definitions_.other_events);
  facts_.losses.add("collectives whose end is missing or far away", without_facts_);
  facts_.losses.add("messages taken whose order is not known", order_.unknown());
  facts_.losses.add("receives that were posted and whose message was not recorded", all_never_complete_);
  facts_.losses.add("calls of MPI_Sendrecv whose messages were not recorded", all_exchanges_);
  if (before_start_ > 0) {
    facts_.warnings.push_back(
        fmt::format("{}: {} events are earlier than the start that the archive gives; their time is set to 0",
                    library_.name(), before_start_));
  }
}

Record Events::at(const At& at, Kind kind) const {
  const std::uint64_t ticks = at.ticks - std::min(at.ticks, definitions_.offset);
  const Wide ns = static_cast<Wide>(ticks) * ns_per_second / definitions_.resolution;
  if (ns > latest_time_ns) {
    library_.fail(fmt::format("event {} of rank {} has time {}, over 292 years; the archive is damaged", at.position,
                              rank_, at.ticks));
  }
  return {.kind = kind, .time_ns = static_cast<std::uint64_t>(ns), .line = at.position};
}

std::uint16_t Events::state(const std::string& name) {
  const auto number = facts_.states.number(name);
  if (!number) {
    library_.fail(fmt::format("there are more than {} MPI functions; is this a trace?", record::StateTable::most));
  }
  return *number;
}

std::uint8_t Events::wildcards(const OTF2_AttributeList* attributes) const {
  std::uint8_t any = 0;
  if (OTF2_AttributeList_GetNumberOfElements(attributes) > 0 &&
      definitions_.any_attribute != OTF2_UNDEFINED_ATTRIBUTE &&
      OTF2_AttributeList_TestAttributeByID(attributes, definitions_.any_attribute)) {
    OTF2_AttributeList_GetUint8(attributes, definitions_.any_attribute, &any);
  }
  return any;
}

/// Another event follows the state that was entered, so it is no collective.
void Events::settle_entered() {
  if (entered_) records_.settle(*entered_);
  entered_.reset();
}

void Events::enter(const At& at, std::uint32_t region) {
  const auto found = definitions_.regions.find(region);
  if (found == definitions_.regions.end()) {
    library_.fail(
        fmt::format("event {} of rank {} enters region {}, which is not defined", at.position, rank_, region));
  }
  if (!found->second.paradigm.empty()) {
    for (auto& [name, count] : other_regions_) {
      if (name == found->second.paradigm) {
        ++count;
        return;
      }
    }
    other_regions_.emplace_back(found->second.paradigm, 1);
    return;
  }
  settle_entered();
  ++depth_;
  messages_ = 0;
  before_start_ += at.ticks < definitions_.offset ? 1 : 0;
  Record record = this->at(at, Kind::state_start);
  record.state = state(found->second.name);
  record.any_source = (wildcards(at.attributes) & names::any_source) != 0;
  entered_ = records_.hold(record);
}

void Events::leave(const At& at, std::uint32_t region) {
  const auto found = definitions_.regions.find(region);
  if (found == definitions_.regions.end()) {
    library_.fail(
        fmt::format("event {} of rank {} leaves region {}, which is not defined", at.position, rank_, region));
  }
  if (!found->second.paradigm.empty()) return;
  settle_entered();
  missing_end();
  // A null partner leaves no message either, but only EZTrace 2 leaves out the messages of all of them.
  exchanges_ += definitions_.eztrace && messages_ == 0 && found->second.name.starts_with("MPI_Sendrecv") ? 1 : 0;
  Record record = this->at(at, Kind::state_end);
  record.state = state(found->second.name);
  records_.add(record);
}

const Communicator& Events::communicator(std::uint32_t reference, std::uint64_t position) const {
  const auto found = definitions_.communicators.find(reference);
  if (found == definitions_.communicators.end()) {
    const auto other = definitions_.other_communicators.find(reference);
    if (other != definitions_.other_communicators.end()) {
      library_.fail(fmt::format("event {} of rank {} names communicator {}, which belongs to {} and not to MPI",
                                position, rank_, reference, other->second));
    }
    library_.fail(
        fmt::format("event {} of rank {} names communicator {}, which is not defined", position, rank_, reference));
  }
  return found->second;
}

/// The group whose ranks occur in the events of this rank.
const std::vector<std::uint32_t>& Events::peers(const Communicator& communicator) {
  if (communicator.others == nullptr) return *communicator.members;
  const auto& members = *communicator.members;
  const bool local = std::find(members.begin(), members.end(), rank_) != members.end();
  return local ? *communicator.others : members;
}

std::uint32_t Events::world_rank(std::uint32_t reference, std::uint32_t rank, std::uint64_t position) {
  const Communicator& in = communicator(reference, position);
  if (in.self && rank == 0) return rank_;
  if (in.global && rank < definitions_.locations.size()) return rank;
  const std::vector<std::uint32_t>& members = peers(in);
  if (!in.self && !in.global && rank < members.size()) return members[rank];
  library_.fail(
      fmt::format("event {} of rank {} names rank {} of communicator {}, which has no such rank; the archive "
                  "is damaged",
                  position, rank_, rank, reference));
}

Record Events::message(const At& at, Kind kind, const Message& message) {
  settle_entered();
  ++messages_;
  Record record = this->at(at, kind);
  record.peer = world_rank(message.communicator, message.peer, at.position);
  record.communicator = communicator(message.communicator, at.position).number;
  record.tag = static_cast<std::int32_t>(message.tag);
  record.bytes = message.bytes;
  if (record.bytes > most_message_bytes) {
    library_.fail(fmt::format("event {} of rank {} is a message of {} bytes; the archive is damaged", at.position,
                              rank_, record.bytes));
  }
  return record;
}

void Events::send(const At& at, const Message& message) { records_.add(this->message(at, Kind::send, message)); }

void Events::receive(const At& at, const Message& message, std::optional<std::uint64_t> request) {
  Record record = this->message(at, Kind::receive, message);
  if (request) posted_.erase(*request);
  const std::uint8_t any = wildcards(at.attributes);
  record.any_source = (any & names::any_source) != 0;
  record.any_tag = (any & names::any_tag) != 0;
  if (definitions_.match_attribute != OTF2_UNDEFINED_ATTRIBUTE &&
      OTF2_AttributeList_TestAttributeByID(at.attributes, definitions_.match_attribute)) {
    OTF2_AttributeList_GetUint64(at.attributes, definitions_.match_attribute, &record.match);
    return records_.add(record);
  }
  if (!request && definitions_.match_attribute != OTF2_UNDEFINED_ATTRIBUTE) return records_.add(record);
  order_.receive(record, request);
}

/// A request number that is posted again belongs to another receive.
void Events::posted(std::uint64_t request) {
  if (!posted_.insert(request).second) ++never_complete_;
  order_.post(request);
}

void Events::cancelled(std::uint64_t request) {
  posted_.erase(request);
  order_.drop(request);
}

void Events::uncarried(const char* name) {
  for (auto& [known, count] : uncarried_) {
    if (known == name) {
      ++count;
      return;
    }
  }
  uncarried_.emplace_back(name, 1);
}

}  // namespace trgen::formats::otf2
