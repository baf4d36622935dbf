// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/run_as_program.hpp"

#include <fmt/format.h>

#include "fsin/sources/left_out.hpp"
#include "fsin/sources/replayed_source.hpp"
#include "trgen/programs/collective_calls.hpp"
#include "trgen/programs/shortened.hpp"
#include "trgen/replay/ranks/round_marks.hpp"

namespace fsin::sources {
namespace {

using trgen::programs::Program;
using trgen::programs::collectives::Choice;
using trgen::replay::ProgramParams;
using trgen::replay::ReplaySettings;
using trgen::replay::RoundMarks;

/// The parts that all sources of one program share.
struct Opened {
  ProgramParams params;
  workload::NetworkFacts facts;
  Choice choice;  ///< of the program's collectives
  std::string summary;
  std::vector<File> files;
};

Mark nowhere(std::string_view /*key*/) { return {}; }

class ProgramSource final : public ReplayedSource, public RoundSource {
 public:
  ProgramSource(std::shared_ptr<const Opened> opened, std::shared_ptr<const Program> program,
                std::shared_ptr<RoundMarks> marks = nullptr)
      : ReplayedSource(opened->facts),
        opened_(std::move(opened)),
        program_(std::move(program)),
        marks_(std::move(marks)) {}

  std::string summary() const override { return opened_->summary; }
  std::vector<File> files() const override { return opened_->files; }

  trgen::record::Omissions left_out_of_programs() const override {
    return omissions_of(program_->left_out(), program_->ranks());
  }

  std::size_t ranks() const override { return program_->ranks(); }
  bool leaves_sources_open() const override { return program_->receives_any(); }

  const RoundSource* round_source() const override { return this; }

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
  std::optional<ReplaySettings> resolve(std::uint64_t seed, Diagnostics& diagnostics) const override {
    auto settings = trgen::replay::resolve_program(opened_->params, program_, facts(), seed, diagnostics, nowhere);
    if (settings) settings->marks = marks_;
    return settings;
  }

  trgen::replay::MakeReader operations(const ReplaySettings& /*settings*/) const override {
    return trgen::replay::operations_of(program_, opened_->choice);
  }

  trgen::replay::Sample sample(const ReplaySettings& settings, std::uint64_t /*seed*/, unsigned threads,
                               double& bytes) const override {
    trgen::replay::Sample found = trgen::replay::sample_of(program_, opened_->choice, settings, facts());
    bytes = trgen::replay::ranks_bytes(settings, facts(), found) + trgen::replay::reader_bytes(*program_, threads);
    return found;
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
  const auto mark_of = [&](std::string_view key) { return opening.mark_of(fmt::format("collectives.{}", key)); };
  const auto choice = trgen::programs::collectives::choice_of(params.collectives, opening.diagnostics, mark_of);
  if (!choice) return nullptr;
  const auto settings = trgen::replay::resolve_program(params, program, opening.facts, opening.seed,
                                                       opening.diagnostics, opening.mark_of);
  if (!settings) return nullptr;
  tell_unshared_nodes(settings->node_of_rank, params.mpi, opening);
  const auto tell = [&](std::string_view key, const std::string& why) {
    opening.unheeded(fmt::format("collectives.{}", key), why);
  };
  if (!trgen::programs::check_collectives(*program, *choice, tell, opening.diagnostics, mark_of)) return nullptr;
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
