// SPDX-License-Identifier: Apache-2.0
// fsin merge: the parts of a sweep that several machines made, as one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include "fsin/cli/exit_code.hpp"
#include "fsin/commands/command.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/core/output_place.hpp"
#include "fsin/core/say.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/sweep_folder.hpp"
#include "fsin/report/sweep_text.hpp"
#include "fsin/study/provenance.hpp"

namespace fsin::commands {
namespace {

/// What the folders hold together.
class Merge {
 public:
  void add(const std::string& folder) {
    sweep::Description part = sweep::read_description(folder);
    if (first_.empty()) {
      first_ = folder;
      digest_ = part.digest;
      plan_ = std::move(part.plan);
    } else if (part.digest != digest_) {
      throw sweep::SweepError(
          fmt::format("{}: a part of another sweep than {}; merge parts of one sweep, made by one "
                      "version of the program",
                      folder, first_));
    }
    programs_.insert(part.provenance.program);
    for (const Input& input : part.provenance.inputs) add(folder, input);
    if (!part.complete) unfinished_.push_back(folder);
    for (sweep::Run& run : sweep::read_runs(folder)) add(folder, std::move(run));
  }

  std::vector<sweep::Run> take_runs() {
    std::vector<sweep::Run> runs;
    for (auto& [place, run] : runs_) runs.push_back(std::move(run));
    return runs;
  }

  /// Empty when all is there, else what is missing.
  std::string missing() const {
    if (!unfinished_.empty()) return fmt::format("not finished: {}", fmt::join(unfinished_, ", "));
    const std::size_t all = plan_.points.size() * plan_.seeds;
    if (plan_.until.is_null()) {
      return runs_.size() == all ? ""
                                 : fmt::format("{} of {} runs are in none of the folders", all - runs_.size(), all);
    }
    std::set<std::size_t> points;
    for (const auto& [place, run] : runs_) points.insert(place.first);
    const std::size_t absent = plan_.points.size() - points.size();
    return absent == 0 ? "" : fmt::format("{} of {} points are in none of the folders", absent, plan_.points.size());
  }

  const sweep::Plan& plan() const { return plan_; }

  /// The files that the parts have read, each once, wherever it lay.
  const std::vector<Input>& inputs() const { return inputs_; }

  /// That made all parts; empty when they do not say, or say different ones.
  std::string program() const { return programs_.size() == 1 ? *programs_.begin() : std::string{}; }

 private:
  void add(const std::string& folder, const Input& input) {
    for (const Input& known : inputs_) {
      if (known.kind == input.kind && known.digest == input.digest) return;
      if (known.kind == input.kind && known.path == input.path) {
        throw sweep::SweepError(
            fmt::format("{}: {} had another content for this part than for {}", folder, input.path.string(), first_));
      }
    }
    inputs_.push_back(input);
  }

  void add(const std::string& folder, sweep::Run run) {
    if (run.point >= plan_.points.size()) {
      throw sweep::SweepError(fmt::format("{}: has a run of point {}, which the sweep has not", folder, run.point));
    }
    const auto [place, fresh] = runs_.try_emplace({run.point, run.seed}, run);
    if (fresh) return;
    if (place->second.result.fingerprint != run.result.fingerprint) {
      throw sweep::SweepError(
          fmt::format("{}: point {} with seed {} has another result than in a folder before; were the "
                      "parts made by one version of the program?",
                      folder, run.point, run.seed));
    }
  }

  std::string first_;
  std::string digest_;
  std::set<std::string> programs_;
  std::vector<Input> inputs_;
  sweep::Plan plan_;
  std::vector<std::string> unfinished_;
  std::map<std::pair<std::size_t, std::uint64_t>, sweep::Run> runs_;
};

int run_merge(const cli::Arguments& arguments) {
  const auto& words = arguments.positional();
  if (words.size() < 2) {
    say("fsin merge: name a folder for the whole, and the folders of the parts\n");
    return cli::exit_usage;
  }
  try {
    Merge merge;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (same_file(words[0], words[i])) {
        say("fsin merge: {}: the whole would overwrite this part; name a folder of its own first\n", words[0]);
        return cli::exit_usage;
      }
      merge.add(words[i]);
    }
    const std::string missing = merge.missing();
    prepare_directory(words[0]);
    sweep::Provenance provenance = study::provenance_now();
    provenance.finished = provenance.started;
    provenance.program = merge.program();
    provenance.inputs = merge.inputs();
    if (provenance.program.empty()) {
      say("fsin merge: the parts were not made by one program: the code that simulates is not the same\n");
    }
    const std::vector<sweep::Run> runs = merge.take_runs();
    report::write_results(words[0], merge.plan(), runs, missing.empty(), provenance,
                          {.series = !arguments.has("no-series")});
    write_text(report::summary_text(merge.plan(), sweep::summaries_of(merge.plan(), runs)));
    say("{} in {}\n", counted(runs.size(), "run"), words[0]);
    if (missing.empty()) return cli::exit_done;
    say("fsin merge: the result is marked incomplete: {}\n", missing);
  } catch (const sweep::SweepError& error) {
    say("fsin merge: {}\n", error.what());
  }
  return cli::exit_input_output;
}

constexpr std::array merge_options{
    cli::Option{"no-series", "", "write no series.csv, which is half of a folder of short runs"}};

}  // namespace

const cli::Command merge_command{
    .name = "merge",
    .summary = "combines the parts of a sweep that several machines made",
    .usage = "OUT DIR DIR ...",
    .description =
        "Takes the folders of `fsin sweep --shard I/N` and writes the folder that the whole sweep would have\n"
        "written.\n"
        "Exit code 3 when parts are missing or do not fit together; the runs that exist are written and marked\n"
        "incomplete.",
    .examples = "  fsin merge results/all results/part-1 results/part-2\n",
    .options = merge_options,
    .run = run_merge};

}  // namespace fsin::commands
