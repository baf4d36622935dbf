// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/timeline_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/experiment/headline.hpp"
#include "fsin/timeline/coarse.hpp"
#include "fsin/timeline/paje.hpp"

namespace fsin::commands {
namespace {

using Range = std::pair<std::uint64_t, std::uint64_t>;

bool is_paje(const std::filesystem::path& file) { return file.extension() == ".paje" || file.extension() == ".trace"; }

/// "100-200" of natural numbers, the first at most the second.
std::optional<Range> parse_range(const std::string& text) {
  const std::size_t dash = text.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const auto first = parse_natural(text.substr(0, dash));
  const auto last = parse_natural(text.substr(dash + 1));
  if (!first || !last || *first > *last) return std::nullopt;
  return Range{*first, *last};
}

std::optional<Range> range_option(const cli::Arguments& arguments, const char* name, const char* example,
                                  Diagnostics& diagnostics) {
  const auto text = arguments.text(name);
  if (!text) return std::nullopt;
  const auto range = parse_range(*text);
  if (!range) {
    diagnostics.error(Mark("fsin run"),
                      fmt::format("--{} {} is not FIRST-LAST, e.g. {}", name, in_quotes(*text), example));
  }
  return range;
}

void tell_coarseness(const timeline::Coarseness& left) {
  std::string text;
  if (left.shortest > 1) {
    text =
        fmt::format("spans of fewer than {} cycles are joined to those before them, and calls of fewer are not shown",
                    left.shortest);
  }
  if (left.every > 1) text += fmt::format("{}one message in {} is shown", text.empty() ? "" : "; ", left.every);
  say("fsin: timeline: to keep the file small, {}; --timeline-shortest 1 shows all\n", text);
}

}  // namespace

std::optional<TimelineRequest> timeline_request(const cli::Arguments& arguments, Diagnostics& diagnostics) {
  const auto cycles = range_option(arguments, "timeline-cycles", "10000-20000", diagnostics);
  const auto ranks = range_option(arguments, "timeline-ranks", "0-63", diagnostics);
  const auto every = arguments.natural("timeline-every", 1, 1'000'000'000, diagnostics);
  const auto shortest = arguments.natural("timeline-shortest", 1, 1'000'000'000'000, diagnostics);
  const auto file = arguments.text("timeline");
  if (!file) {
    if (cycles || ranks || every || shortest) {
      diagnostics.error(Mark("fsin run"), "--timeline-... says what a timeline shows; add --timeline FILE.json");
    }
    return std::nullopt;
  }
  TimelineRequest request{.file = *file, .selection = {}};
  if (request.file.extension() != ".json" && !is_paje(request.file)) {
    diagnostics.error(Mark("fsin run"),
                      fmt::format("--timeline {}: the name says the format; end it in .json (Perfetto, Chrome) or in "
                                  ".paje (ViTE, PajeNG)",
                                  in_quotes(*file)));
  }
  if (cycles) std::tie(request.selection.from, request.selection.to) = *cycles;
  if (ranks) {
    constexpr std::uint64_t highest = std::numeric_limits<std::uint32_t>::max();
    request.selection.first_rank = static_cast<std::uint32_t>(std::min(ranks->first, highest));
    request.selection.last_rank = static_cast<std::uint32_t>(std::min(ranks->second, highest));
  }
  request.selection.shortest = shortest.value_or(1);
  request.selection.every = static_cast<std::uint32_t>(every.value_or(1));
  request.whole = shortest || every;
  return request;
}

void check_timeline(const experiment::LoadedExperiment& loaded, Diagnostics& diagnostics) {
  const experiment::MeasureParams& measure = loaded.experiment.measure;
  if (measure.seeds != 1) {
    diagnostics.error(Mark("fsin run"), "--timeline shows one run; set --seeds 1 (--seed N chooses which)");
  }
  if (measure.find != experiment::Find::nothing || measure.warmup == experiment::auto_warmup) {
    diagnostics.error(Mark("fsin run"),
                      "--timeline shows one simulation, and find: saturation or warmup: auto make several; give the "
                      "load and the warm-up");
  }
  if (measure.sample.precision) {
    diagnostics.error(Mark("fsin run"),
                      "--timeline shows one simulation, and measure.sample makes several; leave it out");
  }
}

std::unique_ptr<timeline::Recorder> open_timeline(const TimelineRequest& request, const run::Prepared& prepared) {
  const experiment::Experiment& experiment = prepared.experiment();
  const sources::RankSource* const ranks = prepared.source->rank_source();
  timeline::Selection selection = request.selection;
  if (experiment.has_ranks() && ranks != nullptr) selection.names = ranks->rank_names();
  const timeline::Labels labels{.title = fmt::format("{}: {}", experiment.name, experiment::headline(experiment)),
                                .ranks = experiment.has_ranks(),
                                .seconds_per_cycle = experiment::seconds_per_cycle(experiment),
                                .names = selection.names};
  auto writer =
      is_paje(request.file) ? make_paje_writer(request.file, labels) : make_perfetto_writer(request.file, labels);
  if (!request.whole) writer = timeline::make_coarse_writer(std::move(writer), tell_coarseness);
  return std::make_unique<timeline::Recorder>(selection, std::move(writer));
}

}  // namespace fsin::commands
