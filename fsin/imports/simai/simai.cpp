// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/simai/simai.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/imports/common/read_text.hpp"
#include "fsin/imports/common/settings.hpp"
#include "fsin/imports/common/words.hpp"
#include "fsin/imports/ns3/ns3.hpp"
#include "fsin/imports/simai/steps.hpp"

namespace fsin::imports {
namespace {

using simai::Step;
using simai::Workload;

constexpr std::uint64_t longest_trace = std::uint64_t{48} << 20U;
/// A script is a configuration: at most 1 MiB, and a line has some 60 bytes.
constexpr std::size_t most_steps_of_script = 15'000;

/// A fat tree without oversubscription, where the user names no topology.
void usual_network(const Workload& workload, const Mark& mark, Draft& draft) {
  const std::uint64_t ranks = workload.ranks;
  const std::string from = fmt::format("for {}: the workload says nothing of the network", counted(ranks, "rank"));
  if (ranks <= 1024) {
    draft.set("network.topology",
              fmt::format("{{type: leaf-spine, leaves: {}, spines: 8, terminals: 8}}",
                          std::max<std::uint64_t>((ranks + 7) / 8, 2)),
              from);
  } else {
    const std::uint64_t pods = (ranks + 1023) / 1024;
    draft.set("network.topology", fmt::format("{{type: xgft, m: [32, 32, {}], w: [1, 32, 32]}}", pods), from);
  }
  draft.set("network.routing", "{type: shortest, choice: flow}", "a hash of the flow among shortest paths (ECMP)");
  draft.set("network.link.bandwidth", "400 Gb/s");
  draft.set("network.link.delay", "500 ns");
  draft.set("network.router.virtual_channels", "1");
  draft.set("network.router.queue", "64 packets");
  draft.set("network.packet", "4096 B");
  draft.set("network.phit", "256 B", "what a link moves in a cycle");
  draft.leave_out(mark,
                  "the workload says nothing of the network: a fat tree of 400 Gb/s stands in for it, and topo=FILE "
                  "behind the file takes a topology list of ns-3, such as SimAI runs on");
}

/// The algorithms of the collectives that there are.
void set_collectives(const std::vector<Step>& steps, Draft& draft) {
  const auto used = [&](simai::Collective kind) {
    return std::any_of(steps.begin(), steps.end(), [&](const Step& each) { return each.collective == kind; });
  };
  std::string list;
  for (const auto& [kind, name] : {std::pair(simai::Collective::allreduce, "allreduce: ring"),
                                   std::pair(simai::Collective::allgather, "allgather: ring"),
                                   std::pair(simai::Collective::reduce_scatter, "reduce_scatter_block: ring"),
                                   std::pair(simai::Collective::alltoall, "alltoall: pairwise")}) {
    if (used(kind)) list += fmt::format("{}{}", list.empty() ? "" : ", ", name);
  }
  if (!list.empty()) draft.set("workload.collectives", "{" + list + "}", "rings of NCCL");
}

void take_topology(const std::string& name, const Settings& settings, Result& to, Diagnostics& diagnostics) {
  Source list{name, {}, {}};
  const auto text = read_text(InputPath(list.path), settings.mark("topo"), diagnostics);
  if (!text) return;
  list.text = *text;
  to.read.push_back(list.path);
  write_ns3_network(list, to, diagnostics);
}

}  // namespace

bool Simai::sniff(std::string_view text) {
  std::string_view line;
  if (!next_line(text, line)) return false;
  const std::vector<Word> head = words_of(line);
  if (head.empty() || !next_line(text, line)) return false;
  const std::string_view policy = head[0].text;
  const bool known = policy.starts_with("HYBRID_") || policy == "MICRO" || policy == "DATA" || policy == "MODEL" ||
                     policy == "DISTRIBUTED_INFERENCE";
  const std::vector<Word> count = words_of(line);
  return known && count.size() == 1 && parse_natural(count[0].text).has_value();
}

void Simai::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  Settings settings(source.mark());
  add_overrides(source, settings);
  const std::string topology = settings.text("topo", "");
  const std::uint64_t ranks = settings.natural("ranks", 0, 2, std::uint64_t{1} << 20U, diagnostics);
  const std::uint64_t passes = settings.natural("passes", 1, 1, 1000, diagnostics);
  for (const Setting* each : settings.unread())
    diagnostics.error(each->mark, "a workload of SimAI has the settings topo=FILE, ranks=N and passes=N");
  if (!diagnostics.ok()) return;
  const Workload workload = simai::read_workload(source, ranks, to.draft, diagnostics);
  if (!diagnostics.ok()) return;
  const std::vector<Step> steps = simai::steps_of(workload, passes, to.draft, diagnostics);
  if (!diagnostics.ok()) return;
  if (steps.empty()) return diagnostics.input_error(source.mark(), "no layer computes or sends anything");
  if (topology.empty()) {
    usual_network(workload, source.mark(), to.draft);
  } else {
    take_topology(topology, settings, to, diagnostics);
  }
  if (!diagnostics.ok()) return;

  const std::string from = fmt::format("{} on {}: tensor {}, pipeline {}, data {}, expert {}",
                                       counted(workload.layers.size(), "layer"), counted(workload.ranks, "rank"),
                                       workload.tensor, workload.pipeline, workload.data(), workload.expert);
  to.draft.set("network.model", "flow", "gigabytes a layer: rates of flows, and not packets");
  to.draft.set("workload.type", "program");
  if (simai::length_of_program(workload, steps) <= longest_trace) {
    to.companions.push_back({".ti", simai::program_text(workload, steps)});
    to.draft.set("workload.kernel", fmt::format("{{type: time-independent, file: {}}}", companion_name(".ti")), from);
  } else {
    if (steps.size() > most_steps_of_script)
      return diagnostics.input_error(
          source.mark(), fmt::format("{} of {} are more than a program can have: take fewer layers, passes or ranks",
                                     counted(steps.size(), "step"), counted(workload.ranks, "rank")));
    to.companions.push_back({".program.yaml", simai::script_text(workload, steps, source.path.filename().string())});
    to.draft.set("workload.kernel", fmt::format("{{type: script, file: {}}}", companion_name(".program.yaml")), from);
    to.draft.leave_out(source.mark(),
                       "gradients that are sent while the ranks compute: a trace of so many ranks would be "
                       "long, and in a script each collective ends before the rank goes on");
  }
  set_collectives(steps, to.draft);
  to.draft.leave_out(source.mark(),
                     "SimAI chooses NCCL's rings, trees or NVLS, and channels, by size and machine: here all "
                     "are single rings in the order of ranks");
}

}  // namespace fsin::imports
