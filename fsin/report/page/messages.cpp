// SPDX-License-Identifier: Apache-2.0
// Times and slowdowns of messages by size: for each point whose messages were written, a row for each range of sizes.
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"
#include "fsin/result/message_times_json.hpp"

namespace fsin::report::page {

Json messages_json(const sweep::Results& results) {
  constexpr std::size_t most_message_points = 200;
  return objects_by_point(results, most_message_points, [&results](std::size_t point) {
    const sweep::Run* run = results.first_run(point);
    if (run == nullptr || !run->result.message_times || run->result.message_times->messages == 0) return Json();
    return result::message_times_json(*run->result.message_times);
  });
}

}  // namespace fsin::report::page
