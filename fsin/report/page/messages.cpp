// SPDX-License-Identifier: Apache-2.0
// Times and slowdowns of messages by size: for each point whose messages were written, a row for each range of sizes.
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/result/message_times_json.hpp"

namespace fsin::report::page {

Json messages_json(const sweep::Results& results) {
  constexpr std::size_t most_message_points = 200;
  Json json{{"points", Json::array()}, {"note", ""}};
  for (std::size_t point = 0; point < results.plan.points.size(); ++point) {
    const sweep::Run* run = results.first_run(point);
    if (run == nullptr || !run->result.message_times || run->result.message_times->messages == 0) continue;
    if (json["points"].size() == most_message_points) {
      json["note"] = cut_note(most_message_points, results.plan.points.size());
      break;
    }
    Json own = result::message_times_json(*run->result.message_times);
    own["point"] = point;
    json["points"].push_back(std::move(own));
  }
  return json["points"].empty() ? Json() : json;
}

}  // namespace fsin::report::page
