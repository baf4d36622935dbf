// SPDX-License-Identifier: Apache-2.0
// Was a run long enough for its means to be those of a steady state?
//
// A queue forgets its state by chance: in t cycles the gaps between its packets alone move it by sqrt(t / s) packets, s
// being the cycles between two of them, and it has forgotten a deviation of q packets in about q^2 s cycles. In cycles
// of waiting, w = q s, that is w^2 / s; for a queue whose waiting times have an exponential tail the slowest part
// decays with (2 sd(w))^2 / s (heavy traffic: P. Glynn and W. Whitt on M/G/1, relaxation times of J. Abate and W.
// Whitt, 1987). Near saturation this is the time that counts: it grows with the square of the waiting, and a shorter
// window sees a network that hardly changes, whatever test is made of it. s is taken as the phits of a packet, its
// lower bound. The waiting in the network, whose queues are bounded, is added with its mean in place of 2 sd. Queues at
// single links may take two or three times as long. The number of these times that a window must hold was found by
// simulation: docs/statistics.md.
//
// Whoever decides by the waiting in a window whether its mean is good selects the windows in which packets happened to
// wait little. So the decision is taken by the first half of the window, as far as its mean goes, and the error of the
// mean is that of the second half, which knows nothing of it.
#pragma once

#include <cstdint>
#include <optional>

#include "fsin/stats/batch_means.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::stats {

/// Relaxation time of the queues of this run, in cycles: after it their lengths hardly depend on what they were. Empty
/// for a trace, and where nothing arrived.
std::optional<double> relaxation_cycles(const RunRecord& run);

/// Cycles that a measured window needs for its means to be settled, and for an interval from inside the run, as the
/// first half of the window shows it.
std::optional<double> needed_cycles(const RunRecord& run);

/// Cycles that suffice to see when a network has come to rest: fewer.
std::optional<double> needed_to_rest(const RunRecord& run);

/// Cycles that suffice to see whether the load is carried, if nothing else speaks against it: fewer still.
std::optional<double> needed_to_judge(const RunRecord& run);

/// The window has needed_to_judge() cycles.
bool window_is_long(const RunRecord& run);

/// The error of a mean latency from inside a run whose window has needed_cycles(): that of batches of the second half,
/// reduced to the length of the window, and no less than that of batches of all of it, or than a packet more that waits
/// for another one makes of the mean. It is widened by 1 + 10 / sqrt(n), where the window has n relaxation times: rare
/// bursts make most of the mean near saturation, so that it is skewed, and a window without one has a mean that is too
/// low and batches that hardly differ. Empty where the window is shorter, and for a workload with an end.
std::optional<BatchMeans> error_of_mean(const RunRecord& run, Latency which);

/// Cycles of a window after which the interval of this mean should be no wider than so much of it on either side, by
/// error_of_mean() of this run. Empty where that is.
std::optional<double> cycles_for_error(const RunRecord& run, Latency which, double confidence, double relative);

/// Cycles that suffice as a warm-up, whatever MSER says.
std::optional<double> needed_warmup(const RunRecord& run);

enum class Settling : std::uint8_t {
  yes,
  unfinished,      ///< the window was not simulated to its end
  filling,         ///< a good part of the window went by before packets arrived
  growing,         ///< queues grow without end
  unclear,         ///< it was not judged whether the load is carried
  warmup_unknown,  ///< warmup: auto did not find the end of the warm-up
  warmup_short,
  window_short,
};

/// First reason why a run is not settled; empty for a trace. Sources that stall may be asked for more load than the
/// network carries: the load that they generate settles too.
std::optional<Settling> settling_of(const RunRecord& run);

}  // namespace fsin::stats
