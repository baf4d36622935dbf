// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/trace.hpp"

#include <fmt/format.h>

#include <numeric>
#include <utility>

#include "trgen/formats/scalatrace/play.hpp"
#include "trgen/formats/scalatrace/records.hpp"

namespace trgen::formats::scalatrace {
namespace {

constexpr std::size_t most_tables = std::size_t{1} << 16;  ///< of communicators, in the notes
constexpr std::uint64_t unlimited = ~std::uint64_t{0};     ///< calls that were counted before

}  // namespace

Trace::Trace(Script script, record::TraceFacts facts, std::uint64_t most_calls)
    : script_(std::make_shared<const Script>(std::move(script))), facts_(std::move(facts)) {
  facts_.ranks = script_->ranks;
  facts_.notes.clock = script_->instructions ? "instructions" : "wall";
  name_states();
  Played played = play(*script_, most_calls);
  if (!played.stalled.empty()) facts_.warnings.push_back(std::move(played.stalled));
  if (played.order.sizes_as_tags) {
    facts_.warnings.push_back(
        fmt::format("{}: its tags were not kept, and without them receives would take messages that are not meant for "
                    "them; each message has its size as its tag instead",
                    script_->name));
  }
  order_ = std::make_shared<const Order>(std::move(played.order));
  describe_communicators();
  count();
}

void Trace::name_states() {
  std::vector<std::uint16_t> states(functions().size());
  for (const Event& each : script_->events)
    states[each.function] = facts_.states.number(functions()[each.function].name).value_or(0);
  states_ = std::make_shared<const std::vector<std::uint16_t>>(std::move(states));
}

void Trace::describe_communicators() {
  std::vector<std::uint32_t> world(script_->ranks);
  std::iota(world.begin(), world.end(), 0U);
  facts_.notes.communicators.push_back({Order::world, std::move(world)});
  for (std::size_t i = 0; i < order_->groups.size(); ++i) {
    if (i == most_tables) {
      facts_.losses.add("tables of communicators beyond 65,536", order_->groups.size() - i);
      return;
    }
    facts_.notes.communicators.push_back({Order::first_group + static_cast<std::uint32_t>(i), *order_->groups[i]});
  }
}

/// Reads all records once, for their numbers and for what they leave out.
void Trace::count() {
  Records records(script_, order_, states_, unlimited);
  record::CensusTaker census;
  record::Record record;
  for (std::uint32_t rank = 0; rank < script_->ranks; ++rank) {
    std::uint64_t number = 0;
    std::uint16_t last = 0;
    for (; records.next(rank, record); ++number) {
      census.add(rank, record);
      if (!record::is_message(record.kind)) last = record.state;
    }
    of_rank_.push_back(number);
    facts_.records += number;
    if (number == 0 || facts_.states.names()[last] != "MPI_Finalize")
      facts_.notes.incomplete.push_back({rank, "its calls end before MPI_Finalize"});
  }
  census_ = census.take();
  const LeftOutCalls& left = records.left_out();
  record::Losses& losses = facts_.losses;
  losses.add("receives from any source or with any tag that no message reaches", left.wildcards);
  losses.add("messages in communicators that are not followed (made otherwise than by MPI_Comm_dup or MPI_Comm_split)",
             left.communicators);
  losses.add("messages with no rank of their communicator (MPI_PROC_NULL)", left.nobody);
  losses.add("derived datatypes or unknown ones, taken as 1 byte an element", left.datatypes);
  losses.add("receives that no wait names, completed at the end", left.never_awaited);
  losses.add("times before calls whose call path has no histogram, taken as 0", left.paths);
  losses.add("events whose counts are histograms, taken as their means", script_->mean_counts);
  losses.add("histograms of instructions, left aside for those of times", script_->instructions_left);
  for (std::size_t i = 0; i < functions().size(); ++i) {
    const auto found = left.functions.find(static_cast<std::uint16_t>(i));
    if (found != left.functions.end()) losses.add(fmt::format("traffic of {}", functions()[i].name), found->second);
  }
}

std::uint64_t Trace::cursor_bytes(std::uint64_t ranks_read) const {
  return script_->ranks * sizeof(void*) + ranks_read * Records::rank_bytes(*script_);
}

std::unique_ptr<record::TraceCursor> Trace::open() const {
  return std::make_unique<Records>(script_, order_, states_, unlimited);
}

}  // namespace trgen::formats::scalatrace
