// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace trgen::formats::dumpi {

using record::Kind;
using record::Record;

bool Units::read(Record& record) {
  if (cursor_.next(rank_, record)) {
    last_ns_ = std::max(last_ns_, record.time_ns);  // no call may end before it begins
    record.time_ns = last_ns_;
    return true;
  }
  record::stop_at_failure(trace_, cursor_);
  return false;
}

bool Units::next(Unit& unit) {
  unit.messages.clear();
  unit.start = open_;
  unit.start_ns = last_ns_;
  unit.cut = part_;
  Record record;
  while (read(record)) {
    if (record::is_message(record.kind)) {
      unit.messages.push_back(record);
      unit.stop_ns = record.time_ns;
      if (!open_) {
        unit.start_ns = record.time_ns;
        return true;
      }
      if (unit.messages.size() < most_messages) continue;
      unit.cut = part_ = true;
      return true;
    }
    if (record.kind == Kind::state_start) {
      if (open_) {
        ++depth_;
        ++cutting_.nested;
        continue;
      }
      open_ = record;
      unit.start = record;
      unit.start_ns = record.time_ns;
      continue;
    }
    if (depth_ > 0) {
      --depth_;
      continue;
    }
    if (!open_) {
      ++cutting_.unbalanced;
      continue;
    }
    open_.reset();
    part_ = false;
    unit.stop_ns = record.time_ns;
    return true;
  }
  if (!open_) return false;
  ++cutting_.unbalanced;
  open_.reset();
  part_ = false;
  depth_ = 0;
  unit.stop_ns = last_ns_;
  return true;
}

bool completes_receives(const Unit& unit, std::string_view name) {
  constexpr std::string_view wait = "MPI_Wait";
  constexpr std::string_view test = "MPI_Test";
  if (!unit.start || unit.cut || !(name.starts_with(wait) || name.starts_with(test))) return false;
  const std::string_view kind = name.substr(wait.size());
  const bool many = kind == "all" || kind == "some";
  if (!many && !kind.empty() && kind != "any") return false;
  return (many || unit.messages.size() <= 1) &&
         std::all_of(unit.messages.begin(), unit.messages.end(),
                     [](const Record& each) { return each.kind == Kind::receive; });
}

bool posts_receive(const Unit& unit, std::string_view name) {
  return unit.start && !unit.cut && unit.messages.empty() && name == "MPI_Irecv";
}

std::optional<Record> Lookahead::next() {
  Unit unit;
  while (found_.empty() && !ended_) {
    if (!units_.next(unit)) {
      ended_ = true;
      break;
    }
    if (!unit.start) continue;
    const std::string_view name = trace_.state_names()[unit.start->state];
    if (posts_receive(unit, name)) ++open_;
    if (!completes_receives(unit, name)) continue;
    for (const Record& each : unit.messages) {
      if (open_ == 0) break;
      --open_;
      found_.push_back(each);
    }
  }
  if (found_.empty()) return std::nullopt;
  Record first = found_.front();
  found_.pop_front();
  return first;
}

}  // namespace trgen::formats::dumpi
