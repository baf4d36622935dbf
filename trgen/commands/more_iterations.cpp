// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/more_iterations.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/extrapolation/longer_trace.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/recognise.hpp"

namespace trgen::commands {
namespace {

using extrapolation::LongerTrace;
using extrapolation::MainLoop;
using nlohmann::ordered_json;

constexpr std::uint64_t most_iterations = 10'000'000;

struct WantedIterations {
  std::uint64_t number = 0;
  bool added = false;  ///< to those of the trace
};

/// --iterations 1000 or +990.
std::optional<WantedIterations> wanted_iterations(const Arguments& arguments, Diagnostics& diagnostics) {
  const std::string text = arguments.text("iterations").value_or("");
  const bool added = text.starts_with('+');
  const auto number = fsin::parse_natural(std::string_view(text).substr(added ? 1 : 0));
  if (number && *number >= 1 && *number <= most_iterations) return WantedIterations{*number, added};
  arguments.error(fmt::format("--iterations {} must be a number of iterations, 1 to {}, or how many more: +990",
                              fsin::in_quotes(text), grouped(most_iterations)),
                  diagnostics);
  return std::nullopt;
}

ordered_json to_json(const MainLoop& loop) {
  ordered_json object{{"extrapolated", loop.why.empty()}};
  if (!loop.why.empty()) {
    object["refusals"] = {loop.why};
    return object;
  }
  object["iterations_read"] = loop.iterations;
  object["share_of_records"] = loop.share;
  object["iterations_repeated"] = loop.block;
  return object;
}

}  // namespace

int run_more_iterations(const Arguments& arguments) {
  Diagnostics diagnostics;
  arguments.expect(1, 1, "a trace", diagnostics);
  for (const std::string_view other :
       {"to-ranks", "check", "ignore-times", "force", "grid", "partner", "size", "weak", "strong"}) {
    if (arguments.has(other))
      arguments.error(
          fmt::format("--{} is about numbers of ranks; leave --iterations out, or extrapolate the result", other),
          diagnostics);
  }
  const auto wanted = wanted_iterations(arguments, diagnostics);
  const auto path = arguments.text("output");
  if (!path) arguments.error("needs -o FILE.loops", diagnostics);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
  const auto trace = formats::open_trace(arguments.positional()[0], options);
  print_warnings(trace->warnings());
  print_losses(trace->name(), trace->losses(), lost_in_reading);
  formats::FilesRead(*trace).spare(*path);
  MainLoop loop = extrapolation::find_main_loop(*trace);
  const std::uint64_t iterations = wanted->number + (wanted->added ? loop.iterations : 0);
  if (loop.why.empty() && iterations < loop.iterations) {
    loop.why = fmt::format("its largest loop has {} iterations already, more than {}", loop.iterations, iterations);
  }
  ordered_json object = to_json(loop);
  if (loop.why.empty()) {
    const LongerTrace longer(trace, loop, iterations);
    io::Output out(*path);
    formats::loops::write_loops(longer, out, formats::loops::Times::exact());
    out.commit();
    fsin::say(
        "{}: {} records of {} ranks in {} bytes: {} iterations of the largest loop, which holds {:.1f} % of the "
        "records, "
        "for {}; they repeat the last {}\n",
        *path, grouped(longer.records()), grouped(longer.ranks()), grouped(out.file_bytes()), grouped(iterations),
        100 * loop.share, grouped(loop.iterations), grouped(loop.block));
    object["to"] = *path;
    object["iterations"] = iterations;
    object["ranks"] = longer.ranks();
    object["records"] = longer.records();
    object["file_bytes"] = out.file_bytes();
  } else {
    fsin::say("{}: cannot be extrapolated along iterations: {}\n", trace->name(), loop.why);
  }
  if (arguments.has("json")) {
    object["host"] = host_json(meter.used(), trace->records());
    print_json(object);
  }
  return loop.why.empty() ? exit_done : exit_outcome;
}

}  // namespace trgen::commands
