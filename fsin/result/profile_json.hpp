// SPDX-License-Identifier: Apache-2.0
// The profile of a run as JSON, written and read. Phases, parts and sums are objects with names; a row of a longer
// table is a list:
//
//   chart.calls          [rank, call, first cycle, last cycle]
//   traffic.cells        [source, destination, messages, bytes], in blocks of ranks
//   critical_path.steps  ["rank", rank, call, first, last, cycles of each part ...] or
//                        ["message", source, call, first, last, cycles of each part ..., destination, bytes, hops]
//   critical_path.links  [from, port, to, packets, delay]
//
// A call is its number in `calls`, or -1 outside calls.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fsin/result/kept_profile.hpp"

namespace fsin::result {

nlohmann::ordered_json profile_json(const KeptProfile& profile);

/// Throws nlohmann::ordered_json::exception for what is no profile.
KeptProfile read_profile(const nlohmann::ordered_json& json);

}  // namespace fsin::result
