// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/common/uncarried.hpp"

#include <fmt/format.h>

namespace trgen::formats {

using record::Kind;
using record::Record;

void Uncarried::add(const Record& record) {
  if (record.any_source || record.any_tag) ++wildcards_;
  if (!record::is_message(record.kind)) return;
  if (record.communicator != 0) ++communicators_;
  if (record.kind != Kind::receive) return;
  const std::uint64_t number = ++received_[{record.peer, record.tag, record.communicator}];
  if (record.match != 0 && record.match != number) ++out_of_order_;
}

void Uncarried::drop_collective(std::uint16_t state) {
  if (state >= collectives_.size()) collectives_.resize(std::size_t{state} + 1);
  ++collectives_[state];
}

void Uncarried::report(record::Losses& losses) const {
  losses.add("MPI function names and the time within the functions", states_);
  losses.add("times within MPI functions", durations_);
  for (std::size_t state = 0; state < collectives_.size(); ++state) {
    losses.add(fmt::format("{} whose messages the trace does not show", trace_.state_names()[state]),
               collectives_[state]);
  }
  losses.add("messages taken out of the order in which they were sent", out_of_order_);
  if (!carries_.communicators) losses.add("communicators other than 0 of messages", communicators_);
  if (!carries_.wildcards) losses.add("marks of ANY_SOURCE and ANY_TAG", wildcards_);
  const record::TraceNotes& notes = trace_.notes();
  if (!carries_.tables) losses.add("tables of communicators", notes.communicators.size());
  if (!carries_.clock && notes.clock == "instructions") losses.add("the note that times count instructions");
  if (!carries_.incomplete) losses.add("notes of incomplete ranks", notes.incomplete.size());
  losses.add("notes of calls that were not captured", notes.not_captured.size());
  losses.add("notes of what was lost in reading", trace_.losses().counts().size());
  losses.add("comments", notes.comments.size());
}

namespace {

struct FindMessage {
  std::vector<bool> open;  ///< for each open state, innermost last: true for a collective with facts
  bool found = false;

  void begin(std::uint32_t /*rank*/) { open.clear(); }
  void record(std::uint32_t /*rank*/, const Record& record) {
    if (record.kind == Kind::state_start) {
      if (open.size() < 64) open.push_back(record.collective);
    } else if (record.kind == Kind::state_end) {
      if (!open.empty()) open.pop_back();
    } else {
      found = found || (!open.empty() && open.back());
    }
  }
  void end(std::uint32_t /*rank*/) const {}
};

}  // namespace

bool shows_collectives(const record::TraceSource& trace) {
  FindMessage visitor;
  const auto cursor = trace.open();
  Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks() && !visitor.found; ++rank) {
    visitor.begin(rank);
    while (!visitor.found && cursor->next(rank, record)) visitor.record(rank, record);
  }
  return visitor.found;
}

}  // namespace trgen::formats
