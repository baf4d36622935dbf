// SPDX-License-Identifier: Apache-2.0
// Does the network carry the offered load? Judged from what waits: packets generated and not delivered, of all nodes
// together, and phits generated that have not entered, of each queue at a source (fsin/workload/queue_book.hpp).
//
// Three things let these queues grow during a run, and only the third is too much load.
//  1. Filling: packets are under way before the first ones arrive. It is over when a packet has had time for the
//     longest path and back again, twice the latency of a single packet (`fill`).
//  2. Chance: a queue at a load that it just carries grows from nothing like a random walk that is reflected at zero,
//     in t cycles by sqrt(2/pi I r t) in the mean, where r is the rate of its arrivals and I their dispersion, the
//     variance of a count over its mean (a packet, for a Bernoulli source of packets). Below that load it grows less.
//     Phases let it swing besides, and bursts show in I, which is measured over halves of the window.
//  3. More is offered than gets through: queues grow with time, without end.
// A load is too much when all queues together grew by more than filling and chance explain, by three deviations, or one
// of n queues by what chance explains once in 740 n, while less entered than it is asked for; each over the window
// and over its second half. Sources that stall keep no queues: their load is also too much when they generated less
// than 95% of it, all together or one of them, by as many deviations, in the window and in its second half.
//
// A load is carried when the window shows it: it is long enough for the queues to forget, the network does not fill,
// all queues together grew by no more than half of what chance explains, and no queue at a source was without an empty
// moment for an eighth of the window. Whatever the sources are, the queue of a load that is too much, or just carried,
// is hardly ever that often empty: the longest excursion of a random walk is shorter than an eighth of the time in one
// of a thousand cases. In between, a load is not judged.
// Source: J. M. Harrison, Brownian Motion and Stochastic Flow Systems, 1985, section 1.9 (reflected at zero).
#pragma once

#include <cstdint>
#include <limits>

#include "fsin/stats/load_verdict.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::stats {

/// Verdict on a run, from its totals and, where they are complete, from `run.queues`. `dispersion`: of the arrivals in
/// the long run, in phits, as the sources know it; infinite where they do not.
LoadVerdict judge_load(const RunRecord& run, double dispersion = std::numeric_limits<double>::infinity());

/// Verdict for callers that need a decision: a load that is not judged counts as carried when all queues together grew
/// by no more than the mean growth by chance, and none that was busy for long by more than one deviation.
bool rather_carried(const RunRecord& run);

/// Sets the dispersion of the sources of a run, the verdict on its load, and the outcome where the load is too much.
/// `dispersion`: as in judge_load().
void judge(RunRecord& run, double dispersion);

/// Dispersion of the arrivals in phits: variance of the phits of a source in half a window over their mean, pooled over
/// the sources, taken from the differences of the halves. Above the truth with 95%, and between `least` and `most`.
double dispersion_of(const workload::QueueAccount& queues, double least, double most);

}  // namespace fsin::stats
