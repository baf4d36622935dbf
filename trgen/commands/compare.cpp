// SPDX-License-Identifier: Apache-2.0
// trgen compare: whether two traces are the same, record by record, and by how much they differ in volume.
#include <array>
#include <nlohmann/json.hpp>

#include "trgen/commands/command.hpp"
#include "trgen/commands/comparison.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/formats/open.hpp"

namespace trgen::commands {
namespace {

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
  if (arguments.has("json")) {
    print_json(found.result_json());
  } else {
    found.print_result();
  }
  return found.equal() ? exit_done : exit_outcome;
}

constexpr std::array compare_options{Option{"ignore-times", "", "compare everything but times"},
                                     Option{"most", "N", "print the first N records that differ (default 10)"},
                                     Option{"json", "", "print one JSON object"}, spool_option};

}  // namespace

const Command compare_command{
    .name = "compare",
    .summary = "compares two traces record by record, and their volumes",
    .usage = "[--ignore-times] [--json] A B",
    .description =
        "Reads both traces side by side, each in whatever format it is, and compares the n-th record of each rank in\n"
        "one with the n-th in the other: kind, state by its name, partner, tag, communicator, bytes, marks, facts of\n"
        "collectives, and time. Prints the volumes of both and the first records that differ.\n"
        "Exit code 0 if all records are equal, 1 if not.",
    .examples =
        "  trgen compare cg.W.64.txt.zst cg.W.64.loops\n  trgen compare --ignore-times monday.txt.zst "
        "tuesday.txt.zst\n",
    .options = compare_options,
    .run = run_compare};

}  // namespace trgen::commands
