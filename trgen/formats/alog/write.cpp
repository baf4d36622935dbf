// SPDX-License-Identifier: Apache-2.0
// Writes ALOG: header, then the records of all ranks by time.
#include <fmt/compile.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "fsin/core/append.hpp"
#include "trgen/formats/alog/format.hpp"
#include "trgen/formats/common/time_merge.hpp"
#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"

namespace trgen::formats::alog {
namespace {

using record::Kind;
using record::Record;

constexpr std::uint64_t first_state_event = 1;

class Writer {
 public:
  Writer(const record::TraceSource& trace, io::Output& out)
      : trace_(trace), blocks_(&out), uncarried_(trace, {.communicators = true, .clock = true}) {}

  void run(record::Losses& losses) {
    walk(trace_, *this);
    uncarried_.report(losses);
    losses.add("facts of collectives (communicator, root, bytes)", collective_facts_);
    losses.add("states that are no MPI functions (readers take them for the user's)", not_mpi_);
    write_header();
    merge_by_time(trace_, [this](std::uint32_t rank, const Record& record) { write(rank, record); });
    blocks_.flush();
  }

  // The first walk over the trace, rank by rank.
  void begin(std::uint32_t /*rank*/) { uncarried_.begin(); }
  void record(std::uint32_t /*rank*/, const Record& record) {
    uncarried_.add(record);
    latest_ = std::max(latest_, record.time_ns);
    if (record.collective) ++collective_facts_;
    if (record.kind == Kind::state_start && !trace_.state_names()[record.state].starts_with("MPI_")) ++not_mpi_;
  }
  void end(std::uint32_t /*rank*/) const {}

 private:
  static std::uint64_t first_event(std::size_t state) { return first_state_event + 2 * state; }

  void write_header() {
    const std::string& clock = trace_.notes().clock;
    const auto& names = trace_.state_names();
    constexpr std::size_t message_types = 2;
    fsin::append(blocks_.text(), "-1 0 0 0 0 0 {}\n", clock.empty() ? "trgen" : std::string(clock_note) + clock);
    fsin::append(blocks_.text(), "-2 0 0 {} 0 0\n-3 0 0 {} 0 0\n-4 0 0 1 0 0\n", trace_.records(), trace_.ranks());
    fsin::append(blocks_.text(), "-5 0 0 {} 0 0\n-6 0 0 0 0 0\n-7 0 0 0 0 ", 2 * names.size() + message_types);
    append_time(latest_);
    fsin::append(blocks_.text(), "\n-8 0 0 1 0 0\n-11 0 0 0 0 0\n");
    for (std::size_t state = 0; state < names.size(); ++state) {
      fsin::append(blocks_.text(), "-13 0 {} {} 0 0 {}:gray {}\n", first_event(state), first_event(state) + 1,
                   color(names[state]), names[state]);
    }
  }

  static std::string_view color(std::string_view name) {
    if (name.find("end") != std::string_view::npos) return "blue";
    return name.find("ecv") != std::string_view::npos ? "green" : "yellow";
  }

  void append_time(std::uint64_t ns) {
    constexpr std::uint64_t ns_per_us = 1000;
    const auto to = std::back_inserter(blocks_.text());
    fmt::format_to(to, FMT_COMPILE("{}"), ns / ns_per_us);
    if (ns % ns_per_us != 0) fmt::format_to(to, FMT_COMPILE(".{:03}"), ns % ns_per_us);
  }

  void write(std::uint32_t rank, const Record& record) {
    const auto to = std::back_inserter(blocks_.text());
    if (record::is_message(record.kind)) {
      fmt::format_to(to, FMT_COMPILE("{} {} 0 {} 0 "), record.kind == Kind::send ? event::send : event::receive, rank,
                     record.peer);
      append_time(record.time_ns);
      fmt::format_to(to, FMT_COMPILE(" {} {}"), record.tag, record.bytes);
      if (record.communicator != 0) fmt::format_to(to, FMT_COMPILE(" {}"), record.communicator);
    } else {
      fmt::format_to(to, FMT_COMPILE("{} {} 0 0 0 "),
                     first_event(record.state) + (record.kind == Kind::state_end ? 1 : 0), rank);
      append_time(record.time_ns);
    }
    blocks_.line();
  }

  const record::TraceSource& trace_;
  TextBlocks blocks_;
  Uncarried uncarried_;
  std::uint64_t latest_ = 0;
  std::uint64_t collective_facts_ = 0;
  std::uint64_t not_mpi_ = 0;
};

}  // namespace

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& losses) {
  Writer(trace, out).run(losses);
}

}  // namespace trgen::formats::alog
