// SPDX-License-Identifier: Apache-2.0
// Events, blocks, definitions and losses of Dimemas traces.
#include <algorithm>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/dim/format.hpp"
#include "trgen/formats/dim/names.hpp"
#include "trgen/formats/dim/reader.hpp"

namespace trgen::formats::dim {
namespace {

constexpr std::uint64_t most_members = std::uint64_t{1} << 24;
constexpr std::size_t most_blocks = std::size_t{1} << 12;

}  // namespace

void Reader::event() {
  const auto at = task();
  if (!at) return;
  const auto type = integer(2);
  const auto value = integer(3);
  if (!type || !value) return fault("'20:<task>:<thread>:<type>:<value>'");
  if (*type < static_cast<std::int64_t>(first_mpi_type) || *type > static_cast<std::int64_t>(last_mpi_type)) {
    ++lost_.events;
    return;
  }
  const auto group = static_cast<std::uint64_t>(*type);
  if (*value == 0) {
    if (!calls_.end(*at, group, line_)) ++lost_.ends;
    return;
  }
  const std::string_view function = *value < 0 ? "" : function_of(static_cast<std::uint64_t>(*value));
  calls_.begin(*at, group, function.empty() ? "MPI_other" : function, line_);
  if (function.empty()) ++lost_.functions;
}

void Reader::block(bool begins) {
  const auto at = task();
  if (!at) return;
  const auto number = integer(2);
  if (!number || *number < 0) return fault("'\"block begin\" { <task>, <thread>, <block> };;'");
  const auto name = blocks_.find(static_cast<std::uint64_t>(*number));
  if (name == blocks_.end()) {
    if (begins) ++lost_.blocks;
  } else if (begins) {
    calls_.begin(*at, name->first, name->second, line_);
  } else if (!calls_.end(*at, name->first, line_)) {
    ++lost_.ends;
  }
}

void Reader::block_name() {
  const auto number = integer(0);
  if (!number || *number < 0 || parsed_.fields().size() < 2)
    return fault("'\"block definition\" { <block>, \"name\", ...");
  std::string_view name = parsed_.fields()[1];
  if (name.size() < 2 || !name.starts_with('"') || !name.ends_with('"')) return;
  name = name.substr(1, name.size() - 2);
  const bool mpi = name.starts_with("MPI_") && is_state_name(name);
  if (mpi && blocks_.size() < most_blocks) blocks_[static_cast<std::uint64_t>(*number)] = name;
}

void Reader::communicator() {
  const auto id = integer(0);
  const auto size = integer(1);
  record::Communicator made;
  const auto number = id ? communicator_number(*id) : std::nullopt;
  if (!number) return fault("'d:1:<communicator>:<size>:<task>:...'");
  made.number = *number;
  if (!members(made, 2) || !size || static_cast<std::int64_t>(made.members.size()) != *size) {
    return fault("'d:1:<communicator>:<size>:<task>:...', with as many tasks as its size");
  }
  members_ += made.members.size();
  if (members_ > most_members) {
    facts_.losses.add("tables of communicators beyond 16 million members");
  } else {
    facts_.notes.communicators.push_back(std::move(made));
  }
}

/// Reads the members of a communicator. In SDDF the first field is "[3] { 0" and the last is "2 }".
bool Reader::members(record::Communicator& made, std::size_t first) {
  constexpr std::string_view around = "[]{} \t";
  for (std::size_t at = first; at < parsed_.fields().size(); ++at) {
    std::string_view text = parsed_.fields()[at];
    if (at == first && text.starts_with('[')) text.remove_prefix(std::min(text.find(']'), text.size()));
    text.remove_prefix(std::min(text.find_first_not_of(around), text.size()));
    text = text.substr(0, text.find_last_not_of(around) + 1);
    const auto rank = parse_rank(text);
    if (!rank || !steps_.exists(*rank, "task", place())) return false;
    made.members.push_back(*rank);
  }
  return true;
}

void Reader::report() {
  record::Losses& losses = facts_.losses;
  losses.add("records of threads other than the first", lost_.threads);
  losses.add("messages and operations of accelerators", lost_.accelerators);
  losses.add("receives from any task: the trace does not say which message they took", lost_.any);
  losses.add("collective operations of unknown kinds", lost_.operations);
  losses.add("user events", lost_.events);
  losses.add("blocks of user code", lost_.blocks);
  losses.add("names of MPI functions that are not known, called MPI_other", lost_.functions);
  losses.add("ends of MPI functions that did not begin", lost_.ends);
  losses.add("MPI functions that do not end", lost_.not_left);
  losses.add("CPU bursts within MPI functions", lost_.inside);
  if (lost_.one_communicators > 0) losses.add("communicator 0, taken as communicator 1", lost_.zero_communicators);
}

bool Format::sniff(std::span<const char> head) {
  std::string_view text(head.data(), head.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text.starts_with("#DIMEMAS") || text.starts_with("SDDF") || text.starts_with("\"NX ") ||
         text.starts_with("\"CPU burst\"");
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  Reader(in, facts, sink, options.most_ranks).run();
}

}  // namespace trgen::formats::dim
