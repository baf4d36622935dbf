// SPDX-License-Identifier: Apache-2.0
// trgen check: tells whether a trace can be replayed to its end and, if not, which ranks wait for which messages.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "fsin/core/host.hpp"
#include "trgen/commands/causal_check.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/notes_report.hpp"
#include "trgen/commands/report.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;

std::string outside_text(const record::TraceSource& trace, const CheckResult& result) {
  return fmt::format("{}:{}: {} messages are outside any state; this is the first", trace.name(), result.first_outside,
                     grouped(result.outside_states));
}

void print_incomplete(const record::TraceSource& trace, const CheckResult& result, std::size_t most) {
  const record::TraceNotes& notes = trace.notes();
  for (const std::string& each : incomplete_lines(notes, most)) print("{}: incomplete: {}\n", trace.name(), each);
  std::size_t told = 0;
  for (const Waiting& each : result.waiting) {
    if (++told > most) break;
    print("{}:{}: rank {}: {}: waits for rank {}, which is incomplete\n", trace.name(), each.line, each.rank,
          each.record, each.lost);
  }
  if (result.waiting.size() > most) {
    print("{}: and {} more ranks wait\n", trace.name(), grouped(result.waiting.size() - most));
  }
  if (notes.incomplete.empty()) return;
  print(
      "{}: incomplete: {}; {} other ranks wait for them, directly or through others; {} messages to any of these were "
      "not received\n",
      trace.name(), incomplete_count(notes, trace.ranks()), grouped(result.waiting.size()), grouped(result.unreceived));
}

/// Text such as "3 problems, 12 impossible orders among them or in addition".
std::string problem_count(const CheckResult& result) {
  std::string text =
      fmt::format("{} problem{}{}", grouped(result.problems.size()), result.problems.size() == 1 ? "" : "s",
                  result.complete ? "" : " or more (the check stopped there)");
  if (result.impossible_orders > 0) {
    text += fmt::format("; ranks wait for each other in {} place{}", grouped(result.impossible_orders),
                        result.impossible_orders == 1 ? "" : "s");
  }
  return text;
}

void print_text(const record::TraceSource& trace, const CheckResult& result, const record::Omissions& left_out,
                std::size_t most) {
  for (const Problem& each : result.problems) {
    print("{}:{}: rank {}: {}: {}\n", trace.name(), each.line, each.rank, each.record, each.text);
  }
  print_incomplete(trace, result, most);
  std::string facts = fmt::format("{} ranks, {} records, {} messages", grouped(trace.ranks()), grouped(trace.records()),
                                  grouped(result.messages));
  if (result.played < result.messages) facts += fmt::format(", {} of them played", grouped(result.played));
  if (!result.problems.empty()) {
    print("{}: {} in {}\n", trace.name(), problem_count(result), facts);
    return;
  }
  if (!trace.notes().incomplete.empty()) {
    print("{}: no other problem in {}\n", trace.name(), facts);
    return;
  }
  if (left_out.nothing_left()) {
    print("{}: nothing to replay: {} in {}\n", trace.name(), left_out.text(), facts);
    return;
  }
  print("{}: ok: {}, every one received; {} to self, {} in flight at most{}\n", trace.name(), facts,
        grouped(result.self_messages), grouped(result.in_flight_peak),
        result.silent_ranks == 0 ? "" : fmt::format("; {} ranks without records", grouped(result.silent_ranks)));
}

bool is_sound(const record::TraceSource& trace, const CheckResult& result, const record::Omissions& left_out) {
  return result.problems.empty() && trace.notes().incomplete.empty() && !left_out.nothing_left();
}

ordered_json to_json(const record::TraceSource& trace, const CheckResult& result, const record::Omissions& left_out) {
  ordered_json problems = ordered_json::array();
  for (const Problem& each : result.problems) {
    problems.push_back({{"rank", each.rank}, {"line", each.line}, {"record", each.record}, {"text", each.text}});
  }
  ordered_json waiting = ordered_json::array();
  for (const Waiting& each : result.waiting) {
    waiting.push_back({{"rank", each.rank}, {"line", each.line}, {"record", each.record}, {"for", each.lost}});
  }
  ordered_json object{{"file", trace.name()},
                      {"ok", is_sound(trace, result, left_out)},
                      {"complete", result.complete},
                      {"problems", problems},
                      {"warnings", trace.warnings()},
                      {"ranks", trace.ranks()},
                      {"silent_ranks", result.silent_ranks},
                      {"records", trace.records()},
                      {"messages", result.messages},
                      {"messages_played", result.played},
                      {"impossible_orders", result.impossible_orders},
                      {"received", result.received},
                      {"self_messages", result.self_messages},
                      {"messages_outside_states", result.outside_states},
                      {"in_flight_peak", result.in_flight_peak},
                      {"digest", trace.digest()},
                      {"waiting", waiting},
                      {"unreceived", result.unreceived}};
  add_notes(object, trace.notes());
  object["losses"] = json_of(trace.losses());
  object["left_out"] = json_of(left_out);
  return object;
}

int run_check(const Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(1, 100000, "one trace file or more", diagnostics);
  const std::size_t most = arguments.natural("most", 1, 100000, diagnostics).value_or(20);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  bool sound = true;
  for (const std::string& path : arguments.positional()) {
    const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
    const auto trace = formats::open_trace(path, options);
    const CheckResult result = CausalCheck(*trace, most).run();
    const record::Omissions left_out(*trace);
    sound = sound && is_sound(*trace, result, left_out);
    std::vector<std::string> warnings = trace->warnings();
    if (result.outside_states > 0) warnings.push_back(outside_text(*trace, result));
    if (!left_out.none()) warnings.push_back(fmt::format("{}: a replay leaves out {}", trace->name(), left_out.text()));
    print_warnings(warnings);
    if (arguments.has("json")) {
      ordered_json object = to_json(*trace, result, left_out);
      object["host"] = host_json(meter.used(), trace->records());
      print_json(object);
    } else {
      print_text(*trace, result, left_out, most);
    }
  }
  return sound ? exit_done : exit_input_output;
}

constexpr std::array check_options{Option{"json", "", "print one JSON object per file"},
                                   Option{"most", "N", "stop after N problems (default 20)"}, spool_option};

}  // namespace

const Command check_command{
    .name = "check",
    .summary = "checks that every message is received, every rank can finish and states are balanced",
    .usage = "[--json] [--most N] FILE...",
    .description =
        "Plays each trace on an ideal network, where sends never wait and a receive waits for the message with its\n"
        "source, tag, communicator and size. Reports with rank, line and record: receives without a send, sends\n"
        "without a receive, sizes that differ, ranks that wait for each other, states that do not close, and\n"
        "damaged files. In the trace of a program that died or ran out of room, it also reports which ranks are\n"
        "incomplete and which ranks wait for them. If receives say which message they take (match=), their pairs\n"
        "must agree with that.\n"
        "Exit code 0 if the trace is sound, 3 if not.",
    .examples = "  trgen check cg.W.64.txt.zst\n  trgen check --json --most 1000 suspicious.txt\n",
    .options = check_options,
    .run = run_check};

}  // namespace trgen::commands
