// SPDX-License-Identifier: Apache-2.0
// Background by rates: load of links given as rates over time, which stands for the packets of jobs and patterns that
// are not simulated cycle by cycle. docs/model/workloads.md, "Background by rates", defines when it occupies a link.
//
// Modelled: the time for which links are occupied. Not modelled: room that this load would take in queues, and packets
// of the run that would delay it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::engine {

struct LinkRates {
  /// The rate, in 2^-24 phits a cycle, that fills a link with one cycle per phit.
  static constexpr std::uint32_t full = 1U << 24U;

  struct Step {
    Cycle from = 0;          ///< first cycle of the step, ascending within a link
    std::uint32_t rate = 0;  ///< rate until the next step, at most full / (cycles that a phit needs on the link)

    bool operator==(const Step&) const = default;
  };

  // Links are numbered router * ports + port.
  std::vector<std::uint64_t> first;  ///< first step of each link, and one more entry
  std::vector<Step> steps;           ///< steps, those of a link in a row; the rate of a link before its first step is 0
  std::vector<std::uint64_t> backlog;  ///< backlog of each link before cycle 1, in 2^-24 phits, less than a packet

  std::span<const Step> of(std::size_t link) const {
    return std::span(steps).subspan(first[link], first[link + 1] - first[link]);
  }
  /// Backlog at which background by rates occupies a link: one packet of `phits` phits.
  static constexpr std::uint64_t packet(unsigned phits) { return std::uint64_t{phits} * full; }
};

}  // namespace fsin::engine
