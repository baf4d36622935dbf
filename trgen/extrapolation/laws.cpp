// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/laws.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "trgen/extrapolation/law_fitters.hpp"

namespace trgen::extrapolation {

namespace {

constexpr std::array<std::string_view, 3> neighbour_names{"by faces", "by faces and edges", "by all sides"};

/// Ranks in the grid whose place differs by at most one in each dimension, and in `most` dimensions at most.
std::int64_t neighbours_of(const Sides& at, const Sides& sides, unsigned most) {
  std::array<std::int64_t, 4> by_dimensions{1, 0, 0, 0};  // of the dimensions so far, by how many of them differ
  for (unsigned d = 0; d < 3; ++d) {
    const std::int64_t beside = (at[d] > 0 ? 1 : 0) + (at[d] + 1 < sides[d] ? 1 : 0);
    for (unsigned differ = 3; differ > 0; --differ) by_dimensions[differ] += beside * by_dimensions[differ - 1];
  }
  return std::accumulate(by_dimensions.begin() + 1, by_dimensions.begin() + 1 + most, std::int64_t{0});
}

}  // namespace

std::optional<std::int64_t> Variable::of(const Place& place) const {
  if (kind == Kind::one) return 1;
  if (kind == Kind::rung || kind == Kind::rungs_done || kind == Kind::rungs_left) {
    if (place.rungs == 0) return std::nullopt;
    return kind == Kind::rung ? place.rung : kind == Kind::rungs_done ? place.rung + 1 : place.rungs - place.rung;
  }
  const Run& run = *place.run;
  const std::int64_t ranks = run.ranks();
  const auto log_of = [](std::uint64_t number) -> std::optional<std::int64_t> {
    return std::has_single_bit(number) ? std::optional<std::int64_t>(std::countr_zero(number)) : std::nullopt;
  };
  if (kind == Kind::ranks) return ranks;
  if (kind == Kind::log_ranks) return log_of(run.ranks());
  if (kind == Kind::ranks_squared) return ranks * ranks;
  const auto& sides_of = run.sides(rule);
  if (!sides_of) return std::nullopt;
  if (kind == Kind::neighbours) return neighbours_of(run.place(rule, place.rank), *sides_of, first);
  const std::int64_t side = (*sides_of)[first];
  if (kind == Kind::log_side) return log_of((*sides_of)[first]);
  if (kind == Kind::side_squared) return side * side;
  return kind == Kind::sides ? side * (*sides_of)[second] : side;
}

std::optional<std::int64_t> Law::at(const Place& place) const {
  if (kind == Kind::constant) return a;
  if (kind == Kind::cells) return cells.at(place);
  if (kind == Kind::faces) return faces.at(place);
  const auto v = variable.of(place);
  const auto scaled = size_power(*place.run, power);
  if (!v || !scaled) return std::nullopt;
  std::int64_t by = 0;  // a, times the power of the size
  if (__builtin_mul_overflow(a, *scaled, &by)) return std::nullopt;
  switch (kind) {
    case Kind::linear:
      return by * *v + b;
    case Kind::quotient:
    case Kind::inverse:
      return *v > 0 && by % *v == 0 ? std::optional(by / *v + b) : std::nullopt;
    case Kind::floor:
      return *v > 0 ? std::optional(by / *v) : std::nullopt;
    case Kind::nearest:
      return *v > 0 ? std::optional((2 * by + (by < 0 ? -*v : *v)) / (2 * *v)) : std::nullopt;
    case Kind::ceiling:
      return *v > 0 ? std::optional((by + *v - 1) / *v) : std::nullopt;
    case Kind::square:
      return *v > 0 ? std::optional(factor * (by / *v + b) * (by / *v + b)) : std::nullopt;
    default:
      break;
  }
  const std::int64_t at = variable.kind == Variable::Kind::ranks
                              ? std::int64_t{place.rank}
                              : place.run->place(variable.rule, place.rank)[variable.first];
  Share own = share;
  if (things_of_size) own.things += static_cast<std::int64_t>(place.run->scale().size);
  return own.things > 0 ? std::optional(by * (own.of(at, *v) + b)) : std::nullopt;
}

std::string Law::words() const {
  const std::string size = power == 0 ? "" : power == 1 ? " * size" : fmt::format(" * size^{}", power);
  switch (kind) {
    case Kind::constant:
      return fmt::format("{}", a);
    case Kind::linear:
      return variable.kind == Variable::Kind::one
                 ? fmt::format("{}{} {} {}", a, size, b < 0 ? "-" : "+", std::abs(b))
                 : fmt::format("{}{} * {} {} {}", a, size, variable.words, b < 0 ? "-" : "+", std::abs(b));
    case Kind::quotient:
      return variable.kind == Variable::Kind::one ? fmt::format("{}{}", a, size)
                                                  : fmt::format("{}{} / {}", a, size, variable.words);
    case Kind::inverse:
      return fmt::format("{}{} / {} {} {}", a, size, variable.words, b < 0 ? "-" : "+", std::abs(b));
    case Kind::floor:
      return fmt::format("floor({}{} / {})", a, size, variable.words);
    case Kind::nearest:
      return fmt::format("{}{} / {}, rounded", a, size, variable.words);
    case Kind::ceiling:
      return fmt::format("ceil({}{} / {})", a, size, variable.words);
    case Kind::square:
      return fmt::format("{} * (floor({}{} / {}) + {})^2", factor, a, size, variable.words, b);
    case Kind::cells:
      return cells.words();
    case Kind::faces:
      return faces.words();
    case Kind::share:
      break;
  }
  const std::string things = things_of_size ? share.things == 0 ? "size" : fmt::format("size {:+}", share.things)
                                            : fmt::format("{}", share.things);
  return fmt::format("{}{} * (share of {} over {}{}{})", a, size, things, variable.words,
                     share.first_less || share.last_less ? ", without the ends" : "",
                     b == 0 ? "" : fmt::format(", {:+}", b));
}

LawCatalogue::LawCatalogue(const std::vector<GridRule>& rules, const Admitted& admitted, bool sides_first) {
  using Kind = Variable::Kind;
  variables_.push_back({.kind = Kind::one, .words = "1"});
  variables_.push_back({.kind = Kind::ranks, .words = "ranks"});
  variables_.push_back({.kind = Kind::log_ranks, .words = "log2(ranks)"});
  variables_.push_back({.kind = Kind::ranks_squared, .words = "ranks^2"});
  variables_.push_back({.kind = Kind::rung, .words = "rung"});
  variables_.push_back({.kind = Kind::rungs_done, .words = "(rung + 1)"});
  variables_.push_back({.kind = Kind::rungs_left, .words = "(rungs - rung)"});
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    if (!admitted[rule]) continue;
    const GridRule& of = rules[rule];
    if (of.dimensions == 2) planes_.push_back(rule);
    if (of.dimensions > 1 && !of.fixed_side) grids_.push_back({rule, of.dimensions});
    for (unsigned d = 0; of.dimensions > 1 && d < of.dimensions; ++d) {
      const std::string side = fmt::format("side {} of the {}", "xyz"[d], of.name);
      variables_.push_back({.kind = Kind::side, .rule = rule, .first = d, .words = side});
      variables_.push_back({.kind = Kind::log_side, .rule = rule, .first = d, .words = fmt::format("log2({})", side)});
      variables_.push_back({.kind = Kind::side_squared, .rule = rule, .first = d, .words = fmt::format("{}^2", side)});
      for (unsigned e = d + 1; of.dimensions > 2 && e < of.dimensions; ++e) {
        variables_.push_back({.kind = Kind::sides,
                              .rule = rule,
                              .first = d,
                              .second = e,
                              .words = fmt::format("sides {} * {} of the {}", "xyz"[d], "xyz"[e], of.name)});
      }
    }
    for (unsigned order = 1; order <= of.dimensions; ++order) {
      variables_.push_back({.kind = Kind::neighbours,
                            .rule = rule,
                            .first = order,
                            .words = fmt::format("neighbours {} in the {}", neighbour_names[order - 1], of.name)});
    }
  }
  const auto of_grids = [](const Variable& each) {
    return each.kind == Kind::side || each.kind == Kind::log_side || each.kind == Kind::side_squared ||
           each.kind == Kind::sides;
  };
  if (sides_first) std::stable_partition(variables_.begin(), variables_.end(), of_grids);
}

