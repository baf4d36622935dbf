// SPDX-License-Identifier: Apache-2.0
// trgen compare: whether two traces are the same, record by record; by how much they differ in volume, and in which of
// their loops.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "trgen/commands/command.hpp"
#include "trgen/commands/comparison.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/open.hpp"
#include "trgen/structure/nesting.hpp"
#include "trgen/structure/outline.hpp"

namespace trgen::commands {
namespace {

using nlohmann::ordered_json;

std::optional<structure::OutlineComparison> compare_loops(const record::TraceSource& a, const record::TraceSource& b) {
  const auto outline = [](const record::TraceSource& trace) {
    return structure::outline_of(structure::nested(formats::loops::structure_of(trace, formats::loops::Times::none())));
  };
  return structure::compare(outline(a), outline(b));
}

/// "iterations 25 | 30", or what only one of the two does.
std::string in_words(const structure::OutlineDifference& each) {
  if (!each.what.empty()) return fmt::format("{}: {} {} | {}", each.where, each.what, each.a, each.b);
  return each.b.empty() ? fmt::format("only in A: {}: {}", each.where, each.a)
                        : fmt::format("only in B: {}: {}", each.where, each.b);
}

void print_first(const std::vector<std::string>& lines, std::size_t most, std::uint64_t of) {
  for (std::size_t i = 0; i < std::min(most, lines.size()); ++i) print("  {}\n", lines[i]);
  if (of > most && most > 0) print("  ... and {} more\n", grouped(of - most));
}

void print_loops(const std::optional<structure::OutlineComparison>& found, std::size_t most) {
  if (!found) return print("\nby structure: not compared, since the traces have too little structure\n");
  print("\nby structure: {} loops and {} sends and receives are in both, {} and {} only in A, {} and {} only in B\n",
        grouped(found->loops_in_both), grouped(found->messages_in_both), grouped(found->loops_only_a),
        grouped(found->messages_only_a), grouped(found->loops_only_b), grouped(found->messages_only_b));
  if (found->differences.empty()) print("  no loop, call or message differs in what is compared\n");
  std::vector<std::string> lines;
  for (const auto& each : found->differences) lines.push_back(in_words(each));
  print_first(lines, most, lines.size());
}

ordered_json to_json(const std::optional<structure::OutlineComparison>& found) {
  if (!found) return nullptr;
  ordered_json differences = ordered_json::array();
  for (const auto& each : found->differences)
    differences.push_back({{"where", each.where}, {"what", each.what}, {"a", each.a}, {"b", each.b}});
  return {
      {"loops", {{"both", found->loops_in_both}, {"a", found->loops_only_a}, {"b", found->loops_only_b}}},
      {"messages", {{"both", found->messages_in_both}, {"a", found->messages_only_a}, {"b", found->messages_only_b}}},
      {"differences", differences}};
}

int run_compare(const Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(2, 2, "two traces", diagnostics);
  const std::size_t most = arguments.natural("most", 0, 100000, diagnostics).value_or(10);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const auto a = formats::open_trace(arguments.positional()[0], options);
  const auto b = formats::open_trace(arguments.positional()[1], options);
  Comparison found(*a, *b, !arguments.has("ignore-times"), most);
  found.run();
  const bool by_structure = !found.equal() && !arguments.has("no-structure");
  const auto loops = by_structure ? compare_loops(*a, *b) : std::nullopt;
  if (arguments.has("json")) {
    ordered_json object = found.result_json();
    if (by_structure) object["structure"] = to_json(loops);
    print_json(object);
  } else {
    found.print_result();
    if (by_structure) print_loops(loops, most);
  }
  return found.equal() ? exit_done : exit_outcome;
}

constexpr std::array compare_options{
    Option{"ignore-times", "", "compare everything but times"},
    Option{"most", "N", "print the first N records and loops that differ (default 10)"},
    Option{"no-structure", "", "do not compare loops, which takes another reading"},
    Option{"json", "", "print one JSON object"}, spool_option};

}  // namespace

const Command compare_command{
    .name = "compare",
    .summary = "compares two traces record by record, their volumes and their loops",
    .usage = "[--ignore-times] [--no-structure] [--json] A B",
    .description =
        "Reads both traces side by side, each in whatever format it is, and compares the n-th record of each rank in\n"
        "one with the n-th in the other: kind, state by its name, partner, tag, communicator, bytes, marks, facts of\n"
        "collectives, and time. Prints the volumes of both and the first records that differ. Where records differ,\n"
        "it also finds the loops of both traces, as trgen compress does, and lays them side by side. It prints how\n"
        "many loops and messages are in both and in one only, and each loop, call and message that is in one only,\n"
        "or differs in iterations, ranks, partner, size or tag. Loops are numbered as in A: loop 2.1 is the first\n"
        "loop within loop 2. fsin compare-traces compares two traces in simulated time.\n"
        "Exit code 0 if all records are equal, 1 if not.",
    .examples =
        "  trgen compare cg.W.64.txt.zst cg.W.64.loops\n  trgen compare --ignore-times monday.txt.zst "
        "tuesday.txt.zst\n",
    .options = compare_options,
    .run = run_compare};

}  // namespace trgen::commands
