// SPDX-License-Identifier: Apache-2.0
// trgen stats: prints sizes of messages, and figures of the traffic matrix.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "fsin/core/host.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/traffic.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;

void print_spread(std::string_view what, const Spread& spread, std::uint32_t ranks) {
  print("  {:>24}  {:>15}  {:>18.1f}  {:>15}  {:>9}\n", what, grouped(spread.low),
        static_cast<double>(spread.sum) / ranks, grouped(spread.high), spread.high_rank);
}

void print_text(const record::TraceSource& trace, const Traffic& traffic) {
  const std::uint64_t possible = std::uint64_t{trace.ranks()} * (trace.ranks() - 1);
  print("{}\n  {} messages with {} bytes, {} of them to self with {} bytes\n", trace.name(),
        grouped(traffic.sent.messages), grouped(traffic.sent.bytes), grouped(traffic.to_self.messages),
        grouped(traffic.to_self.bytes));
  print("  {} of {} pairs of ranks used ({})\n\n", grouped(traffic.pairs), grouped(possible),
        percent(traffic.pairs, possible));
  print("{}\n", size_table(traffic.sizes, "  "));
  print("  {:>24}  {:>15}  {:>18}  {:>15}  {:>9}\n", "per rank", "least", "mean", "most", "at rank");
  print_spread("ranks it sends to", traffic.destinations, trace.ranks());
  print_spread("ranks it receives from", traffic.sources, trace.ranks());
  print_spread("bytes sent", traffic.bytes_out, trace.ranks());
  print_spread("bytes received", traffic.bytes_in, trace.ranks());
  print("\n  {:>11}  {:>11}  {:>15}  {:>20}  {:>8}\n", "from rank", "to rank", "messages", "bytes", "share");
  for (const Pair& each : traffic.top) {
    print("  {:>11}  {:>11}  {:>15}  {:>20}  {:>8}\n", each.source, each.destination, grouped(each.volume.messages),
          grouped(each.volume.bytes), percent(each.volume.bytes, traffic.sent.bytes));
  }
}

ordered_json json_of(const Spread& spread, std::uint32_t ranks) {
  return {{"least", spread.low},
          {"mean", static_cast<double>(spread.sum) / ranks},
          {"most", spread.high},
          {"most_at_rank", spread.high_rank}};
}

ordered_json to_json(const record::TraceSource& trace, const Traffic& traffic) {
  ordered_json top = ordered_json::array();
  for (const Pair& each : traffic.top) {
    top.push_back({{"source", each.source},
                   {"destination", each.destination},
                   {"messages", each.volume.messages},
                   {"bytes", each.volume.bytes}});
  }
  return {{"file", trace.name()},
          {"ranks", trace.ranks()},
          {"sent", json_of(traffic.sent)},
          {"to_self", json_of(traffic.to_self)},
          {"pairs", traffic.pairs},
          {"sizes", json_of(traffic.sizes)},
          {"destinations_of_a_rank", json_of(traffic.destinations, trace.ranks())},
          {"sources_of_a_rank", json_of(traffic.sources, trace.ranks())},
          {"bytes_sent_of_a_rank", json_of(traffic.bytes_out, trace.ranks())},
          {"bytes_received_of_a_rank", json_of(traffic.bytes_in, trace.ranks())},
          {"top_pairs", top}};
}

int run_stats(const Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(1, 1, "one trace file", diagnostics);
  const std::size_t top = arguments.natural("top", 0, 1000000, diagnostics).value_or(10);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
  const auto trace = formats::open_trace(arguments.positional()[0], options);
  print_warnings(trace->warnings());
  const Traffic traffic = measure_traffic(*trace, top);
  if (arguments.has("json")) {
    ordered_json object = to_json(*trace, traffic);
    object["host"] = host_json(meter.used(), trace->records());
    print_json(object);
  } else {
    print_text(*trace, traffic);
  }
  return exit_done;
}

constexpr std::array stats_options{Option{"json", "", "print one JSON object"},
                                   Option{"top", "N", "number of heaviest pairs to list (default 10)"}, spool_option};

}  // namespace

const Command stats_command{
    .name = "stats",
    .summary = "prints message sizes, figures of the traffic matrix and the heaviest pairs",
    .usage = "[--json] [--top N] FILE",
    .description =
        "Counts the messages that each rank sends to each other rank, and prints the distribution of their sizes,\n"
        "figures of the traffic matrix and its heaviest pairs. Memory is bounded by the number of ranks.",
    .examples = "  trgen stats cg.W.64.txt.zst\n  trgen stats --json --top 100 bt.txt.gz\n",
    .options = stats_options,
    .run = run_stats};

}  // namespace trgen::commands
