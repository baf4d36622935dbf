// SPDX-License-Identifier: Apache-2.0
#include "fsin/result/jobs_json.hpp"

namespace fsin::result {

using Json = nlohmann::ordered_json;

Json jobs_json(const std::vector<stats::JobFigures>& jobs, double seconds_per_cycle) {
  Json list = Json::array();
  for (const stats::JobFigures& job : jobs) {
    const auto slowdown = job.slowdown();
    list.push_back({{"name", job.name},
                    {"by_flow", job.by_flow},
                    {"ranks", job.ranks},
                    {"nodes", job.nodes},
                    {"start_cycle", job.start},
                    {"end_cycle", job.finished},
                    {"cycles", job.cycles()},
                    {"seconds", static_cast<double>(job.cycles()) * seconds_per_cycle},
                    {"compute_cycles", job.compute},
                    {"wait_cycles", job.wait},
                    {"messages", job.messages},
                    {"bytes", job.bytes},
                    {"alone_cycles", job.alone ? Json(*job.alone) : Json()},
                    {"slowdown", slowdown ? Json(*slowdown) : Json()}});
  }
  return list;
}

std::vector<stats::JobFigures> read_jobs(const Json& json) {
  std::vector<stats::JobFigures> jobs;
  if (!json.is_array()) return jobs;
  for (const Json& row : json) {
    stats::JobFigures& job = jobs.emplace_back();
    job.name = row.at("name").get<std::string>();
    job.by_flow = row.value("by_flow", false);
    job.ranks = row.at("ranks");
    job.nodes = row.at("nodes");
    job.start = row.at("start_cycle");
    job.finished = row.at("end_cycle");
    job.compute = row.at("compute_cycles");
    job.wait = row.at("wait_cycles");
    job.messages = row.at("messages");
    job.bytes = row.at("bytes");
    if (row.at("alone_cycles").is_number()) job.alone = row.at("alone_cycles").get<Cycle>();
  }
  return jobs;
}

}  // namespace fsin::result
