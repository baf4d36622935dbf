// SPDX-License-Identifier: Apache-2.0
// measure.sample: the program with the first rounds of its main loop and the last one, then with twice as many, and so
// on, until the time of all rounds follows from them.
//
// A program with n of its N rounds is simulated whole: what comes before the loop, n - 1 rounds and the last one, and
// what follows. It takes T(n) cycles. The cycles in which its first n - 1 rounds begin and end give the mean time r of
// a round with its interval h (fsin/stats/rounds.hpp), and hence T(N) = T(n) + (N - n) r, with the interval (N - n) h.
// That suffices when the rounds have settled and (N - n) h is within the precision that was asked for. With 2 n >= N
// the whole is simulated.
#pragma once

#include <functional>

#include "fsin/experiment/experiment.hpp"
#include "fsin/result/run_result.hpp"
#include "fsin/sources/source.hpp"

namespace fsin::run {

using RunWorkload = std::function<result::RunResult(const sources::Source& source)>;

/// The last of the runs, with what all of them took of the host, and what follows from it.
result::RunResult sample_rounds(const experiment::MeasureParams& measure, const sources::Source& source,
                                const RunWorkload& run);

}  // namespace fsin::run
