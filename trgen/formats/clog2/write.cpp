// SPDX-License-Identifier: Apache-2.0
// Writes CLOG-2: communicators, records by time, definitions, the table of communicators. The preamble gives the place
// of that table, so the blocks are laid out once without writing them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "trgen/formats/clog2/blocks.hpp"
#include "trgen/formats/clog2/communicators.hpp"
#include "trgen/formats/clog2/format.hpp"
#include "trgen/formats/common/time_merge.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/common/walk.hpp"

namespace trgen::formats::clog2 {
namespace {

using layout::Type;
using record::Kind;
using record::Record;

constexpr std::uint64_t most_bytes = std::numeric_limits<std::int32_t>::max();
constexpr std::size_t longest_name = layout::name_bytes - 1;

double seconds(std::uint64_t ns) { return static_cast<double>(ns) / static_cast<double>(ns_per_second); }
bool exact(std::uint64_t ns) {
  const double back = seconds(ns) * static_cast<double>(ns_per_second);
  return back < 0x1p63 && static_cast<std::uint64_t>(std::llround(back)) == ns;
}

class Writer {
 public:
  Writer(const record::TraceSource& trace, record::Losses& losses)
      : trace_(trace),
        losses_(losses),
        communicators_(trace),
        uncarried_(trace, {.communicators = true, .tables = true}) {
    number_states();
  }

  void run(io::Output& out) {
    walk(trace_, *this);
    communicators_.close();
    Blocks layout(nullptr);
    lay_out(layout);
    write_preamble(out, layout::preamble_bytes + layout.bytes());
    report();
    Blocks blocks(&out);
    lay_out(blocks);
    write_table(out);
  }

  // The first walk over the trace, rank by rank.
  void begin(std::uint32_t /*rank*/) { uncarried_.begin(); }
  void record(std::uint32_t rank, const Record& record) {
    uncarried_.add(record);
    if (!exact(record.time_ns)) ++inexact_;
    latest_ = std::max(latest_, record.time_ns);
    if (record.collective) ++collective_facts_;
    if (!record::is_message(record.kind)) {
      if (record.kind == Kind::state_start && !trace_.state_names()[record.state].starts_with("MPI_")) ++not_mpi_;
      return;
    }
    if (record.bytes > most_bytes) ++large_;
    communicators_.note(rank, record);
  }
  void end(std::uint32_t /*rank*/) const {}

 private:
  void number_states() {
    std::int32_t user = 0;
    for (const std::string& name : trace_.state_names()) {
      const auto known = std::find_if(layout::states.begin(), layout::states.end(),
                                      [&](const layout::KnownState& each) { return each.name == name; });
      state_numbers_.push_back(known == layout::states.end() ? layout::known_states + user++ : known->number);
    }
    user_states_ = user;
  }

  void lay_out(Blocks& blocks) {
    misplaced_ = 0;
    create_communicators(blocks);
    merge_by_time(trace_, [&](std::uint32_t rank, const Record& record) {
      if (record::is_message(record.kind)) {
        message(blocks, rank, record);
      } else {
        state(blocks, rank, record);
      }
    });
    define_states(blocks);
    blocks.end();
  }

  static Bytes& identity(Bytes& body, std::int32_t number, bool described) {
    return body.number(number).real(0).text(described ? "trgen" : layout::undescribed, layout::uuid_name_bytes);
  }

  void create_communicators(Blocks& blocks) {
    Bytes body;
    const std::int32_t world = communicators_.world();
    for (std::uint32_t each = 0; each < trace_.ranks(); ++each) {
      const auto rank = static_cast<std::int32_t>(each);
      body.clear();
      body.number(layout::world_created).number(world).number(rank).number(rank);
      blocks.add(0, world, rank, Type::communicator, identity(body, world, communicators_.world_described()));
    }
    for (const auto& table : communicators_.tables()) {
      for (const auto& [world_rank, rank_within] : table.members) {
        const auto rank = static_cast<std::int32_t>(rank_within);
        body.clear();
        body.number(layout::intra_created)
            .number(table.number)
            .number(rank)
            .number(static_cast<std::int32_t>(world_rank));
        blocks.add(0, table.number, rank, Type::communicator, identity(body, table.number, table.described));
      }
    }
    body.clear();
    body.number(layout::constant_event).number(0);
    body.text(std::string(layout::clock_constant) + trace_.notes().clock, layout::name_bytes);
    blocks.add(0, world, 0, Type::constant, body);
  }

  std::int32_t event_of(std::uint16_t state) const { return 2 * state_numbers_[state]; }

  void state(Blocks& blocks, std::uint32_t rank, const Record& record) {
    body_.clear();
    body_.number(event_of(record.state) + (record.kind == Kind::state_end ? 1 : 0)).number(0);
    blocks.add(seconds(record.time_ns), communicators_.world(), static_cast<std::int32_t>(rank), Type::bare_event,
               body_);
  }

