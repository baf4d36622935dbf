// SPDX-License-Identifier: Apache-2.0
// The load of links over time, in windows of cycles, from messages that cross them: the rates of background
// (engine/link_rates.hpp). Its memory is bounded: when windows times links are too many, windows become twice as long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "fsin/engine/link_rates.hpp"

namespace fsin::run {

class LinkHistory {
 public:
  static constexpr Cycle first_window = 64;  ///< cycles

  explicit LinkHistory(std::size_t links, std::size_t most_cells = std::size_t{1} << 22U)
      : row_of_(links, none), most_cells_(most_cells) {}

  /// Adds phits that cross the link evenly in the cycles `first` to `last`.
  void add(std::uint32_t link, double phits, Cycle first, Cycle last);
  /// Adds phits that cross the link in every cycle.
  void add_always(std::uint32_t link, double phits) { always_of(link) += phits; }

  /// Cycles of a window now.
  Cycle window() const { return window_; }

  /// A link carries at most 1 / phit_cycles(link) phits a cycle; the excess of a window is left to the next ones. The
  /// part of a packet that has come together before cycle 1 is drawn for each link.
  engine::LinkRates rates(const std::function<unsigned(std::uint32_t link)>& phit_cycles, unsigned packet_phits,
                          std::uint64_t seed);

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  struct Row {
    std::vector<double> phits;   ///< by window
    std::vector<double> change;  ///< by window: of the phits of every window from it on, beyond `phits`
    double always = 0;           ///< in every cycle
  };

  Row& row(std::uint32_t link);
  double& always_of(std::uint32_t link) { return row(link).always; }
  static void settle(Row& row);
  void make_room(std::size_t windows);
  void add_steps(const Row& row, std::uint32_t most, engine::LinkRates& rates) const;

  std::vector<std::uint32_t> row_of_;  ///< by link
  std::vector<Row> rows_;
  std::size_t most_cells_;
  std::size_t windows_ = 1;  ///< the most that a row has
  Cycle window_ = first_window;
};

}  // namespace fsin::run
