// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/npb/dt.hpp"

#include <fmt/core.h>

#include "trgen/programs/npb/dt_graph.hpp"
#include "trgen/programs/phased_program.hpp"

namespace trgen::programs::npb {
namespace {

class DtProgram final : public PhasedProgram {
 public:
  explicit DtProgram(const Settings& settings)
      : PhasedProgram(fmt::format("{}, graph {}", program_name(Dt::name, settings),
                                  graph_names[static_cast<std::size_t>(settings.graph)].name),
                      settings.ranks, 0),
        graph_(settings.graph, settings.size) {
    timeline_.add(start, settings.untimed(), 1);
    timeline_.add(flow, settings.iterations.value_or(1), 1);
    timeline_.add(end, settings.untimed(), 1);
  }

 private:
  enum Part : std::uint32_t { start, flow, end };

  void run(std::uint32_t rank, const Timeline::Place& place, MpiCalls& calls) const override {
    if (place.part == start) {
      calls.init();
    } else if (place.part == flow) {
      if (rank < graph_.tasks.size()) run_task(rank, calls);
      if (rank == 0) collect(calls);
    } else {
      calls.finalize();
    }
  }

  void run_task(std::uint32_t rank, MpiCalls& calls) const {
    const DtTask& task = graph_.tasks[rank];
    for (const std::uint32_t arc : task.in) {
      const std::uint32_t from = graph_.arcs[arc].from;
      calls.receive(from, 4, static_cast<std::int32_t>(arc));
      calls.receive(from, 8 * graph_.tasks[from].length, static_cast<std::int32_t>(arc));
    }
    for (const std::uint32_t arc : task.out) {
      calls.send(graph_.arcs[arc].to, 4, static_cast<std::int32_t>(arc));
      calls.send(graph_.arcs[arc].to, 8 * task.length, static_cast<std::int32_t>(arc));
    }
    if (task.is_sink) calls.send(0, 8, result_tag(rank));
  }

  void collect(MpiCalls& calls) const {
    for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
      if (graph_.tasks[task].is_sink) calls.receive(task, 8, result_tag(task));
    }
  }

  std::int32_t result_tag(std::uint32_t task) const { return static_cast<std::int32_t>(graph_.arcs.size() + task); }

  DtGraph graph_;
};

}  // namespace

std::string Dt::fault(const Settings& settings) {
  const std::uint32_t tasks = dt_tasks(settings.graph, of(sources, settings.size));
  if (settings.ranks < tasks) {
    return fmt::format("needs a rank for each of the {} tasks of graph {}", tasks,
                       graph_names[static_cast<std::size_t>(settings.graph)].name);
  }
  return "";
}

std::uint64_t Dt::bound(const Settings& /*settings*/) { return ~std::uint64_t{0}; }

std::shared_ptr<const Program> Dt::make(const Settings& settings) { return std::make_shared<DtProgram>(settings); }

}  // namespace trgen::programs::npb
