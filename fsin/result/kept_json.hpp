// SPDX-License-Identifier: Apache-2.0
// A kept result as JSON, written and read: the only place that knows the names of its members. Figures have the names
// of stats::metrics(), dots nest; a figure that means nothing for a run is null, so that every object has the same
// members, in the same order.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "fsin/result/kept_result.hpp"

namespace fsin::result {

using Json = nlohmann::ordered_json;

/// root["a"]["b"] for the name "a.b".
Json& at_dotted(Json& root, std::string_view name);

/// The first half of a result, which says how the run ended and what was measured; and the second, what made it.
/// Between the two, `fsin run --json` has the seed.
void add_measured(Json& json, const KeptResult& kept);
void add_origin(Json& json, const RunOrigin& origin);
/// The latency histogram, a list of [low, high, packets].
void add_histogram(Json& json, const KeptResult& kept);

/// The whole. Links are the member "link_phits", rows of the other parts are lists of numbers.
Json kept_json(const KeptResult& kept);

/// The other way round. Members that are missing, or that no result of this program has, are passed over; the outcome
/// must be there. Throws Json::exception for what is no result.
KeptResult read_kept(const Json& json);

}  // namespace fsin::result
