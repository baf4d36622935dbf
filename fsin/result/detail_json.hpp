// SPDX-License-Identifier: Apache-2.0
// The detail of a kept result as JSON, written and read. A row of a table is a list of numbers:
//
//   series   {length, rows: [packets and phits entered, packets and phits delivered, sum of latencies]}
//   traffic  {block, cells: [source, destination, packets]}
//   ranks    [rank, node, compute, wait for a message, wait for room, send, finished]
//   gantt    [rank, name of the state, first and last cycle]
// with the number of the stream behind it where the row is of a further stream of the rank.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fsin/result/kept_result.hpp"

namespace fsin::result {

nlohmann::ordered_json detail_json(const KeptDetail& detail);

/// Throws nlohmann::ordered_json::exception for what is no detail.
KeptDetail read_detail(const nlohmann::ordered_json& json);

}  // namespace fsin::result