std::vector<Law> LawCatalogue::that_give(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most,
                                         bool times) const {
  std::vector<Law> found;
  const Law constant{.kind = Law::Kind::constant, .a = samples.front().value, .variable = {}};
  if (agrees(constant, samples)) {
    if (runs_of(samples) >= 1 + least_spare) found.push_back(constant);
    return found;
  }
  using Step = void (Fitter::*)(std::vector<Law>&) const;
  // Without a check, two points are on many lines, but hardly both on squares.
  const std::vector<Step> steps =
      times             ? std::vector<Step>{&Fitter::nearest, &Fitter::lines}
      : least_spare > 0 ? std::vector<Step>{&Fitter::quotients, &Fitter::multiples, &Fitter::shifts, &Fitter::inverses,
                                            &Fitter::lines,     &Fitter::rounded,   &Fitter::squares}
                        : std::vector<Step>{&Fitter::quotients, &Fitter::multiples, &Fitter::shifts, &Fitter::squares,
                                            &Fitter::inverses,  &Fitter::lines,     &Fitter::rounded};
  const unsigned powers = sizes_differ(samples) ? most_power_of_size : 0;
  struct Candidate {
    const Variable* variable;
    unsigned power;
    Points points;
  };
  std::vector<Candidate> candidates;
  for (unsigned power = 0; power <= powers; ++power) {
    for (const Variable& variable : variables_) {
      if (variable.kind == Variable::Kind::one && power == 0) continue;
      auto points = points_of(samples, variable, power);
      if (points && points->size() > 1) candidates.push_back({&variable, power, *std::move(points)});
    }
  }
  for (const Step fit : steps) {
    for (const Candidate& each : candidates) {
      (Fitter(samples, *each.variable, each.power, each.points, least_spare).*fit)(found);
      if (found.size() >= most) return found;
    }
    if (!found.empty()) return found;
  }
  if (times || runs_of(samples) < 1 + least_spare) return found;
  for (const Variable& variable : variables_) {
    if (variable.kind != Variable::Kind::side && variable.kind != Variable::Kind::ranks) continue;
    for (unsigned power = 0; power <= powers && found.size() < most; ++power)
      ShareFitter(samples, variable, power, powers > 0).run(found, most);
    if (found.size() >= most) break;
  }
  return found;
}

