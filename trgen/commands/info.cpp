// SPDX-License-Identifier: Apache-2.0
// trgen info: what a trace contains, counted in one pass that stores no record.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "fsin/core/host.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/notes_report.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/tally.hpp"
#include "trgen/formats/folder.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_lines = 10;  // of incomplete ranks

void print_notes(const record::TraceFacts& facts) {
  const record::TraceNotes& notes = facts.notes;
  if (!notes.clock.empty()) print_line("clock", notes.clock);
  if (!notes.incomplete.empty()) {
    print_line("incomplete", incomplete_count(notes, facts.ranks));
    for (const std::string& each : incomplete_lines(notes, most_lines)) print_line("", each);
  }
  std::string_view what = "not captured";
  for (const std::string& each : not_captured_lines(notes)) print_line(std::exchange(what, ""), each);
}

void print_states(const record::TraceFacts& facts, const std::vector<StateUse>& by_state) {
  const std::vector<std::string>& names = facts.states.names();
  print("\n  {:>33}  {:>15}  {:>20}  {:>15}  {:>20}\n", "within", "messages", "bytes", "calls", "time");
  for (std::size_t state = 0; state < by_state.size(); ++state) {
    const StateUse& use = by_state[state];
    if (use.sent.messages == 0 && use.calls == 0) continue;
    const bool named = state < names.size();
    print("  {:>33}  {:>15}  {:>20}  {:>15}  {:>20}\n", named ? names[state] : "(no state)", grouped(use.sent.messages),
          grouped(use.sent.bytes), named ? grouped(use.calls) : "-", named ? span_text(facts.notes, use.time_ns) : "-");
  }
}

void print_communicators(const record::TraceNotes& notes, const Tally& tally) {
  const auto print = [](const std::string& name, std::size_t members, const CommunicatorUse& use) {
    commands::print("  {:>33}  {:>15}  {:>20}  {:>15}  {:>20}\n", name, grouped(use.sent.messages),
                    grouped(use.sent.bytes), members == 0 ? "-" : grouped(members),
                    use.collectives == 0 ? "-" : grouped(use.collectives));
  };
  commands::print("\n  {:>33}  {:>15}  {:>20}  {:>15}  {:>20}\n", "communicator", "messages", "bytes", "members",
                  "collective calls");
  for (const auto& [communicator, use] : tally.by_communicator()) {
    print(fmt::format("{}", communicator), record::communicator_size(notes, communicator), use);
  }
  const CommunicatorUse& others = tally.other_communicators();
  if (others.sent.messages + others.collectives > 0) print("(others)", 0, others);
}

/// Passes each record to two counts: the tables, and the account of the parts that a replay leaves out.
class Counter final : public record::RecordSink {
 public:
  void add(std::uint32_t rank, const record::Record& record) override {
    tally.add(rank, record);
    census.add(rank, record);
  }

  Tally tally;
  record::CensusTaker census;
};

void print_text(const record::TraceFacts& facts, const Tally& tally, const record::Omissions& left_out) {
  const std::vector<std::string>& names = facts.states.names();
  const auto by_state = tally.by_state(names.size());
  const auto bursts = tally.bursts();
  const auto span = [&](std::uint64_t value) { return span_text(facts.notes, value); };
  print("{}\n", facts.name);
  for (const std::string& comment : facts.notes.comments) print("  {}\n", comment);
  print_line("format", fmt::format("{}, compression {}, {}", facts.format, facts.compression, facts.digest));
  print_line("bytes",
             fmt::format("{} in the file, {} uncompressed", grouped(facts.file_bytes), grouped(facts.content_bytes)));
  print_notes(facts);
  print_line("ranks", fmt::format("{}, {} with records", grouped(facts.ranks), grouped(tally.active_ranks())));
  print_line("records", fmt::format("{}: SS {}, SE {}, MS {}, MR {}", grouped(facts.records), grouped(tally.kinds()[0]),
                                    grouped(tally.kinds()[1]), grouped(tally.kinds()[2]), grouped(tally.kinds()[3])));
  print_line("messages", fmt::format("{} with {} bytes", grouped(tally.sent().messages), grouped(tally.sent().bytes)));
  if (!left_out.none()) print_line("not replayed", left_out.text());
  print_line("to self",
             fmt::format("{} with {} bytes", grouped(tally.to_self().messages), grouped(tally.to_self().bytes)));
  const Volume collective = in_collectives(by_state, names);
  print_line("in collectives", fmt::format("{} ({} of the messages, {} of the bytes)", grouped(collective.messages),
                                           percent(collective.messages, tally.sent().messages),
                                           percent(collective.bytes, tally.sent().bytes)));
  print_line("any source", fmt::format("{} states, {} receives; {} receives of any tag", grouped(tally.any_source()),
                                       grouped(tally.wildcards().source), grouped(tally.wildcards().tag)));
  print_line("duration", fmt::format("{} (longest rank)", span(tally.duration_ns())));
  print_line("CPU bursts",
             fmt::format("{} with {} in all; {} a rank, {} at most", grouped(bursts.count), span(bursts.total_ns),
                         span(bursts.total_ns / facts.ranks), span(bursts.longest_rank_ns)));
  print("\n{}", size_table(tally.sizes(), "  "));
  print_states(facts, by_state);
  print_communicators(facts.notes, tally);
}

