// SPDX-License-Identifier: Apache-2.0
// From traces of a program on a few numbers of ranks, and of a few sizes of its problem, to its trace on another number
// and of another size.
//
//   read_program   calls, collectives and loops of each rank                   rank_program.hpp, exchange.hpp
//   Alignment      the statements of all ranks of all runs, each once          alignment.hpp
//   fit_model      conditions, partners, counts, bytes, tags, times as laws    model.hpp, catalogues: grids.hpp,
//                                                                              partners.hpp, groups.hpp, laws.hpp,
//                                                                              partition.hpp, time_model.hpp
//   grow           the structure of the wanted number of ranks                 growth.hpp
//
// What no law of the catalogues explains is named and refused. Source: X. Wu and F. Mueller, "ScalaExtrap: Trace-Based
// Communication Extrapolation for SPMD Programs", PPoPP 2011, which fits end points of stencils linearly in the sides
// of a grid; here all forms are exact, and found by elimination over all messages.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/extrapolation/growth.hpp"
#include "trgen/record/source.hpp"

namespace trgen::extrapolation {

using Sources = std::vector<std::shared_ptr<const record::TraceSource>>;

struct Wanted {
  std::uint32_t ranks = 0;
  std::uint64_t size = 0;              ///< of the problem; 0 where the sizes of the inputs are not known
  std::vector<std::uint64_t> sizes{};  ///< of the problems of the inputs; empty where they are not known
  bool forced = false;
  GridRule grid;                                        ///< of the user; none: no function
  std::vector<OwnForm> partners;                        ///< of the user
  std::function<void(std::string_view stage)> stage{};  ///< is told what is tried, which may take long; may be none
};

struct Result {
  std::shared_ptr<const record::TraceSource> trace;  ///< null where it was refused
  Grown grown;
  Findings findings;
  TimeSummary times;
  std::size_t statements = 0;
  bool levels = false;  ///< of a multigrid were found
};

/// Throws record::TraceError where an input cannot be read or is not whole, or where two have as many ranks and the
/// same size.
Result extrapolate(const Sources& inputs, const Wanted& wanted);

}  // namespace trgen::extrapolation
