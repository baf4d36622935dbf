// SPDX-License-Identifier: Apache-2.0
// trgen slice: writes some ranks, or a region of each, as a sound trace of its own.
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

/// Parses "5", "0-15" or "100-", which has no upper end: `last` is no_limit.
std::optional<Range> parse_range(const Arguments& arguments, std::string_view option, std::string_view text,
                                 Diagnostics& diagnostics) {
  const auto dash = text.find('-');
  const auto first = fsin::parse_natural(text.substr(0, dash));
  auto last = dash == std::string_view::npos ? first : fsin::parse_natural(text.substr(dash + 1));
  if (dash != std::string_view::npos && dash + 1 == text.size()) last = no_limit;
  if (first && last && *first <= *last) return Range{*first, *last};
  arguments.error(fmt::format("--{} {} must be a number or a range such as 0-15", option, fsin::in_quotes(text)),
                  diagnostics);
  return std::nullopt;
}

/// The ranges of --ranks; all ranks when it is not given.
std::vector<Range> parse_ranks(const Arguments& arguments, Diagnostics& diagnostics) {
  const std::string list = arguments.text("ranks").value_or("0-");
  std::vector<Range> ranges;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    const auto range = parse_range(arguments, "ranks", std::string_view(list).substr(at, comma - at), diagnostics);
    if (range) ranges.push_back(*range);
    at = comma + 1;
  }
  return ranges;
}

/// The ranks of the trace that are in these ranges, in ascending order.
std::vector<std::uint32_t> kept_ranks(const Arguments& arguments, const std::vector<Range>& ranges,
                                      const record::TraceSource& trace, Diagnostics& diagnostics) {
  std::vector<std::uint32_t> ranks;
  for (const Range& range : ranges) {
    const std::uint64_t last =
        range.last == no_limit ? std::max<std::uint64_t>(range.first, trace.ranks() - 1) : range.last;
    if (last >= trace.ranks()) {
      arguments.error(
          fmt::format("--ranks: rank {} does not exist: {} has ranks 0 to {}", last, trace.name(), trace.ranks() - 1),
          diagnostics);
      continue;
    }
    for (std::uint64_t rank = range.first; rank <= last; ++rank) ranks.push_back(static_cast<std::uint32_t>(rank));
  }
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

std::optional<record::Place> place_option(const Arguments& arguments, std::string_view option,
                                          Diagnostics& diagnostics) {
  const auto text = arguments.text(option);
  if (!text) return std::nullopt;
  std::string error;
  auto place = record::parse_place(*text, error);
  if (!place) arguments.error(fmt::format("--{}: {}", option, error), diagnostics);
  return place;
}

std::optional<record::Place> time_option(const Arguments& arguments, std::string_view option,
                                         Diagnostics& diagnostics) {
  const auto time = arguments.natural(option, 0, no_limit, diagnostics);
  if (!time) return std::nullopt;
  return record::Place{record::Place::Kind::time, *time};
}

/// One end of the region. Several options can give it, but only one of them may be used.
std::optional<record::Place> only_one(const Arguments& arguments,
                                      std::initializer_list<std::optional<record::Place>> given,
                                      std::string_view options, Diagnostics& diagnostics) {
  std::optional<record::Place> only;
  for (const auto& place : given) {
    if (place && only) arguments.error(fmt::format("{} say the same; give one of them", options), diagnostics);
    if (place) only = place;
  }
  return only;
}

record::Region parse_region(const Arguments& arguments, Diagnostics& diagnostics) {
  std::optional<record::Place> first;
  std::optional<record::Place> behind;
  if (const auto records = arguments.text("records")) {
    if (const auto range = parse_range(arguments, "records", *records, diagnostics)) {
      first = {record::Place::Kind::record, range->first};
      if (range->last != no_limit) behind = {record::Place::Kind::record, range->last + 1};
    }
  }
  const auto from = place_option(arguments, "from", diagnostics);
  const auto from_time = time_option(arguments, "from-time", diagnostics);
  const auto to = place_option(arguments, "to", diagnostics);
  const auto until_time = time_option(arguments, "until-time", diagnostics);
  return {.from = only_one(arguments, {from, from_time, first}, "--from, --from-time and --records", diagnostics),
          .to = only_one(arguments, {to, until_time, behind}, "--to, --until-time and --records", diagnostics)};
}

struct SliceRequest {
  record::Region region;
  std::vector<Range> ranks;
  formats::OpenOptions open;
};

SliceRequest read_slice_request(const Arguments& arguments, Diagnostics& diagnostics) {
  if (arguments.expect(2, 2, "a trace to read and a file to write", diagnostics)) {
    check_output_name(arguments, arguments.positional()[1], diagnostics);
  }
  constexpr std::array<std::string_view, 6> parts{"ranks", "from", "to", "from-time", "until-time", "records"};
  if (std::none_of(parts.begin(), parts.end(), [&](std::string_view each) { return arguments.has(each); })) {
    arguments.error("needs --ranks, --from, --to, --from-time, --until-time or --records", diagnostics);
  }
  return {parse_region(arguments, diagnostics), parse_ranks(arguments, diagnostics),
          open_options(arguments, diagnostics)};
}

record::SliceTrace make_slice(const Arguments& arguments, const record::SliceTrace::Source& trace,
                              record::SliceRule rule) {
  try {
    return {trace, std::move(rule)};
  } catch (const record::RegionError& error) {
    Diagnostics diagnostics;
    for (const record::RegionFault& fault : error.faults()) {
      arguments.error(fmt::format("{}: {}", fault.at_to ? "--to" : "--from", fault.text), diagnostics);
    }
    arguments.stop_at_errors(diagnostics);
    throw;
  }
}

int run_slice(const Arguments& arguments) {
  Diagnostics diagnostics;
  const SliceRequest request = read_slice_request(arguments, diagnostics);
  arguments.stop_at_errors(diagnostics);
  const auto trace = formats::open_trace(arguments.positional()[0], request.open);
  print_warnings(trace->warnings());
  record::SliceRule rule{.region = request.region};
  rule.ranks = kept_ranks(arguments, request.ranks, *trace, diagnostics);
  arguments.stop_at_errors(diagnostics);
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
