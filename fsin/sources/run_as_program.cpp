// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/run_as_program.hpp"

#include <fmt/format.h>

#include "fsin/sources/source.hpp"
#include "fsin/workload/packetised_workload.hpp"
#include "trgen/programs/shortened.hpp"
#include "trgen/record/trace_error.hpp"
#include "trgen/replay/processes/process_replay.hpp"
#include "trgen/replay/processes/process_sample.hpp"
#include "trgen/replay/processes/program_reader.hpp"
#include "trgen/replay/processes/round_marks.hpp"

namespace fsin::sources {
namespace {

using trgen::programs::Program;
using trgen::programs::collectives::Choice;
using trgen::replay::ProcessSettings;
using trgen::replay::ProgramParams;
using trgen::replay::RoundMarks;

/// The parts that all sources of one program share.
struct Opened {
  ProgramParams params;
  workload::NetworkFacts facts;
  Choice choice;  ///< of the program's collectives
  std::string summary;
  std::vector<File> files;
};

class ProgramSource final : public Source, public RankSource, public RoundSource {
 public:
  ProgramSource(std::shared_ptr<const Opened> opened, std::shared_ptr<const Program> program,
                std::shared_ptr<RoundMarks> marks = nullptr)
      : opened_(std::move(opened)), program_(std::move(program)), marks_(std::move(marks)) {}

  std::unique_ptr<workload::Workload> make(std::uint64_t seed, OriginalRandom* original,
                                           workload::Timeline* timeline) const override {
    const ProgramParams& params = opened_->params;
    const bool pooled = params.order == trgen::replay::Order::causal && params.match == trgen::replay::Match::packets;
    return workload::make_packetised(make_messages(seed), opened_->facts, {pooled, original, timeline});
  }

  Demand demand(std::uint64_t seed, unsigned threads) const override {
    const ProcessSettings settings = settings_of(seed);
    const workload::NetworkFacts& facts = opened_->facts;
    trgen::replay::TraceSample sample = trgen::replay::sample_program(program_, opened_->choice, settings, facts);
    Demand demand;
    demand.bytes = trgen::replay::processes_bytes(*program_, settings, facts, sample, threads);
    demand.senders = sample.senders * program_->ranks();
    demand.packets_in_row = sample.packets_in_row;
    demand.trips = std::move(sample.trips);
    return demand;
  }

  std::string summary() const override { return opened_->summary; }
  std::vector<File> files() const override { return opened_->files; }

  const RankSource* rank_source() const override { return this; }
  const RoundSource* round_source() const override { return this; }

  std::size_t ranks() const override { return program_->ranks(); }

  std::unique_ptr<workload::MessageWorkload> make_messages(std::uint64_t seed) const override {
    const auto make_reader = [program = program_, choice = opened_->choice] {
      return std::make_unique<trgen::replay::ProgramReader>(program, choice);
    };
    return trgen::replay::make_process_replay(make_reader, settings_of(seed), opened_->facts);
  }

  bool leaves_sources_open() const override { return program_->receives_any(); }

  std::uint64_t rounds() const override {
    const auto loop = program_->main_loop(0);
    return loop ? loop->rounds : 0;
  }

  SourcePointer with_rounds(std::uint64_t some, std::shared_ptr<RoundMarks>& marks) const override {
    std::shared_ptr<const Program> program = program_;
    if (some < rounds()) program = std::make_shared<trgen::programs::ShortenedProgram>(program_, some);
    marks = std::make_shared<RoundMarks>(*program);
    return std::make_shared<ProgramSource>(opened_, std::move(program), marks);
  }

 private:
  /// They were resolved once when the source was opened; only a placement file that has changed since can fail now.
  ProcessSettings settings_of(std::uint64_t seed) const {
    Diagnostics diagnostics;
    auto settings = trgen::replay::resolve_program(opened_->params, program_, opened_->facts, seed, diagnostics,
                                                   [](std::string_view) { return Mark(); });
    if (!settings) throw trgen::record::TraceError(diagnostics.text());
    settings->marks = marks_;
    return std::move(*settings);
  }

  std::shared_ptr<const Opened> opened_;
  std::shared_ptr<const Program> program_;
  std::shared_ptr<RoundMarks> marks_;  ///< null: nobody is told of rounds
};

}  // namespace

std::string expanded_line(std::string_view library, const std::string& algorithms) {
  return fmt::format("collectives   expanded as of {}{}\n", library, algorithms);
}

SourcePointer run_as_program(std::shared_ptr<const Program> program, const ProgramParams& params, std::string summary,
                             std::vector<File> files, const Opening& opening) {
  const auto choice = trgen::programs::collectives::choice_of(
      params.collectives, opening.diagnostics,
      [&](std::string_view key) { return opening.mark_of(fmt::format("collectives.{}", key)); });
  if (!choice) return nullptr;
  if (!trgen::replay::resolve_program(params, program, opening.facts, opening.seed, opening.diagnostics,
                                      opening.mark_of)) {
    return nullptr;
  }
  auto opened =
      std::make_shared<const Opened>(Opened{params, opening.facts, *choice, std::move(summary), std::move(files)});
  const std::string name = program->name();
  auto source = std::make_shared<const ProgramSource>(std::move(opened), std::move(program));
  if (opening.samples_rounds && source->rounds() == 0) {
    opening.diagnostics.error(
        *opening.samples_rounds,
        fmt::format("{} has no loop whose rounds could be left out; remove measure.sample", name));
    return nullptr;
  }
  return source;
}

}  // namespace fsin::sources
