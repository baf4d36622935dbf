// SPDX-License-Identifier: Apache-2.0
// Histograms of times and parameters.
#pragma once

#include <optional>
#include <string_view>

namespace trgen::formats::scalatrace {

/// The mean of "(<number> <mean> <rank> <minimum> <rank> <maximum>){<begin> <minimum> <mean> <maximum> <end> <number>}
/// ...": that of its buckets, each with its number, or the mean that is written where there are no values in buckets.
/// The mean that is written counts the first value twice, since ScalaTrace adds to the number before it weighs with it.
/// Empty where the text is no histogram, or has a number that is negative or beyond all measure.
std::optional<double> mean_of_histogram(std::string_view text);

}  // namespace trgen::formats::scalatrace
