// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/operations.hpp"

#include <algorithm>
#include <utility>

#include "trgen/replay/readers/program_reader.hpp"
#include "trgen/replay/readers/trace_reader.hpp"
#include "trgen/replay/readers/trace_requests.hpp"

namespace trgen::replay {

MakeReader operations_of(std::shared_ptr<const record::TraceSource> source, const ReplaySettings& settings) {
  const AnySource any_source = settings.wildcards ? AnySource::open(*source) : AnySource();
  if (!settings.costs.ask())
    return [source = std::move(source), any_source] { return std::make_unique<TraceReader>(source, any_source); };
  return [source = std::move(source), any_source, unasked = settings.costs.longest_unasked()] {
    return std::make_unique<TraceRequests>(source, any_source, unasked);
  };
}

MakeReader operations_of(std::shared_ptr<const programs::Program> program,
                         const programs::collectives::Choice& choice) {
  return [program = std::move(program), choice] { return std::make_unique<ProgramReader>(program, choice); };
}

double reader_bytes(const record::TraceSource& source, const ReplaySettings& settings, unsigned threads) {
  const std::uint64_t own = (source.ranks() + threads - 1) / threads;
  const std::size_t of_rank = settings.costs.ask() ? TraceRequests::bytes_per_rank() : TraceReader::bytes_per_rank();
  return threads * (static_cast<double>(of_rank) * source.ranks() + static_cast<double>(source.cursor_bytes(own)));
}

double reader_bytes(const programs::Program& program, unsigned threads) {
  // The longest step of the ranks at both ends and in the middle stands for the operations that each rank keeps.
  std::size_t most = 0;
  for (const std::uint32_t rank : {std::uint32_t{0}, program.ranks() / 2, program.ranks() - 1}) {
    const std::uint64_t steps = program.steps(rank);
    for (std::uint64_t number = 0; number < std::min<std::uint64_t>(steps, 64); ++number) {
      programs::Operations operations;
      program.step(rank, number, operations);
      most = std::max(most, operations.size());
    }
  }
  constexpr double position = 64;  // of a rank, in every thread
  return program.ranks() * (static_cast<double>(most) * 1.5 * sizeof(programs::Operation) + threads * position);
}

}  // namespace trgen::replay
