// SPDX-License-Identifier: Apache-2.0
// trgen info: what a trace holds, in one pass that keeps nothing of it.
#include <fmt/format.h>

#include <array>

#include "trgen/app/command.hpp"
#include "trgen/app/host.hpp"
#include "trgen/app/report.hpp"
#include "trgen/app/tally.hpp"

namespace trgen::app {
namespace {

using nlohmann::ordered_json;

Volume in_collectives(const std::vector<Volume>& by_state, const std::vector<std::string>& names) {
  Volume all;
  for (std::size_t state = 0; state < names.size(); ++state) {
    if (!is_collective(names[state])) continue;
    all.messages += by_state[state].messages;
    all.bytes += by_state[state].bytes;
  }
  return all;
}

void print_text(const record::TraceFacts& facts, const Tally& tally) {
  const auto line = [](std::string_view what, const std::string& value) { fmt::print("  {:<15} {}\n", what, value); };
  const std::vector<std::string>& names = facts.states.names();
  const auto by_state = tally.by_state(names.size());
  const auto bursts = tally.bursts();
  fmt::print("{}\n", facts.name);
  for (const std::string& comment : facts.notes.comments) fmt::print("  {}\n", comment);
  line("format", fmt::format("{}, compression {}, {}", facts.format, facts.compression, facts.digest));
  line("bytes",
       fmt::format("{} in the file, {} uncompressed", grouped(facts.file_bytes), grouped(facts.content_bytes)));
  line("ranks", fmt::format("{}, {} with records", grouped(facts.ranks), grouped(tally.active_ranks())));
  line("records", fmt::format("{}: SS {}, SE {}, MS {}, MR {}", grouped(facts.records), grouped(tally.kinds()[0]),
                              grouped(tally.kinds()[1]), grouped(tally.kinds()[2]), grouped(tally.kinds()[3])));
  line("messages", fmt::format("{} with {} bytes", grouped(tally.sent().messages), grouped(tally.sent().bytes)));
  line("to self", fmt::format("{} with {} bytes", grouped(tally.to_self().messages), grouped(tally.to_self().bytes)));
  const Volume collective = in_collectives(by_state, names);
  line("in collectives",
       fmt::format("{} ({} of the messages, {} of the bytes)", grouped(collective.messages),
                   percent(collective.messages, tally.sent().messages), percent(collective.bytes, tally.sent().bytes)));
  line("any source", grouped(tally.any_source()));
  line("duration", fmt::format("{} (longest rank)", seconds(tally.duration_ns())));
  line("CPU bursts",
       fmt::format("{} with {} in all; {} a rank, {} at most", grouped(bursts.count), seconds(bursts.total_ns),
                   seconds(bursts.total_ns / facts.ranks), seconds(bursts.longest_rank_ns)));
  fmt::print("\n{}", size_table(tally.sizes(), "  "));
  fmt::print("\n  {:>33}  {:>15}  {:>20}\n", "sent within", "messages", "bytes");
  for (std::size_t state = 0; state < by_state.size(); ++state) {
    if (by_state[state].messages == 0) continue;
    fmt::print("  {:>33}  {:>15}  {:>20}\n", state < names.size() ? names[state] : "(no state)",
               grouped(by_state[state].messages), grouped(by_state[state].bytes));
  }
  fmt::print("\n  {:>33}  {:>15}  {:>20}\n", "communicator", "messages", "bytes");
  for (const auto& [communicator, volume] : tally.by_communicator()) {
    fmt::print("  {:>33}  {:>15}  {:>20}\n", communicator, grouped(volume.messages), grouped(volume.bytes));
  }
  const Volume& others = tally.other_communicators();
  if (others.messages == 0) return;
  fmt::print("  {:>33}  {:>15}  {:>20}\n", "(others)", grouped(others.messages), grouped(others.bytes));
}

ordered_json states_json(const std::vector<Volume>& by_state, const std::vector<std::string>& names) {
  ordered_json list = ordered_json::array();
  for (std::size_t state = 0; state < by_state.size(); ++state) {
    if (by_state[state].messages == 0) continue;
    ordered_json entry = json_of(by_state[state]);
    entry["state"] = state < names.size() ? ordered_json(names[state]) : ordered_json(nullptr);
    list.push_back(std::move(entry));
  }
  return list;
}

ordered_json to_json(const record::TraceFacts& facts, const Tally& tally) {
  const std::vector<std::string>& names = facts.states.names();
  const auto by_state = tally.by_state(names.size());
  const auto bursts = tally.bursts();
  ordered_json communicators = ordered_json::array();
  for (const auto& [communicator, volume] : tally.by_communicator()) {
    ordered_json entry = json_of(volume);
    entry["communicator"] = communicator;
    communicators.push_back(std::move(entry));
  }
  return {
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
      {"duration_ns", tally.duration_ns()},
      {"bursts", {{"count", bursts.count}, {"total_ns", bursts.total_ns}, {"longest_rank_ns", bursts.longest_rank_ns}}},
      {"sizes", json_of(tally.sizes())},
      {"states", states_json(by_state, names)},
      {"communicators", communicators},
      {"other_communicators", json_of(tally.other_communicators())},
      {"warnings", facts.warnings}};
}

int run(const Arguments& arguments) {
  arguments.expect(1, 100000, "one trace file or more");
  bool first = true;
  for (const std::string& path : arguments.positional()) {
    const HostMeter meter;
    formats::Input in(path);
    Tally tally;
    const record::TraceFacts facts = formats::scan_trace(in, tally);
    print_warnings(facts.warnings);
    if (arguments.has("json")) {
      ordered_json object = to_json(facts, tally);
      object["host"] = meter.json(facts.records);
      print_json(object);
    } else {
      if (!first) fmt::print("\n");
      print_text(facts, tally);
    }
    first = false;
  }
  return exit_done;
}

constexpr std::array options{Option{"json", "", "one JSON object a file, with the read rate under \"host\""}};

}  // namespace

const Command info_command{
    .name = "info",
    .summary = "what a trace holds: ranks, records, messages, sizes, states, bursts",
    .usage = "[--json] FILE...",
    .description =
        "Reads each trace once, from its first byte to its last, and prints what it holds. Memory does not grow "
        "with\nthe length of the trace. Messages inside collectives are those sent within a state named after "
        "an MPI\ncollective.",
    .examples = "  trgen info cg.W.64.txt.zst\n  xz -dc old.txt.xz | trgen info --json -\n",
    .options = options,
    .run = run};

}  // namespace trgen::app
