// SPDX-License-Identifier: Apache-2.0
// trgen slice: some ranks, or a window of time or records, as a sound trace of its own.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "fsin/core/text.hpp"
#include "trgen/app/command.hpp"
#include "trgen/app/report.hpp"
#include "trgen/app/slice_trace.hpp"

namespace trgen::app {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// "5", "0-15", "100-" (where an open end is allowed).
Range parse_range(const Arguments& arguments, std::string_view option, std::string_view text, std::uint64_t open_end) {
  const auto dash = text.find('-');
  const auto first = fsin::parse_natural(text.substr(0, dash));
  auto last = dash == std::string_view::npos ? first : fsin::parse_natural(text.substr(dash + 1));
  if (dash != std::string_view::npos && dash + 1 == text.size()) last = open_end;
  if (!first || !last || *first > *last) {
    arguments.fail(fmt::format("--{} {} must be a number or a range such as 0-15", option, fsin::in_quotes(text)));
  }
  return {*first, *last};
}

std::vector<std::uint32_t> parse_ranks(const Arguments& arguments, const record::TraceSource& trace) {
  const std::string list = arguments.text("ranks").value_or(fmt::format("0-{}", trace.ranks() - 1));
  std::vector<std::uint32_t> ranks;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const Range range =
        parse_range(arguments, "ranks", std::string_view(list).substr(at, comma - at), trace.ranks() - 1);
    if (range.last >= trace.ranks()) {
      arguments.fail(fmt::format("--ranks: rank {} does not exist: {} has ranks 0 to {}", range.last, trace.name(),
                                 trace.ranks() - 1));
    }
    for (std::uint64_t rank = range.first; rank <= range.last; ++rank)
      ranks.push_back(static_cast<std::uint32_t>(rank));
    at = comma + 1;
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

int run(const Arguments& arguments) {
  arguments.expect(2, 2, "a trace to read and a file to write");
  if (!arguments.has("ranks") && !arguments.has("from-time") && !arguments.has("until-time") &&
      !arguments.has("records")) {
    arguments.fail("needs --ranks, --from-time, --until-time or --records");
  }
  SliceRule rule{.from_ns = arguments.natural("from-time", 0, no_limit, 0),
                 .until_ns = arguments.natural("until-time", 0, no_limit, no_limit)};
  if (const auto records = arguments.text("records")) {
    const Range range = parse_range(arguments, "records", *records, no_limit);
    rule.first_record = range.first;
    rule.last_record = range.last;
  }
  const auto trace = formats::open_trace(arguments.positional()[0], open_options(arguments));
  print_warnings(trace->warnings());
  rule.ranks = parse_ranks(arguments, *trace);
  const SliceTrace slice(trace, std::move(rule));
  if (slice.records() == 0)
    throw record::TraceError(fmt::format("{}: no record is in the slice; nothing was written", trace->name()));
  const std::string& path = arguments.positional()[1];
  print_losses(path, formats::write_trace(slice, path), "the format cannot carry");
  fmt::print(stderr,
             "{}: {} records of {} ranks; dropped {} send and receive records whose partner rank is cut and {} whose "
             "partner record is\n",
             path, grouped(slice.records()), grouped(slice.ranks()), grouped(slice.dropped_by_rank()),
             grouped(slice.dropped_by_window()));
  return exit_done;
}

constexpr std::array options{
    Option{"ranks", "LIST", "ranks to keep, e.g. 0-15,20 (all); renumbered from 0"},
    Option{"from-time", "NS", "records from this time on, on each rank's clock"},
    Option{"until-time", "NS", "and before this time"},
    Option{"records", "A-B", "records A to B of each rank, counted from 1; A- for all from A on"}, spool_option};

}  // namespace

const Command slice_command{
    .name = "slice",
    .summary = "writes some ranks, or a window of time or records, as a trace of its own",
    .usage = "FROM TO [--ranks LIST] [--from-time NS] [--until-time NS] [--records A-B]",
    .description =
        "A window begins and ends between two states of a rank, so that states stay balanced. Messages whose send or\n"
        "receive is cut away are dropped, and their number is said. TO is compressed as its name asks for.",
    .examples =
        "  trgen slice cg.W.64.txt.zst small.txt --ranks 0-15\n"
        "  trgen slice cg.W.64.txt.zst start.txt.gz --until-time 50000000\n",
    .options = options,
    .run = run};

}  // namespace trgen::app
