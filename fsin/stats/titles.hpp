// SPDX-License-Identifier: Apache-2.0
// The words for the figures of metrics.hpp in titles, axes, menus and heads of tables: one vocabulary for the page of a
// report, its copies, the pictures for LaTeX and the search of `fsin help`. A figure without a title is a mistake that
// tests/stats finds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fsin::stats {

/// Whether a figure is among those that `fsin report --figures` writes without being asked for it.
enum class Printed : std::uint8_t {
  on_demand,   ///< only when its name is given
  always,      ///< where it differs between points
  in_cycles,   ///< the same, unless cycles of the points have different lengths
  in_seconds,  ///< the same, where cycles of the points have different lengths
};

struct Title {
  std::string_view figure;  ///< e.g. "latency.mean"
  std::string_view words;   ///< e.g. "Mean latency from entry"; the unit is not in it
  Printed printed = Printed::on_demand;
};

/// One of every figure.
const std::vector<Title>& titles();

/// The title of a figure; its name stands for the words of one that has none.
Title title_of(std::string_view figure);

/// "phits per node and cycle" of "phits/node/cycle"; other units are words already.
std::string_view unit_in_words(std::string_view unit);

/// The title of an axis: "Mean latency from entry (cycles)"; without a unit only the words.
std::string with_unit(std::string_view words, std::string_view unit);

}  // namespace fsin::stats
