// SPDX-License-Identifier: Apache-2.0
// trgen slice: some ranks, or a region of each, as a sound trace of its own.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "trgen/commands/command.hpp"
#include "trgen/commands/report.hpp"
#include "trgen/record/slice_trace.hpp"

namespace trgen::commands {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();

struct Range {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Parses "5", "0-15" or, where an open end is allowed, "100-".
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

std::optional<record::Place> place_option(const Arguments& arguments, std::string_view option) {
  const auto text = arguments.text(option);
  if (!text) return std::nullopt;
  std::string error;
  auto place = record::parse_place(*text, error);
  if (!place) arguments.fail(fmt::format("--{}: {}", option, error));
  return place;
}

std::optional<record::Place> time_option(const Arguments& arguments, std::string_view option) {
  if (!arguments.has(option)) return std::nullopt;
  return record::Place{record::Place::Kind::time, arguments.natural(option, 0, no_limit, 0)};
}

/// One end of the region. Several options can give it, but only one of them may be used.
std::optional<record::Place> only_one(const Arguments& arguments,
                                      std::initializer_list<std::optional<record::Place>> given,
                                      std::string_view options) {
  std::optional<record::Place> only;
  for (const auto& place : given) {
    if (place && only) arguments.fail(fmt::format("{} say the same; give one of them", options));
    if (place) only = place;
  }
  return only;
}

record::Region parse_region(const Arguments& arguments) {
  std::optional<record::Place> first;
  std::optional<record::Place> behind;
  if (const auto records = arguments.text("records")) {
    const Range range = parse_range(arguments, "records", *records, no_limit);
    first = {record::Place::Kind::record, range.first};
    if (range.last != no_limit) behind = {record::Place::Kind::record, range.last + 1};
  }
  return {.from = only_one(arguments, {place_option(arguments, "from"), time_option(arguments, "from-time"), first},
                           "--from, --from-time and --records"),
          .to = only_one(arguments, {place_option(arguments, "to"), time_option(arguments, "until-time"), behind},
                         "--to, --until-time and --records")};
}

record::SliceTrace make_slice(const Arguments& arguments, const record::SliceTrace::Source& trace,
                              record::SliceRule rule) {
  try {
    return {trace, std::move(rule)};
  } catch (const record::RegionError& error) {
    const record::RegionFault& fault = error.faults().front();
    arguments.fail(fmt::format("{}: {}", fault.at_to ? "--to" : "--from", fault.text));
  }
}

int run_slice(const Arguments& arguments) {
  arguments.expect(2, 2, "a trace to read and a file to write");
  record::SliceRule rule{.region = parse_region(arguments)};
  if (!arguments.has("ranks") && rule.region.whole()) {
    arguments.fail("needs --ranks, --from, --to, --from-time, --until-time or --records");
  }
  check_output_name(arguments, arguments.positional()[1]);
  const auto trace = formats::open_trace(arguments.positional()[0], open_options(arguments));
  print_warnings(trace->warnings());
  rule.ranks = parse_ranks(arguments, *trace);
  const record::SliceTrace slice = make_slice(arguments, trace, std::move(rule));
  if (slice.records() == 0)
    throw record::TraceError(fmt::format("{}: no record is in the slice; nothing was written", trace->name()));
  const std::string& path = arguments.positional()[1];
  print_losses(path, formats::write_trace(slice, path), lost_in_writing);
  say_format(arguments, path);
  fsin::say(
      "{}: {} records of {} ranks; dropped {} send and receive records whose partner rank is not in the slice, and {} "
      "whose partner record is not\n",
      path, grouped(slice.records()), grouped(slice.ranks()), grouped(slice.dropped_by_rank()),
      grouped(slice.dropped_by_window()));
  return exit_done;
}

constexpr std::array slice_options{
    Option{"ranks", "LIST", "ranks to keep, e.g. 0-15,20; they are renumbered from 0 (default all)"},
    Option{"from", "PLACE",
           "where each rank begins: \"record 1000\", \"2.5 s\" of its clock, \"marker MPI_Barrier 3\" (default its "
           "start)"},
    Option{"to", "PLACE", "where each rank ends, without this place; written as for --from (default its end)"},
    Option{"from-time", "NS", "the same as --from \"NS ns\""},
    Option{"until-time", "NS", "the same as --to \"NS ns\""},
    Option{"records", "A-B", "records A to B of each rank, counted from 1; A- for all from A on"},
    spool_option};

}  // namespace

const Command slice_command{
    .name = "slice",
    .summary = "writes some ranks, or a part of all ranks, as a trace of its own",
    .usage = "FROM TO [--ranks LIST] [--from PLACE] [--to PLACE]",
    .description =
        "Writes some ranks, or a part of all ranks, as a sound trace of its own. Messages whose send or receive is "
        "cut\n"
        "away are dropped and counted. The name of TO selects format and compression.\n"
        "As a PLACE, \"marker MPI_Barrier 3\" is the third time that the rank enters a state of this name; without a\n"
        "number it is the first. A record number or a time selects the first place from there on at which the rank\n"
        "is in no MPI call.",
    .examples =
        "  trgen slice cg.W.64.txt.zst small.txt --ranks 0-15\n"
        "  trgen slice cg.W.64.txt.zst start.txt.gz --to \"50 ms\"\n"
        "  trgen slice is.S.4.txt.zst steps.txt --from \"marker MPI_Alltoall 2\" --to \"marker MPI_Alltoall 6\"\n",
    .options = slice_options,
    .run = run_slice};

}  // namespace trgen::commands
