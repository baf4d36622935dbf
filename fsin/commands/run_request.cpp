// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/run_request.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "fsin/commands/engine_option.hpp"

namespace fsin::commands {
namespace {

constexpr std::array<std::string_view, 2> rng_words{"philox", "original"};
constexpr std::uint64_t most_jobs = 1024;

void read_options(const cli::Arguments& arguments, RunRequest& request, Diagnostics& diagnostics) {
  const Mark mark("fsin run");
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  if (const auto seed = arguments.natural("seed", 0, any, diagnostics)) {
    request.words.overrides.push_back(fmt::format("measure.seed={}", *seed));
  }
  if (const auto seeds = arguments.natural("seeds", 1, 100000, diagnostics)) {
    request.words.overrides.push_back(fmt::format("measure.seeds={}", *seeds));
  }
  request.options.parallel = static_cast<unsigned>(arguments.natural("jobs", 1, most_jobs, diagnostics).value_or(1));
  request.options.engine = engine_option(arguments, diagnostics);
  const bool reference = request.options.engine == engine::EngineKind::reference;
  request.rng = arguments.word("rng", rng_words, "philox", diagnostics);
  request.options.threads = threads_option(arguments, diagnostics);
  request.force_threads = arguments.has("force-threads");
  if (request.options.threads > 1 && reference) {
    diagnostics.error(mark, "the reference engine has one thread; leave --threads out, or use --engine event");
  }
  if (request.rng == "original" && !reference) {
    diagnostics.error(mark,
                      "--rng original needs the call order of the original, which only the reference engine has; "
                      "add --engine reference");
  }
  request.options.original_rng = request.rng == "original";
  request.options.check = arguments.has("check");
  request.options.quiet = arguments.has("quiet");
  request.json = arguments.text("json");
  request.out = arguments.text("out");
  request.timeline = timeline_request(arguments, diagnostics);
  request.packet_log = arguments.text("packet-log");
  request.message_log = arguments.text("message-log");
  request.checkpoint = checkpoint_request(arguments, diagnostics);
  read_profile_options(arguments, request.options);
  request.options.detail = request.out.has_value();
}

}  // namespace

std::optional<RunRequest> read_run_request(const cli::Arguments& arguments, const ExperimentWords* words,
                                           Diagnostics& diagnostics) {
  RunRequest request;
  const auto given = words != nullptr ? std::optional(*words) : experiment_words(arguments, "fsin run", diagnostics);
  if (given) request.words = *given;
  read_options(arguments, request, diagnostics);
  if (!diagnostics.ok()) return std::nullopt;
  return request;
}

}  // namespace fsin::commands
