// SPDX-License-Identifier: Apache-2.0
// Limits for the data of one page, so that a browser opens it at once. What a screen cannot show is merged or left out,
// and the figure says so.
#pragma once

#include <cstddef>

namespace fsin::report::page {

struct Limits {
  std::size_t link_loads = 400'000;     ///< all points together
  std::size_t links_drawn = 40'000;     ///< of one network; beyond it, groups are drawn in place of routers
  std::size_t buckets = 200'000;        ///< buckets of latency, all points together
  std::size_t buckets_of_point = 400;   ///< neighbouring buckets are merged beyond it
  std::size_t bins = 100'000;           ///< bins of time, all points together
  std::size_t bins_of_point = 1'000;    ///< neighbouring bins are merged beyond it
  std::size_t ranks = 50'000;           ///< all points together
  std::size_t ranks_of_point = 1'024;   ///< blocks of ranks are averaged beyond it
  std::size_t rows = 1'024;             ///< ranks whose spans are shown; beyond it, one rank in so many
  std::size_t spans = 800'000;          ///< spans of the time of a rank, all points together
  std::size_t cells = 4'096;            ///< time cells of a rank whose spans are merged
  std::size_t traffic_pairs = 400'000;  ///< all points together
  std::size_t traffic_blocks = 256;     ///< blocks on a side of the matrix; neighbours are merged beyond it
};

}  // namespace fsin::report::page
