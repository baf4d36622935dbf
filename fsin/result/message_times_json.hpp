// SPDX-License-Identifier: Apache-2.0
// Times and slowdowns of messages by size as JSON, written and read.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "fsin/stats/message_times.hpp"

namespace fsin::result {

/// {messages, under_way, requests, sizes: [row, ...], all: row}; a row is {from_bytes, to_bytes, messages, time: {mean,
/// p50, p95, p99, max}, compared, slowdown: the same members or null where no time alone is known}. Times in cycles.
nlohmann::ordered_json message_times_json(const stats::MessageTimes& times);
/// The other way round; nothing where there is no such object.
std::optional<stats::MessageTimes> read_message_times(const nlohmann::ordered_json& json);

}  // namespace fsin::result
