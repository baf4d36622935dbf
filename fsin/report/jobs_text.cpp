// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/jobs_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fsin/core/quantity_text.hpp"

namespace fsin::report {

std::vector<LabelledLine> jobs_lines(const stats::RunRecord& run) {
  std::vector<LabelledLine> lines;
  const auto time = [&](double cycles) { return seconds_text(cycles * run.seconds_per_cycle); };
  for (const stats::JobFigures& job : run.jobs) {
    lines.push_back(
        {"job", fmt::format("{}: {} ranks on {} nodes{}, {} cycles = {}, from {} to {}", job.name, job.ranks, job.nodes,
                            job.by_flow ? ", by flow" : "", grouped_text(job.cycles()),
                            time(static_cast<double>(job.cycles())), time(static_cast<double>(job.start)),
                            time(static_cast<double>(job.finished)))});
    const auto slowdown = job.slowdown();
    lines.push_back({"", fmt::format("compute {}  wait {}  (mean per rank), {} messages, {}{}", time(job.compute),
                                     time(job.wait), grouped_text(job.messages), bytes_text(job.bytes),
                                     slowdown ? fmt::format(", {} times as long as alone ({} cycles)",
                                                            number_text(*slowdown), grouped_text(*job.alone))
                                              : "")});
  }
  if (std::any_of(run.jobs.begin(), run.jobs.end(), [](const auto& job) { return job.by_flow; })) {
    lines.push_back({"by flow", "jobs by flow load the links only: all other figures are of the jobs in cycles"});
  }
  if (const auto& background = run.totals.workload.background) {
    lines.push_back({"background", fmt::format("{} packets entered, {} delivered", grouped_text(background->entered),
                                               grouped_text(background->delivered))});
  }
  return lines;
}

}  // namespace fsin::report
