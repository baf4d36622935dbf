// SPDX-License-Identifier: Apache-2.0
// `workload: {type: jobs, jobs: [{name: cg, workload: {...}}, ...], background: {load: 0.1}}`: several programs and
// traces that share a network, each on nodes of its own, and load that fills the rest of it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/config/catalogue.hpp"
#include "fsin/config/named.hpp"
#include "fsin/config/yaml_text.hpp"
#include "fsin/core/delay.hpp"
#include "trgen/replay/program_params.hpp"
#include "trgen/replay/trace_params.hpp"
#include "trgen/synth/synthetic.hpp"

namespace trgen::jobs {

using JobWorkloads = fsin::config::Catalogue<replay::ProgramParams, replay::TraceParams>;

/// How what a job sends is simulated.
enum class JobModel : std::uint8_t { network, flow };

inline constexpr std::array job_model_names{
    fsin::config::Named{JobModel::network, "network", "as network.model says"},
    fsin::config::Named{JobModel::flow, "flow",
                        "as flows, beforehand; what they load the links with takes links from the packets of the "
                        "others, which network.model: routers simulates in cycles"}};

/// One entry of `jobs`.
struct JobEntry {
  std::string name;
  std::uint32_t copies = 1;
  fsin::Delay start;
  JobModel model = JobModel::network;
  JobWorkloads::variant workload;

  template <class F>
  void fields(F& f) {
    f("name", name, "name of the job in results (default: job 1, job 2, ...)");
    f("copies", copies, "instances of the job, each on nodes of its own").range(1, 4096);
    f("start", start, "time of the run at which the job begins, or a cycle");
    f("model", model, "how what the job sends is simulated").names(job_model_names);
    f.choice("workload", workload, JobWorkloads{}, "what the job runs: a program or a trace");
  }
};

/// Nodes that send background load.
enum class BackgroundNodes : std::uint8_t { idle, all };

inline constexpr std::array background_nodes_names{
    fsin::config::Named{BackgroundNodes::idle, "idle", "nodes on which no rank runs"},
    fsin::config::Named{BackgroundNodes::all, "all",
                        "all nodes; where a rank runs, it and the background send a packet each by turns"}};

struct BackgroundEntry : synth::SyntheticParams {
  BackgroundNodes nodes = BackgroundNodes::idle;
  JobModel model = JobModel::network;

  template <class F>
  void fields(F& f) {
    f("model", model, "how the load is simulated; by flow, it takes from each link what it needs on average")
        .names(job_model_names);
    f("nodes", nodes, "nodes that send").names(background_nodes_names);
    SyntheticParams::fields(f);
  }
};

struct JobsParams {
  static constexpr std::string_view name = "jobs";
  static constexpr std::string_view doc = "several programs and traces that share the network, and background load";
  static constexpr std::string_view cite = "";

  std::vector<fsin::config::YamlText> jobs;
  std::optional<fsin::config::YamlText> background;
  bool slowdown = false;

  template <class F>
  void fields(F& f) {
    f("jobs", jobs,
      "a list of {name, copies, start, model, workload}, where workload is a program or a trace as it stands in an "
      "experiment "
      "of its own; jobs are placed in this order, on nodes that none before them has taken")
        .size(1, 4096)
        .required();
    f("background", background,
      "{nodes, model, load, pattern, ...}: synthetic load as in an experiment of its own, sent by idle nodes, or by "
      "all, "
      "until "
      "the last job has ended (default: none)");
    f("slowdown", slowdown,
      "true: each job is simulated alone too, on the same nodes, and its slowdown by the others is reported");
  }
};

}  // namespace trgen::jobs
