// SPDX-License-Identifier: Apache-2.0
// trgen check: whether a trace can be replayed to its end, and if not who waits for what.
#include <fmt/format.h>

#include <array>

#include "trgen/app/causal_check.hpp"
#include "trgen/app/command.hpp"
#include "trgen/app/host.hpp"
#include "trgen/app/report.hpp"

namespace trgen::app {
namespace {

using nlohmann::ordered_json;

std::string outside_text(const record::TraceSource& trace, const CheckResult& result) {
  return fmt::format("{}:{}: {} messages stand outside any state, this is the first", trace.name(),
                     result.first_outside, grouped(result.outside_states));
}

void print_text(const record::TraceSource& trace, const CheckResult& result) {
  for (const Problem& each : result.problems) {
    fmt::print("{}:{}: rank {}: {}: {}\n", trace.name(), each.line, each.rank, each.record, each.text);
  }
  const std::string facts = fmt::format("{} ranks, {} records, {} messages", grouped(trace.ranks()),
                                        grouped(trace.records()), grouped(result.messages));
  if (!result.problems.empty()) {
    fmt::print("{}: {} problems{} in {}\n", trace.name(), grouped(result.problems.size()),
               result.complete ? "" : " or more (the check stopped there)", facts);
    return;
  }
  fmt::print("{}: ok: {}, every one received; {} to self, {} in flight at most{}\n", trace.name(), facts,
             grouped(result.self_messages), grouped(result.in_flight_peak),
             result.silent_ranks == 0 ? "" : fmt::format("; {} ranks without records", grouped(result.silent_ranks)));
}

ordered_json to_json(const record::TraceSource& trace, const CheckResult& result) {
  ordered_json problems = ordered_json::array();
  for (const Problem& each : result.problems) {
    problems.push_back({{"rank", each.rank}, {"line", each.line}, {"record", each.record}, {"text", each.text}});
  }
  return {{"file", trace.name()},
          {"ok", result.problems.empty()},
          {"complete", result.complete},
          {"problems", problems},
          {"warnings", trace.warnings()},
          {"ranks", trace.ranks()},
          {"silent_ranks", result.silent_ranks},
          {"records", trace.records()},
          {"messages", result.messages},
          {"received", result.received},
          {"self_messages", result.self_messages},
          {"messages_outside_states", result.outside_states},
          {"in_flight_peak", result.in_flight_peak},
          {"digest", trace.digest()}};
}

int run(const Arguments& arguments) {
  arguments.expect(1, 100000, "one trace file or more");
  const std::size_t most = arguments.natural("most", 1, 100000, 20);
  bool sound = true;
  for (const std::string& path : arguments.positional()) {
    const HostMeter meter;
    const auto trace = formats::open_trace(path, open_options(arguments));
    const CheckResult result = CausalCheck(*trace, most).run();
    sound = sound && result.problems.empty();
    std::vector<std::string> warnings = trace->warnings();
    if (result.outside_states > 0) warnings.push_back(outside_text(*trace, result));
    print_warnings(warnings);
    if (arguments.has("json")) {
      ordered_json object = to_json(*trace, result);
      object["host"] = meter.json(trace->records());
      print_json(object);
    } else {
      print_text(*trace, result);
    }
  }
  return sound ? exit_done : exit_trace;
}

constexpr std::array options{Option{"json", "", "one JSON object a file"},
                             Option{"most", "N", "stop at this many problems (20)"}, spool_option};

}  // namespace

const Command check_command{
    .name = "check",
    .summary = "whether every message is received, every rank can finish and states are balanced",
    .usage = "[--json] [--most N] FILE...",
    .description =
        "Plays each trace on an ideal network, where sends never wait and a receive waits for the message with its\n"
        "source, tag, communicator and size. Tells with rank, line and record: receives without a send, sends without "
        "a\n"
        "receive, sizes that differ, ranks that wait for each other, states that do not close, damaged files.\n"
        "Exit code 0 when all is well, 3 when something is wrong.",
    .examples = "  trgen check cg.W.64.txt.zst\n  trgen check --json --most 1000 suspicious.txt\n",
    .options = options,
    .run = run};

}  // namespace trgen::app