  void message(Blocks& blocks, std::uint32_t rank, const Record& record) {
    const Communicators::Place place = communicators_.place(rank, record);
    if (!place.as_it_is) ++misplaced_;
    body_.clear();
    body_.number(record.kind == Kind::send ? layout::send_event : layout::receive_event)
        .number(place.communicator)
        .number(place.peer)
        .number(record.tag)
        .number(static_cast<std::int32_t>(std::min(record.bytes, most_bytes)))
        .number(0);
    blocks.add(seconds(record.time_ns), place.communicator, place.rank, Type::message, body_);
  }

  void define_states(Blocks& blocks) {
    for (std::size_t state = 0; state < state_numbers_.size(); ++state) {
      const std::string& name = trace_.state_names()[state];
      const std::int32_t event = event_of(static_cast<std::uint16_t>(state));
      body_.clear();
      body_.number(state_numbers_[state]).number(event).number(event + 1).number(0);
      body_.text(color(name), layout::color_bytes).text(name, layout::name_bytes).text("", layout::format_bytes);
      blocks.add(seconds(latest_), communicators_.world(), 0, Type::state_definition, body_);
    }
  }

  static std::string_view color(std::string_view name) {
    if (name.find("send") != std::string_view::npos || name.find("Send") != std::string_view::npos) return "SkyBlue";
    if (name.find("recv") != std::string_view::npos || name.find("Recv") != std::string_view::npos) return "green";
    return name.find("Wait") != std::string_view::npos ? "OrangeRed" : "purple";
  }

  void write_preamble(io::Output& out, std::uint64_t table_at) const {
    constexpr std::uint64_t giga = std::uint64_t{1} << 30;
    std::string text(layout::version);
    text.push_back('\0');
    const auto add = [&](std::string_view title, const std::string& value) {
      text.append(title).push_back('\0');
      text.append(value).push_back('\0');
    };
    const std::int32_t solo = std::max(layout::first_user_solo_event, layout::first_user_event + 2 * user_states_);
    add("is_big_endian=", "TRUE ");
    add("is_finalzed=", "TRUE ");
    add("block_size=", fmt::format("{}", layout::usual_block_bytes));
    add("num_buffered_blocks=", "128");
    add("max_comm_world_size=", fmt::format("{}", trace_.ranks()));
    add("max_thread_count=", "1");
    add("known_eventID_start=", "0");
    add("user_eventID_start=", fmt::format("{}", layout::first_user_event));
    add("known_solo_eventID_start=", "-10");
    add("user_solo_eventID_start=", fmt::format("{}", solo));
    add("known_stateID_count=", fmt::format("{}", layout::known_states));
    add("user_stateID_count=", fmt::format("{}", user_states_));
    add("known_solo_eventID_count=", "0");
    add("user_solo_eventID_count=", "0");
    add("commtable_fptr=", fmt::format("{}", table_at / giga));
    text.append(fmt::format("{}", giga)).push_back('\0');
    text.append(fmt::format("{}", table_at % giga)).push_back('\0');
    text.resize(layout::preamble_bytes, '\0');
    out.write(std::string_view(text));
  }

  void write_table(io::Output& out) const {
    Bytes table;
    table.number(static_cast<std::int32_t>(communicators_.tables().size() + 1));
    const auto add = [&](std::int32_t number, bool described) {
      identity(table, number, described).number(number).number(layout::intra_kind);
      out.write(table.view());
      table.clear();
    };
    add(communicators_.world(), communicators_.world_described());
    for (const auto& each : communicators_.tables()) add(each.number, each.described);
  }

  void report() {
    uncarried_.report(losses_);
    losses_.add("facts of collectives (communicator, root, bytes)", collective_facts_);
    losses_.add("bytes of messages beyond 2 GiB", large_);
    losses_.add("messages whose communicator does not have both ranks", misplaced_);
    losses_.add("last digits of times beyond 26 days", inexact_);
    losses_.add("states that are no MPI functions (readers take them for the user's)", not_mpi_);
    const auto& names = trace_.state_names();
    losses_.add("names of states after 31 letters",
                static_cast<std::uint64_t>(std::count_if(
                    names.begin(), names.end(), [](const std::string& each) { return each.size() > longest_name; })));
  }

  const record::TraceSource& trace_;
  record::Losses& losses_;
  Communicators communicators_;
  Uncarried uncarried_;
  std::vector<std::int32_t> state_numbers_;
  std::int32_t user_states_ = 0;
  Bytes body_;
  std::uint64_t latest_ = 0;
  std::uint64_t inexact_ = 0;
  std::uint64_t collective_facts_ = 0;
  std::uint64_t large_ = 0;
  std::uint64_t misplaced_ = 0;
  std::uint64_t not_mpi_ = 0;
};

}  // namespace

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& losses) {
  Writer(trace, losses).run(out);
}

}  // namespace trgen::formats::clog2
