// SPDX-License-Identifier: Apache-2.0
#include "fsin/stats/metrics_of_jobs.hpp"

#include <algorithm>

namespace fsin::stats {
namespace {

using Answer = std::optional<MetricValue>;

}  // namespace

void add_job_metrics(std::vector<Metric>& table) {
  using R = const RunRecord&;
  table.push_back({"slowdown.mean", "", "jobs with slowdown: mean over the jobs of their cycles divided by those alone",
                   [](R r) -> Answer {
                     double sum = 0;
                     std::size_t count = 0;
                     for (const JobFigures& job : r.jobs) {
                       const auto slowdown = job.slowdown();
                       sum += slowdown.value_or(0);
                       count += slowdown ? 1 : 0;
                     }
                     if (count == 0) return std::nullopt;
                     return sum / static_cast<double>(count);
                   }});
  table.push_back({"slowdown.max", "", "jobs with slowdown: the largest of these quotients", [](R r) -> Answer {
                     std::optional<double> most;
                     for (const JobFigures& job : r.jobs) {
                       if (const auto slowdown = job.slowdown()) most = std::max(most.value_or(0), *slowdown);
                     }
                     return most ? Answer(*most) : Answer();
                   }});
  table.push_back(
      {"background.entered", "packets", "jobs with background: packets of the background that entered",
       [](R r) { return r.totals.workload.background ? Answer(r.totals.workload.background->entered) : Answer(); }});
  table.push_back(
      {"background.delivered", "packets", "jobs with background: packets of the background delivered",
       [](R r) { return r.totals.workload.background ? Answer(r.totals.workload.background->delivered) : Answer(); }});
}

}  // namespace fsin::stats
