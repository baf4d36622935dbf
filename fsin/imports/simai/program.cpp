// SPDX-License-Identifier: Apache-2.0
// The texts of a program. In a trace each group of ranks is a communicator of its own; a script says by a formula which
// ranks belong together.
#include <fmt/format.h>

#include <array>
#include <iterator>
#include <limits>
#include <vector>

#include "fsin/core/text.hpp"
#include "fsin/imports/simai/steps.hpp"

namespace fsin::imports::simai {
namespace {

constexpr std::array groups{Group::tensor, Group::data, Group::expert, Group::data_of_expert};
constexpr std::array<std::string_view, group_count> names_of_groups{"tensor", "data", "expert", "data_of_expert",
                                                                    "all"};
constexpr int bytes_as_type = 6;  ///< MPI_BYTE, in the numbers of SMPI

bool is_used(const std::vector<Step>& steps, Group group) {
  for (const Step& each : steps) {
    if (each.kind == Step::Kind::collective && each.group == group) return true;
  }
  return false;
}

/// Bytes of a block, of a buffer that is divided among the ranks of a group.
std::uint64_t block(const Workload& workload, const Step& step) {
  const std::uint64_t size = workload.size(step.group);
  return (step.bytes + size - 1) / size;
}

/// What stands behind the rank in a line of the trace.
std::string line_of(const Workload& workload, const Step& step, std::size_t request) {
  if (step.kind == Step::Kind::compute) return fmt::format(" compute {}", step.ns);
  std::string made = step.proceeds ? " i" : " ";
  const std::uint64_t part = block(workload, step);
  switch (step.collective) {
    case Collective::none:
      break;
    case Collective::allreduce:
      made += fmt::format("allreduce {} 0 {}", step.bytes, bytes_as_type);
      break;
    case Collective::allgather:
      made += fmt::format("allgather {0} {0} {1} {1}", part, bytes_as_type);
      break;
    case Collective::alltoall:
      made += fmt::format("alltoall {0} {0} {1} {1}", part, bytes_as_type);
      break;
    case Collective::reduce_scatter:
      made += "reducescatter";
      for (std::uint64_t i = 0; i < workload.size(step.group); ++i) made += fmt::format(" {}", part);
      made += fmt::format(" 0 {} block=1", bytes_as_type);
      break;
  }
  if (step.group != Group::all) made += fmt::format(" comm={}", 1 + static_cast<unsigned>(step.group));
  if (step.proceeds) made += fmt::format(" req={}", request);
  return made;
}

}  // namespace

std::uint64_t length_of_program(const Workload& workload, const std::vector<Step>& steps) {
  std::uint64_t length = 0;  // of a rank: below 2^48
  for (const Step& each : steps)
    length += 40 + (each.collective == Collective::reduce_scatter ? 10 * workload.size(each.group) : 0);
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  return length > most / workload.ranks ? most : length * workload.ranks;
}

std::string program_text(const Workload& workload, const std::vector<Step>& steps) {
  std::string text = fmt::format("#clock ns\n#ranks {}\n", workload.ranks);
  for (const Group group : groups) {
    if (!is_used(steps, group)) continue;
    std::vector<std::string> members;
    for (std::uint64_t rank = 0; rank < workload.ranks; ++rank) {
      const std::uint64_t color = workload.color(group, rank);
      if (color >= members.size()) members.resize(color + 1);
      fmt::format_to(std::back_inserter(members[color]), "{}{}", members[color].empty() ? "" : ",", rank);
    }
    for (const std::string& each : members)
      text += fmt::format("#comm {} {}\n", 1 + static_cast<unsigned>(group), each);
  }
  std::vector<std::string> lines;
  std::vector<std::size_t> started;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].kind == Step::Kind::wait) {
      std::string list;
      for (const std::size_t each : started) list += fmt::format("{}{}", list.empty() ? "" : ",", each);
      lines.push_back(fmt::format(" waitall {} req={}", started.size(), list));
      started.clear();
      continue;
    }
    if (steps[i].proceeds) started.push_back(started.size());
    lines.push_back(line_of(workload, steps[i], started.empty() ? 0 : started.back()));
  }
  for (std::uint64_t rank = 0; rank < workload.ranks; ++rank) {
    for (const std::string& each : lines) fmt::format_to(std::back_inserter(text), "{}{}\n", rank, each);
  }
  return text;
}

std::string script_text(const Workload& workload, const std::vector<Step>& steps, const std::string& title) {
  const std::uint64_t model = workload.tensor * workload.pipeline;
  const std::string replica = fmt::format("rank / {}", model), place = fmt::format("rank % {}", model);
  const std::array<std::string, group_count> colors{
      fmt::format("rank / {}", workload.tensor), place,
      fmt::format("({}) / {} * {} + {}", replica, workload.expert, model, place),
      fmt::format("({}) % {} * {} + {}", replica, workload.expert, model, place), ""};
  std::string text = fmt::format("program: 1\ntitle: {}\nranks: {}\n", in_quotes(title, 200), workload.ranks);
  std::string used;
  for (const Group group : groups) {
    const auto at = static_cast<std::size_t>(group);
    if (is_used(steps, group)) used += fmt::format("  {}: {{color: {}}}\n", names_of_groups[at], colors[at]);
  }
  if (!used.empty()) text += "communicators:\n" + used;
  text += "do:\n";
  for (const Step& each : steps) {
    if (each.kind == Step::Kind::compute) {
      text += fmt::format("  - compute: {} ns\n", each.ns);
    } else if (each.kind == Step::Kind::collective) {
      constexpr std::array<std::string_view, 5> words{"", "allreduce", "allgather", "reduce_scatter_block", "alltoall"};
      const bool whole = each.collective == Collective::allreduce;
      const std::string in =
          each.group == Group::all
              ? ""
              : fmt::format(", communicator: {}", names_of_groups[static_cast<std::size_t>(each.group)]);
      text += fmt::format("  - {}: {{bytes: {}{}}}\n", words[static_cast<std::size_t>(each.collective)],
                          whole ? each.bytes : block(workload, each), in);
    }
  }
  return text;
}

}  // namespace fsin::imports::simai
