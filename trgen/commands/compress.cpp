// SPDX-License-Identifier: Apache-2.0
// trgen compress: writes a trace as the loops that are found in it.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "fsin/core/decimal.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/commands/script_check.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/recognise.hpp"
#include "trgen/structure/script.hpp"

namespace trgen::commands {
namespace {

using formats::loops::Summary;
using formats::loops::Times;
using nlohmann::ordered_json;

std::string in_words(const Summary& made) {
  std::string text =
      fmt::format("{} bytes of loops ({} loops over {} events, {} sets of ranks)", grouped(made.head_bytes),
                  grouped(made.loops), grouped(made.events), grouped(made.sets));
  if (made.gaps + made.numbers == 0) return text;
  text += fmt::format(", and {} bytes of values without structure: ", grouped(made.values_bytes));
  if (made.gaps > 0) text += fmt::format("{} times", grouped(made.gaps));
  if (made.numbers > 0) text += fmt::format("{}{} other numbers", made.gaps > 0 ? " and " : "", grouped(made.numbers));
  return text;
}

ordered_json to_json(const record::TraceSource& trace, const std::string& path, const Summary& made,
                     std::uint64_t file_bytes) {
  return {{"file", trace.name()},
          {"to", path},
          {"ranks", trace.ranks()},
          {"records", trace.records()},
          {"file_bytes", file_bytes},
          {"loops_bytes", made.head_bytes},
          {"values_bytes", made.values_bytes},
          {"listed_times", made.gaps},
          {"listed_numbers", made.numbers},
          {"loops", made.loops},
          {"events", made.events},
          {"rank_sets", made.sets},
          {"drawn_times", made.drawn.times},
          {"histograms", made.drawn.spreads},
          {"most_off_at_the_end_of_a_rank", made.most_off}};
}

/// "exact", "none", "histograms", or "5%": the leading bits that this error allows.
Times wanted_times(const Arguments& arguments, Diagnostics& diagnostics) {
  const std::string text = arguments.text("times").value_or("exact");
  if (text == "exact") return Times::exact();
  if (text == "none") return Times::none();
  if (text == "histograms") return Times::histograms();
  constexpr unsigned most_bits = 30;
  const auto number =
      text.ends_with('%') ? fsin::parse_decimal(std::string_view(text).substr(0, text.size() - 1)) : std::nullopt;
  const double percent = number ? static_cast<double>(number->digits) / std::pow(10.0, number->places) : 0;
  if (percent <= 50 && percent > 0) {
    for (unsigned bits = 1; bits <= most_bits; ++bits) {
      if (100 * Times::rounded(bits).most_error() <= percent) return Times::rounded(bits);
    }
  }
  arguments.error(fmt::format("--times {} must be exact, none, histograms, or an error from 0.000001% to 50%, e.g. 5%",
                              fsin::in_quotes(text)),
                  diagnostics);
  return Times::exact();
}

/// Writes the script, or refuses before anything has its name.
void write_script(const record::TraceSource& trace, const Summary& made, const std::string& path) {
  std::string why;
  const auto script = structure::script_of(*made.structure, trace.name(), why);
  if (!script) {
    throw record::TraceError(fmt::format(
        "{}: --script: a script cannot say what this trace does: {}; leave --script out", trace.name(), why));
  }
  check_script(trace, *script);
  formats::FilesRead(trace).spare(path);
  io::Output out(path);
  out.write(std::string_view(*script));
  out.commit();
  fsin::say("{}: a script of {} bytes\n", path, grouped(script->size()));
}

int run_compress(const Arguments& arguments) {
  Diagnostics diagnostics;
  if (arguments.expect(2, 2, "a trace to read and a file to write", diagnostics)) {
    const formats::FormatEntry* const format = formats::format_by_suffix(arguments.positional()[1]);
    if (format == nullptr || format->name != formats::loops::Format::name)
      arguments.error(fmt::format("{}: compress writes loops; give a name that ends in {}", arguments.positional()[1],
                                  formats::loops::Format::suffix),
                      diagnostics);
  }
  const Times times = wanted_times(arguments, diagnostics);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
  const auto trace = formats::open_trace(arguments.positional()[0], options);
  print_warnings(trace->warnings());
  print_losses(trace->name(), trace->losses(), lost_in_reading);
  const std::string& path = arguments.positional()[1];
  formats::FilesRead(*trace).spare(path);
  io::Output out(path);
  const Summary made = formats::loops::write_loops(*trace, out, times);
  if (const auto name = arguments.text("script")) write_script(*trace, made, *name);
  out.commit();
  const std::uint64_t file_bytes = out.file_bytes();
  if (!times.are_kept()) fsin::say("{}: times are left out, as --times none asks\n", path);
  if (times.are_histograms()) {
    fsin::say(
        "{}: {} times are drawn from {} histograms of {} statements ({} by rank, {} by first executions): their sums "
        "over "
        "all ranks are kept, the end of a rank is off by {:.2g} % at most\n",
        path, grouped(made.drawn.times), grouped(made.drawn.spreads), grouped(made.drawn.events),
        grouped(made.drawn.by_rank), grouped(made.drawn.by_pass), 100 * made.most_off);
  } else if (times.are_kept() && !times.are_exact())
    fsin::say("{}: times are rounded: from any record of a rank to any other, by {:.2g} % at most\n", path,
              100 * times.most_error());
  fsin::say("{}: {} records of {} ranks in {} bytes: {}\n", path, grouped(trace->records()), grouped(trace->ranks()),
            grouped(file_bytes), in_words(made));
  if (arguments.has("json")) {
    ordered_json object = to_json(*trace, path, made, file_bytes);
    object["host"] = host_json(meter.used(), trace->records());
    print_json(object);
  }
  return exit_done;
}

constexpr std::array compress_options{
    Option{"times", "exact|none|histograms|PERCENT%",
           "keep all times (default), leave them out (all are 0 then), keep how often each of a few values comes, or "
           "round times by this much at most"},
    Option{
        "script", "FILE",
        "also write the loops as a YAML script to read, edit and run; refused where a script cannot say what they do"},
    Option{"json", "", "print the sizes and the rate as one JSON object"}, spool_option};

}  // namespace

const Command compress_command{
    .name = "compress",
    .summary = "writes a trace as the nested loops that are found in it, a few kilobytes whatever its length",
    .usage = "[--times exact|none|histograms|PERCENT%] [--script FILE] FROM TO.loops",
    .description =
        "Finds the program that the records of a trace follow: nested loops of each rank, put together over all "
        "ranks,\n"
        "with partners, sizes and tags as functions of the rank and of the iteration. FROM may be in any format. TO "
        "is\n"
        "a trace like any other: fsin run, trgen info, check, stats, slice and convert read it without expanding it,\n"
        "and get the same records.\n"
        "Nothing is lost: each record is checked against FROM before TO gets its name. What has no structure, above "
        "all\n"
        "measured times, is stored as it is, and is then most of the file. --times 5% rounds times so that from any\n"
        "record of a rank to any other none is off by more than that; --times none leaves them out, for replays that "
        "do\n"
        "not use them; --times histograms keeps of each statement how its times are distributed, and its sum, but not\n"
        "which time is whose. Standard error says how many bytes loops and other values take.\n"
        "--script FILE also writes the program as a YAML script: messages, and bursts that have structure, with a\n"
        "comment at each loop that gives its iterations, calls and share of the messages. It runs as kernel:\n"
        "{type: script, file: FILE}, also with other sizes and counts. The script is run once, and its messages are\n"
        "checked against FROM. What a script cannot say, such as sizes that are data, is refused with the reason.\n"
        "Memory grows with the number of different loops, not with the length of the trace.",
    .examples =
        "  trgen compress cg.W.64.txt.zst cg.W.64.loops\n  trgen compress --times none cg.W.64.txt.zst "
        "messages.loops\n  trgen compress --script cg.yaml --times none cg.W.64.txt.zst cg.loops\n  trgen compare "
        "cg.W.64.txt.zst cg.W.64.loops\n",
    .options = compress_options,
    .run = run_compress};

}  // namespace trgen::commands