ordered_json states_json(const std::vector<StateUse>& by_state, const std::vector<std::string>& names) {
  ordered_json list = ordered_json::array();
  for (std::size_t state = 0; state < by_state.size(); ++state) {
    const StateUse& use = by_state[state];
    if (use.sent.messages == 0 && use.calls == 0) continue;
    ordered_json entry = json_of(use.sent);
    entry["state"] = state < names.size() ? ordered_json(names[state]) : ordered_json(nullptr);
    entry["calls"] = use.calls;
    entry["time_ns"] = use.time_ns;
    list.push_back(std::move(entry));
  }
  return list;
}

ordered_json to_json(const record::TraceFacts& facts, const Tally& tally, const record::Omissions& left_out) {
  const std::vector<std::string>& names = facts.states.names();
  const auto by_state = tally.by_state(names.size());
  const auto bursts = tally.bursts();
  ordered_json communicators = ordered_json::array();
  for (const auto& [communicator, use] : tally.by_communicator()) {
    ordered_json entry = json_of(use.sent);
    entry["communicator"] = communicator;
    const std::size_t members = record::communicator_size(facts.notes, communicator);
    entry["members"] = members == 0 ? ordered_json(nullptr) : ordered_json(members);
    entry["collective_calls"] = use.collectives;
    communicators.push_back(std::move(entry));
  }
  ordered_json object{
      {"file", facts.name},
      {"format", facts.format},
      {"compression", facts.compression},
      {"digest", facts.digest},
      {"comments", facts.notes.comments},
      {"file_bytes", facts.file_bytes},
      {"content_bytes", facts.content_bytes},
      {"ranks", facts.ranks},
      {"active_ranks", tally.active_ranks()},
      {"records", facts.records},
      {"kinds",
       {{"SS", tally.kinds()[0]}, {"SE", tally.kinds()[1]}, {"MS", tally.kinds()[2]}, {"MR", tally.kinds()[3]}}},
      {"sent", json_of(tally.sent())},
      {"to_self", json_of(tally.to_self())},
      {"in_collectives", json_of(in_collectives(by_state, names))},
      {"any_source", tally.any_source()},
      {"wildcards", {{"source", tally.wildcards().source}, {"tag", tally.wildcards().tag}}},
      {"duration_ns", tally.duration_ns()},
      {"bursts", {{"count", bursts.count}, {"total_ns", bursts.total_ns}, {"longest_rank_ns", bursts.longest_rank_ns}}},
      {"sizes", json_of(tally.sizes())},
      {"states", states_json(by_state, names)},
      {"communicators", communicators},
      {"other_communicators", json_of(tally.other_communicators().sent)},
      {"warnings", facts.warnings}};
  add_notes(object, facts.notes);
  object["losses"] = json_of(facts.losses);
  object["left_out"] = json_of(left_out);
  return object;
}

int run_info(const Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(1, 100000, "one trace file or more", diagnostics);
  arguments.stop_at_errors(diagnostics);
  bool first = true;
  for (const std::string& path : arguments.positional()) {
    const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
    io::Input in = formats::open_input(fsin::InputPath(path));
    Counter counter;
    const record::TraceFacts facts = formats::scan_trace(in, counter);
    const record::Omissions left_out(facts, counter.census.take());
    const Tally& tally = counter.tally;
    print_warnings(facts.warnings);
    print_losses(facts.name, facts.losses, lost_in_reading);
    if (arguments.has("json")) {
      ordered_json object = to_json(facts, tally, left_out);
      object["host"] = host_json(meter.used(), facts.records);
      print_json(object);
    } else {
      if (!first) print("\n");
      print_text(facts, tally, left_out);
    }
    first = false;
  }
  return exit_done;
}

constexpr std::array info_options{
    Option{"json", "", "print one JSON object per file, with the read rate under \"host\""}};

}  // namespace

const Command info_command{
    .name = "info",
    .summary = "prints what a trace holds: ranks, messages, sizes, states, communicators, CPU bursts",
    .usage = "[--json] FILE...",
    .description =
        "Reads each trace once, from its first byte to its last, and prints what it holds. Memory does not grow\n"
        "with the length of the trace. Messages inside collectives are those sent within a state named after an MPI\n"
        "collective.",
    .examples = "  trgen info cg.W.64.txt.zst\n  xz -dc old.txt.xz | trgen info --json -\n",
    .options = info_options,
    .run = run_info};

}  // namespace trgen::commands
