// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/clog2/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/state_name.hpp"
#include "trgen/record/source.hpp"
#include "trgen/record/state_table.hpp"

namespace trgen::formats::clog2 {
namespace {

using layout::Type;

constexpr std::uint32_t two_ranks = 0xffffffff;  ///< marks a rank of an intercommunicator that occurs on both sides
constexpr std::size_t most_communicators = std::size_t{1} << 16;

}  // namespace

Definitions::Definitions(io::Input& in) : file_(in.name()) {
  Stream stream(in);
  ranks_ = static_cast<std::uint32_t>(stream.world_size());
  notes_.clock = "wall";  // MPE asks MPI_Wtime
  finalized_ = stream.finalized();
  LogRecord record;
  while (stream.next(record)) take(stream, record);
  add_known_states();
  describe_communicators();
}

void Definitions::take(const Stream& stream, const LogRecord& record) {
  earliest_s_ = std::min(earliest_s_, record.time_s);
  switch (record.type) {
    case Type::state_definition:
      return take_state(stream, record);
    case Type::event_definition:
      if (events_.size() < record::StateTable::most) {
        events_.emplace(stream.number(record, 0),
                        as_state_name(Stream::text(record, 8 + layout::color_bytes, layout::name_bytes)));
      }
      return;
    case Type::constant:
      if (const auto name = Stream::text(record, 8, layout::name_bytes); name.starts_with(layout::clock_constant)) {
        const std::string_view clock = name.substr(layout::clock_constant.size());
        const bool known = record::is_clock(clock);
        notes_.clock = known ? clock : std::string_view{};
      }
      return;
    case Type::communicator:
      return take_communicator(stream, record);
    default:
      return;
  }
}

void Definitions::take_state(const Stream& stream, const LogRecord& record) {
  constexpr std::size_t name_at = 16 + layout::color_bytes;
  add_state(stream.number(record, 4), stream.number(record, 8), Stream::text(record, name_at, layout::name_bytes),
            Stream::text(record, name_at + layout::name_bytes, layout::format_bytes));
}

void Definitions::add_state(std::int32_t begin, std::int32_t end, std::string_view name, std::string_view format) {
  if (states_.size() == record::StateTable::most) {
    throw record::TraceError(
        fmt::format("{}: over {} states are defined; is the file damaged?", file_, record::StateTable::most));
  }
  const bool sizes = format.starts_with("send_msg_sz/p=%d, recv_msg_sz/p=%d");
  states_.push_back(std::make_unique<State>(
      State{.name = as_state_name(name), .mpi = name.starts_with("MPI_"), .sizes_noted = sizes}));
  borders_.try_emplace(begin, Border{states_.back().get(), true});
  borders_.try_emplace(end, Border{states_.back().get(), false});
}

/// MPE's own numbers of states, for a file that has lost its definitions.
void Definitions::add_known_states() {
  if (!states_.empty()) return;
  for (const layout::KnownState& each : layout::states) add_state(2 * each.number, 2 * each.number + 1, each.name, {});
}

void Definitions::take_communicator(const Stream& stream, const LogRecord& record) {
  const std::int32_t kind = stream.number(record, 0);
  if (kind == layout::communicator_freed) return;
  const std::int32_t number = stream.number(record, 4);
  const std::int32_t rank = stream.number(record, 8);
  const std::int32_t world = stream.number(record, 12);
  if (rank < 0 || world < 0 || static_cast<std::uint32_t>(world) >= ranks_ ||
      static_cast<std::uint32_t>(rank) >= ranks_) {
    throw record::TraceError(
        fmt::format("{}: record {}: rank {} of communicator {} is rank {} of {} processes; copy or "
                    "make the file again",
                    file_, record.number, rank, number, world, ranks_));
  }
  const auto [place, fresh] = world_ranks_.try_emplace(key(number, rank), static_cast<std::uint32_t>(world));
  if (!fresh && place->second != static_cast<std::uint32_t>(world)) place->second = two_ranks;
  Communicator& communicator = communicators_[number];
  communicator.size = std::max(communicator.size, static_cast<std::uint64_t>(rank) + 1);
  const bool group = kind == layout::world_created || kind == layout::self_created || kind == layout::intra_created ||
                     kind == layout::intra_local_created;
  const std::string_view host = Stream::text(record, 16 + layout::uuid_name_at, layout::uuid_name_bytes);
  if (!group || host == layout::undescribed) communicator.described = false;
}

void Definitions::describe_communicators() {
  for (const auto& [number, communicator] : communicators_) {
    if (!communicator.described || communicator.size > world_ranks_.size()) continue;
    record::Communicator made{.number = static_cast<std::uint32_t>(number), .members = {}};
    for (std::uint64_t rank = 0; rank < communicator.size; ++rank) {
      const auto world = world_rank(number, static_cast<std::int32_t>(rank));
      if (!world) break;
      made.members.push_back(*world);
    }
    if (made.members.size() == communicator.size) notes_.communicators.push_back(std::move(made));
  }
  auto& all = notes_.communicators;
  std::sort(all.begin(), all.end(), [](const auto& one, const auto& two) { return one.number < two.number; });
  if (all.size() > most_communicators) all.resize(most_communicators);
}

std::optional<Definitions::Border> Definitions::border(std::int32_t event) const {
  const auto found = borders_.find(event);
  return found == borders_.end() ? std::nullopt : std::optional(found->second);
}

std::string Definitions::event_name(std::int32_t event) const {
  const auto found = events_.find(event);
  return found == events_.end() ? fmt::format("{}", event) : found->second;
}

std::optional<std::uint32_t> Definitions::world_rank(std::int32_t communicator, std::int32_t rank) const {
  const auto found = world_ranks_.find(key(communicator, rank));
  if (found == world_ranks_.end() || found->second == two_ranks) return std::nullopt;
  return found->second;
}

std::uint64_t Definitions::size(std::int32_t communicator) const {
  const auto found = communicators_.find(communicator);
  return found == communicators_.end() ? 0 : found->second.size;
}

}  // namespace trgen::formats::clog2
