// SPDX-License-Identifier: Apache-2.0
#include "trgen/pattern/sweeps.hpp"

#include <array>
#include <utility>

namespace trgen::pattern {
namespace {

using record::Record;

constexpr double least_chained = 0.75;  ///< of the messages between ranks within a mesh

/// The messages of one rank along the open axes of one grid.
class RankAlong {
 public:
  RankAlong(const Axes& axes, std::uint32_t rank) {
    const std::uint32_t position = axes.numbering->position(rank);
    if (position == Numbering::none) return;
    for (std::size_t k = 0; k < axes.axes.size(); ++k) {
      const Axis& axis = axes.axes[k];
      const std::uint32_t own = axes.coordinate(position, k);
      if (axis.silent || axis.wraps || own == 0 || own + 1 >= axis.extent) continue;
      const std::uint32_t count = axes.numbering->count();
      const auto up = static_cast<std::uint32_t>((std::uint64_t{position} + axis.stride) % count);
      const auto down = static_cast<std::uint32_t>((std::uint64_t{position} + count - axis.stride) % count);
      ways_.push_back({.neighbours = {axes.numbering->rank(down), axes.numbering->rank(up)}});
    }
  }

  void take(const Record& record, std::uint64_t& chained, std::uint64_t& all) {
    for (Way& way : ways_) {
      for (std::size_t side = 0; side < 2; ++side) {
        if (way.neighbours[side] == record.peer) way.take(record.kind, side, chained, all);
      }
    }
  }

 private:
  struct Way {
    std::array<std::uint32_t, 2> neighbours{};  ///< ranks below and above
    std::size_t to = 0;                         ///< the side to which the last messages went,
    std::uint64_t sent = 0;                     ///< and their numbers since any went to the other side
    std::uint64_t received = 0;

    void take(record::Kind kind, std::size_t side, std::uint64_t& chained, std::uint64_t& all) {
      const std::size_t goes_to = kind == record::Kind::send ? side : 1 - side;
      if (goes_to != to) sent = received = 0;
      to = goes_to;
      if (kind == record::Kind::receive) {
        ++received;
        return;
      }
      ++sent;
      ++all;
      chained += received >= sent ? 1 : 0;
    }
  };
  std::vector<Way> ways_;
};

bool may_sweep(const Pattern& pattern) {
  return pattern.axes && (pattern.form == Form::mesh || pattern.form == Form::line || pattern.form == Form::mixed_grid);
}

}  // namespace

void find_sweeps(const record::TraceSource& trace, std::vector<Pattern>& patterns) {
  std::vector<Pattern*> meshes;
  for (Pattern& each : patterns) {
    if (may_sweep(each)) meshes.push_back(&each);
  }
  if (meshes.empty()) return;
  std::vector<std::uint64_t> chained(meshes.size());
  std::vector<std::uint64_t> all(meshes.size());
  const auto cursor = trace.open();
  Record record;
  for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
    std::vector<RankAlong> along;
    for (const Pattern* each : meshes) along.emplace_back(*each->axes, rank);
    while (cursor->next(rank, record)) {
      if (!record::is_message(record.kind)) continue;
      for (std::size_t i = 0; i < meshes.size(); ++i) along[i].take(record, chained[i], all[i]);
    }
  }
  record::stop_at_failure(trace, *cursor);
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    meshes[i]->sweeps = all[i] > 0 && static_cast<double>(chained[i]) >= least_chained * static_cast<double>(all[i]);
  }
}

}  // namespace trgen::pattern
