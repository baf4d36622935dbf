// SPDX-License-Identifier: Apache-2.0
// Load that links carry beside the packets of a run, given as rates over time: it stands for the packets of jobs and
// patterns that are not simulated in cycles. docs/model.md, "Background by rates", says when it takes a link.
//
// Modelled: the time for which links are taken. Not modelled: room that this load would take in queues, and that
// packets of the run hold it up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fsin/core/ids.hpp"

namespace fsin::engine {

struct LinkRates {
  /// A link whose phits take a cycle each is full at this rate: rates are in 2^-24 phits a cycle.
  static constexpr std::uint32_t full = 1U << 24U;

  struct Step {
    Cycle from = 0;          ///< first cycle, ascending within a link
    std::uint32_t rate = 0;  ///< at most full / cycles that a phit needs on the link; it lasts to the next step

    bool operator==(const Step&) const = default;
  };

  // Links are numbered router * ports + port.
  std::vector<std::uint64_t> first;    ///< by link, and one more: the first of its steps
  std::vector<Step> steps;             ///< those of a link in a row; before its first one, a link's rate is 0
  std::vector<std::uint64_t> backlog;  ///< by link: before cycle 1, in 2^-24 phits, less than a packet

  std::span<const Step> of(std::size_t link) const {
    return std::span(steps).subspan(first[link], first[link + 1] - first[link]);
  }
  /// What has to have come together before the load takes a link: a packet of so many phits.
  static constexpr std::uint64_t packet(unsigned phits) { return std::uint64_t{phits} * full; }
};

}  // namespace fsin::engine
