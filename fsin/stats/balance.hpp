// SPDX-License-Identifier: Apache-2.0
// Does the network carry the offered load? Judged from the packet counts of a run: packets generated and not delivered
// are in queues, at the sources and in the network.
//
// Three things let these queues grow during a run, and only the third is too much load.
//  1. Filling: packets are under way before the first ones arrive. It is over when a packet has had time for the
//     longest path and back again, twice the latency of a single packet (`fill`).
//  2. Chance: a queue at a load that it just carries grows from nothing like a random walk that is reflected at zero,
//     in t cycles by sqrt(2/pi) sigma sqrt(t) packets in the mean. Sources of P packets a cycle in all, at N nodes, are
//     together at N sqrt(2/pi) sqrt(P/N t), with a deviation of sqrt((1 - 2/pi) P t). Below that load queues grow less.
// 3. More is offered than gets through: queues grow with time, without end.
// A load is too much when the queues grew by more than filling and chance together explain, by three deviations, over
// the window and over its second half. Sources that stall keep no queues: their load is also too much when they
// generated less than 95% of it, by three deviations of a Bernoulli source, in the window and in its second half.
// Not modelled: service times of queues that vary more than the gaps between packets do.
// Source: J. M. Harrison, Brownian Motion and Stochastic Flow Systems, 1985, section 1.9 (reflected at zero).
#pragma once

#include <cstdint>
#include <string_view>

#include "fsin/stats/metrics.hpp"

namespace fsin::stats {

enum class Carried : std::uint8_t {
  yes,
  filling,   ///< unknown: a good part of the window went by before packets arrived
  unclear,   ///< unknown: the queues grew, and chance alone may be the reason
  too_much,  ///< more is offered than the network accepts
};

/// Verdict on a run with a synthetic load whose window was simulated to its end; `yes` for other runs.
Carried judge_load(const RunRecord& run);

/// Verdict for callers that need a decision: an `unclear` load counts as carried when queues grew by no more than the
/// mean growth by chance.
bool rather_carried(const RunRecord& run);

}  // namespace fsin::stats
