// SPDX-License-Identifier: Apache-2.0
// trgen convert: a trace in another format or compression.
#include <fmt/format.h>

#include <array>

#include "trgen/app/command.hpp"
#include "trgen/app/report.hpp"

namespace trgen::app {
namespace {

int run(const Arguments& arguments) {
  arguments.expect(2, 2, "a trace to read and a file to write");
  const auto trace = formats::open_trace(arguments.positional()[0], open_options(arguments));
  print_warnings(trace->warnings());
  formats::write_trace(*trace, arguments.positional()[1]);
  fmt::print(stderr, "{}: {} records of {} ranks\n", arguments.positional()[1], grouped(trace->records()),
             grouped(trace->ranks()));
  return exit_done;
}

constexpr std::array options{spool_option};

}  // namespace

const Command convert_command{
    .name = "convert",
    .summary = "writes a trace in another format or compression",
    .usage = "FROM TO",
    .description =
        "The format and compression of FROM are recognised by content, those of TO by the end of its name: .txt,\n"
        ".txt.gz, .txt.zst; '-' is text on standard output. Ranks are written one after the other. Comments are\n"
        "not kept. TO appears when it is complete; until then it is TO.partial.",
    .examples = "  trgen convert cg.W.64.txt.gz cg.W.64.txt.zst\n  trgen convert cg.W.64.txt.zst - | head\n",
    .options = options,
    .run = run};

}  // namespace trgen::app
