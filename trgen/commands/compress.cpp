// SPDX-License-Identifier: Apache-2.0
// trgen compress: writes a trace as the loops that are found in it.
#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "fsin/core/say.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/formats/common/files_read.hpp"
#include "trgen/formats/loops/format.hpp"
#include "trgen/formats/recognise.hpp"

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
          {"rank_sets", made.sets}};
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
  constexpr std::array<std::string_view, 2> times_names{"exact", "none"};
  const std::string times = arguments.word("times", times_names, "exact", diagnostics);
  const formats::OpenOptions options = open_options(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const fsin::HostMeter meter(fsin::HostMeter::Cpu::process);
  const auto trace = formats::open_trace(arguments.positional()[0], options);
  print_warnings(trace->warnings());
  print_losses(trace->name(), trace->losses(), lost_in_reading);
  const std::string& path = arguments.positional()[1];
  formats::FilesRead(*trace).spare(path);
  io::Output out(path);
  const Summary made = formats::loops::write_loops(*trace, out, times == "none" ? Times::none : Times::exact);
  out.commit();
  const std::uint64_t file_bytes = out.file_bytes();
  if (times == "none") fsin::say("{}: times are left out, as --times none asks\n", path);
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
    Option{"times", "exact|none", "keep all times (default), or leave them out: all are 0 then"},
    Option{"json", "", "print the sizes and the rate as one JSON object"}, spool_option};

}  // namespace

const Command compress_command{
    .name = "compress",
    .summary = "writes a trace as the nested loops that are found in it, a few kilobytes whatever its length",
    .usage = "[--times exact|none] FROM TO.loops",
    .description =
        "Finds the program that the records of a trace follow: nested loops of each rank, put together over all "
        "ranks,\n"
        "with partners, sizes and tags as functions of the rank and of the iteration. FROM may be in any format. TO "
        "is\n"
        "a trace like any other: fsin run, trgen info, check, stats, slice and convert read it without expanding it,\n"
        "and get the same records.\n"
        "Nothing is lost: each record is checked against FROM before TO gets its name. What has no structure, above "
        "all\n"
        "measured times, is stored as it is, and is then most of the file. --times none leaves times out, for replays\n"
        "that do not use them. Standard error says how many bytes loops and other values take.\n"
        "Memory grows with the number of different loops, not with the length of the trace.",
    .examples =
        "  trgen compress cg.W.64.txt.zst cg.W.64.loops\n  trgen compress --times none cg.W.64.txt.zst "
        "messages.loops\n  trgen compare cg.W.64.txt.zst cg.W.64.loops\n",
    .options = compress_options,
    .run = run_compress};

}  // namespace trgen::commands