std::vector<Law> LawCatalogue::of_cells(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most,
                                        const Heading& heading) const {
  std::vector<Law> found;
  const std::size_t runs = runs_of(samples);
  if (runs < 1 + least_spare) return found;
  for (const std::size_t rule : planes_) {
    for (CellLaw& each : cell_laws(samples, rule, most, heading, runs >= 2 + least_spare))
      found.push_back({.kind = Law::Kind::cells, .variable = {}, .share = {}, .cells = std::move(each)});
    if (!found.empty()) break;
  }
  return found;
}

std::vector<Law> LawCatalogue::of_faces(const std::vector<Sample>& samples, unsigned least_spare, std::size_t most,
                                        bool times, const Levels* levels) const {
  std::vector<Law> found;
  for (const Grid& grid : grids_) {
    if (levels != nullptr && levels->rule != grid.rule) continue;
    FaceSearch search{.rule = grid.rule, .dimensions = grid.dimensions, .least_runs = 2 + least_spare, .most = most};
    search.times = times;
    if (levels != nullptr) search.coarsest = levels->coarsest;
    for (const FaceLaw& each : face_laws(samples, search))
      found.push_back({.kind = Law::Kind::faces, .variable = {}, .share = {}, .cells = {}, .faces = each});
    if (!found.empty()) break;
  }
  return found;
}

std::vector<Levels> LawCatalogue::all_levels() const {
  std::vector<Levels> made;
  for (const Grid& grid : grids_) {
    for (unsigned coarsest = 0; coarsest <= most_coarsest; ++coarsest) made.push_back({grid.rule, coarsest});
  }
  return made;
}

}  // namespace trgen::extrapolation
