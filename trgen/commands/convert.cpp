// SPDX-License-Identifier: Apache-2.0
// trgen convert: writes a trace in another format or compression.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/core/say.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/wanted_collectives.hpp"
#include "trgen/commands/work_clock.hpp"
#include "trgen/formats/catalogue.hpp"
#include "trgen/formats/recognise.hpp"
#include "trgen/programs/collective_calls.hpp"
#include "trgen/programs/expand/expanded_trace.hpp"

namespace trgen::commands {
namespace {

/// The name of the format to write; empty where the name of the file selects it.
std::string wanted_format(const Arguments& arguments, Diagnostics& diagnostics) {
  std::array<std::string_view, formats::formats.size()> names;
  std::transform(formats::formats.begin(), formats::formats.end(), names.begin(),
                 [](const formats::FormatEntry& each) { return each.name; });
  return arguments.word("format", names, "", diagnostics);
}

/// Tells that ranks do not stand at sends of a time-independent trace, which is replayed as a program, but would at
/// those of its records.
void say_started_sends(const record::TraceSource& from, const std::string& to) {
  if (from.name() == "<stdin>" || is_ti_name(to)) return;
  io::Input file(from.name());
  if (formats::recognise_format(file).name != formats::ti::Format::name) return;
  const std::vector<std::string>& names = from.state_names();
  const record::CallCensus& census = from.census();
  std::uint64_t started = 0;
  for (std::size_t state = 0; state < std::min(names.size(), census.states.size()); ++state)
    started += names[state] == "MPI_Isend" || names[state] == "MPI_Issend" ? census.states[state].calls : 0;
  if (started > 0)
    fsin::say(
        "{}: {} sends are started, and their ranks go on; in a replay of {} they stand at each until it has left\n",
        from.name(), grouped(started), to);
}

/// The trace with the messages of its collectives. Ends the command where an algorithm that is set can do none of the
/// calls; tells of what else they do not follow.
std::shared_ptr<const record::TraceSource> expanded(std::shared_ptr<const record::TraceSource> trace,
                                                    const programs::collectives::Choice& choice,
                                                    const Arguments& arguments) {
  using programs::expand::ExpandedTrace;
  Diagnostics diagnostics;
  auto made = std::make_shared<const ExpandedTrace>(std::move(trace), choice);
  std::vector<std::string> warnings;
  programs::pass_on(
      ExpandedTrace::not_heeded_of(*made), true,
      [&](std::string_view key, const std::string& why) {
        warnings.push_back(fmt::format("{}: collectives.{} {}", made->name(), key, why));
      },
      diagnostics, [&](std::string_view /*key*/) { return fsin::Mark("--collectives"); });
  print_warnings(warnings);
  arguments.stop_at_errors(diagnostics);
  return made;
}

int run_convert(const Arguments& arguments) {
  Diagnostics diagnostics;
  if (arguments.expect(2, 2, "a trace to read and a file to write", diagnostics)) {
    check_output_name(arguments, arguments.positional()[1], diagnostics);
  }
  const std::string format = wanted_format(arguments, diagnostics);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  const auto collectives = wanted_collectives(arguments, diagnostics);
  const auto rate = wanted_rate(arguments, diagnostics);
  if (arguments.has("time-independent") && (arguments.has("format") || arguments.has("collectives")))
    arguments.error("--time-independent excludes --format and --collectives", diagnostics);
  if (arguments.has("time-independent") && arguments.positional().size() == 2 && !is_ti_name(arguments.positional()[1]))
    arguments.error("--time-independent writes a trace whose name ends in .ti", diagnostics);
  arguments.stop_at_errors(diagnostics);
  auto trace = formats::open_trace(arguments.positional()[0], options);
  if (collectives) trace = expanded(trace, *collectives, arguments);
  print_warnings(trace->warnings());
  record::Losses lost;
  if (arguments.has("time-independent")) {
    formats::ti::write_calls(*trace, arguments.positional()[1], work_of(trace->notes().clock, rate, "convert"), lost);
  } else {
    lost = formats::write_trace(*trace, arguments.positional()[1], format);
  }
  print_losses(trace->name(), trace->losses(), lost_in_reading);
  say_started_sends(*trace, arguments.positional()[1]);
  say_format(arguments, arguments.positional()[1]);
  print_losses(arguments.positional()[1], lost, lost_in_writing);
  fsin::say("{}: {} records of {} ranks\n", arguments.positional()[1], grouped(trace->records()),
            grouped(trace->ranks()));
  return exit_done;
}

constexpr std::array convert_options{
    Option{"format", "NAME", "format to write, instead of the one that the name of TO selects"},
    Option{"collectives", "LIBRARY", "add the messages of collectives as mpich or openmpi send them, see above"},
    Option{"time-independent", "",
           "write what ranks called, and amounts of work in place of times, to TO, which ends in .ti"},
    Option{"rate", "SPEED", "with --time-independent: instructions a second of the machine of FROM, e.g. '2 Gips'"},
    spool_option};

}  // namespace

const Command convert_command{
    .name = "convert",
    .summary = "writes a trace in another format or compression",
    .usage = "FROM TO",
    .description =
        "Writes the trace FROM in another format or compression. Those of FROM are recognised by its content, those\n"
        "of TO by the end of its name: 'fsin list trace-format' shows the formats, .gz, .zst and .bz2 compress, '-' is "
        "text\n"
        "on standard output. Ranks are written one after the other. What the format of TO cannot hold is counted on\n"
        "standard error. TO is written as TO.partial and gets its name when it is complete.\n"
        "With --collectives mpich (or openmpi), collectives of which FROM has no messages get those that this library\n"
        "would send. Single operations can have another algorithm: --collectives mpich,allreduce=ring,segment=65536;\n"
        "besides operations, segment (bytes), radix, chains, batch and torus (4x8) can be set.",
    .examples =
        "  trgen convert cg.W.64.txt.gz cg.W.64.txt.zst\n  trgen convert cg.W.64.txt.zst - | head\n  trgen convert "
        "run.clog2 run.txt.zst\n  trgen convert --collectives mpich regular.ti extended.txt.zst\n",
    .options = convert_options,
    .run = run_convert};

}  // namespace trgen::commands
