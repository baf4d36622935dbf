// SPDX-License-Identifier: Apache-2.0
// Schema of the times of messages by size (fsin/result/message_times_json.hpp).
#pragma once

#include <nlohmann/json.hpp>

#include "fsin/report/schema_words.hpp"

namespace fsin::report {

using Json = nlohmann::ordered_json;

inline Json percentiles(const char* of) {
  return schema::object(
      {{"mean", schema::number(of)},
       {"p50", schema::number("the least value that half of the messages do not exceed, to four digits")},
       {"p95", schema::number("the least value that 95 percent of the messages do not exceed, to four digits")},
       {"p99", schema::number("the least value that 99 percent of the messages do not exceed, to four digits")},
       {"max", schema::number("the largest value")}});
}

inline Json message_sizes() {
  Json slowdown = percentiles("time divided by the time without any other message");
  slowdown["type"] = {"object", "null"};
  return schema::object({{"from_bytes", schema::count("bytes of the shortest message of the row")},
                         {"to_bytes", schema::count("bytes of the longest one")},
                         {"messages", schema::count("messages that have been delivered")},
                         {"time", percentiles("from being handed to the network to delivery [cycles]")},
                         {"compared", schema::count("messages whose time without any other is known")},
                         {"slowdown", slowdown}});
}

/// Of --message-log.
inline Json message_times() {
  return schema::object(
      {{"messages", schema::count("messages that have been delivered: lines of the file")},
       {"under_way", schema::count("messages that were sent and not delivered when the run ended")},
       {"requests", schema::count("requests of long messages and answers to them, which are not in the file")},
       {"sizes", schema::list_of(message_sizes(), "by size: no bytes, and from each power of two to the next")},
       {"all", message_sizes()}});
}

}  // namespace fsin::report
