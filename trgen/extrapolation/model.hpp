// SPDX-License-Identifier: Apache-2.0
// The program of all ranks with everything in it as a function of the rank and of the number of ranks: found from the
// aligned programs of several runs (alignment.hpp), and evaluated for another number (growth.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "trgen/extrapolation/alignment.hpp"
#include "trgen/extrapolation/partition.hpp"
#include "trgen/extrapolation/series_model.hpp"
#include "trgen/extrapolation/turn_model.hpp"
#include "trgen/extrapolation/varying_time.hpp"

namespace trgen::extrapolation {

/// A time: exact where it has a law, else a spread around the mean of a model.
struct TimeLaw {
  std::optional<SeriesModel> exact;
  VaryingTime varying;
};

struct Statement {
  Identity is;
  std::string function;                 ///< around it
  std::optional<ValueModel> condition;  ///< 1 for the ranks that execute it; none where all do
  ValueModel count = ValueModel::constant(1);
  FormSet partners;
  std::size_t partner = 0;
  std::size_t group = 0;
  ValueModel root, bytes, extra;
  SeriesModel tag;
  std::optional<TurnModel> tag_by_turn, bytes_by_turn;  ///< message: in place of `tag` and `bytes`
  TimeLaw gap, end;
  std::array<VaryingTime, 2> inner;  ///< exchange: times before sends and receives
  bool regular = true;
  std::optional<Levels> levels;  ///< of a ladder of levels
  Exchange exchange;             ///< its kind, library, communicator and element
  std::vector<Statement> body;
};

/// How far a result is from a trace, worst first: refusals, data, coincidences, doubts.
using Shortfall = std::array<std::size_t, 4>;
inline constexpr Shortfall any_shortfall{SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};

/// What was found wanting, one line each.
struct Findings {
  std::vector<std::string> refusals;      ///< what keeps the trace from being extrapolated at all
  std::vector<std::string> data;          ///< sizes that are data: refused unless forced, then the mean is taken
  std::vector<std::string> doubts;        ///< what the inputs do not decide: refused unless forced
  std::vector<std::string> coincidences;  ///< doubts whether it is the grid that was found, or a likelier one
  std::vector<std::string> rounding;      ///< doubts that every reading of the inputs has: how shares are rounded
  std::vector<std::string> notes;
  bool hidden = false;  ///< the target does something that no input shows, however inputs are read

  Shortfall shortfall() const { return {refusals.size(), data.size(), coincidences.size(), doubts.size()}; }
  bool allow(bool forced) const {
    return refusals.empty() && (forced || (data.empty() && coincidences.empty() && doubts.empty() && rounding.empty()));
  }
};

/// Adds a line that is not there yet.
inline void add_once(std::vector<std::string>& to, std::string line) {
  if (std::find(to.begin(), to.end(), line) == to.end()) to.push_back(std::move(line));
}

/// Times that have no exact law, over all events: what share of the time of the inputs they are, and how well they are
/// predicted.
struct TimeSummary {
  double exact_ns = 0;  ///< of all ranks of the largest input
  double modelled_ns = 0;
  double error_ns = 0;        ///< sum of time * leave-one-out error
  double worst_ns = 0;        ///< sum of time * the error of the worst left-out input
  double unsupported_ns = 0;  ///< of models whose error is more than `most_time_error`, or that had too few inputs
  double spread_ns = 0;       ///< sum of distances from the mean in the largest input
  std::size_t by_rank = 0;    ///< times that differ between classes of ranks
  std::size_t by_pass = 0;    ///< times whose first executions differ
};
inline constexpr double most_time_error = 0.25;

struct Model {
  std::vector<Statement> body;
  Findings findings;
  TimeSummary times;
};

struct Inputs {
  const std::vector<Run>& runs;
  const std::vector<RunProgram>& programs;
  const std::vector<std::string>& names;  ///< of the traces
  const Names& states;
  const PartnerForms& partners;
};

/// `forced`: laws need not be checked by an input more than they have parameters, and sizes that are data are their
/// mean.
/// `partners`, `groups`: the forms that are admitted.
Model fit_model(const std::vector<Joint>& joints, const Inputs& inputs, const FormSet& partners, const GroupSet& groups,
                const Fit& fit, bool forced);

}  // namespace trgen::extrapolation
