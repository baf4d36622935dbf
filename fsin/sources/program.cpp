// SPDX-License-Identifier: Apache-2.0
#include "fsin/sources/program.hpp"

#include <fmt/format.h>

#include "fsin/sources/run_as_program.hpp"
#include "fsin/sources/whole_trace.hpp"
#include "trgen/programs/ti/ti_params.hpp"

namespace fsin::sources {

using trgen::replay::ProgramParams;

SourcePointer open_source(const ProgramParams& written, const Opening& opening) {
  ProgramParams params = written;
  compute_at(opening.facts.node_speeds, params);
  auto program = trgen::replay::program_of(params, opening.facts.nodes, opening.diagnostics, opening.mark_of);
  if (!program) return nullptr;
  std::string summary = fmt::format("program       {}\n", program->name());
  if (params.kernel.is<trgen::programs::ti::TimeIndependentParams>())
    summary += expanded_line(name_of(params.collectives.library), params.collectives.text());
  return run_as_program(std::move(program), params, std::move(summary), {}, opening);
}

}  // namespace fsin::sources
