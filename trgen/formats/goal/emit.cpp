// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/goal/emit.hpp"

namespace trgen::formats::goal {

using record::Kind;
using record::Record;

void Unsaid::report(record::Losses& losses) const {
  losses.add("statements that need not have waited for the one before them", serialised);
  losses.add("receives from any rank or with any tag: the schedule does not say which message they take", any);
  losses.add("cpu and nic numbers", places);
}

void emit(const Graph& graph, std::uint32_t rank, Steps& steps, Unsaid& unsaid, io::Problems& problems) {
  const auto order = graph.order(problems);
  if (!order) return;
  unsaid.serialised += order->serialised;
  for (std::uint32_t number = 0; number < graph.size(); ++number)
    unsaid.places += (graph[number].cpu != 0 ? 1U : 0U) + (graph[number].nic != 0 ? 1U : 0U);
  for (const std::uint32_t number : order->numbers) {
    const Statement& each = graph[number];
    if (each.kind == Statement::Kind::calc) {
      steps.compute(rank, each.amount, {problems, each.line});
    } else if (each.any()) {
      ++unsaid.any;
      steps.enter(rank, "MPI_Recv", Record{.any_source = true, .line = each.line});
      steps.leave(rank, "MPI_Recv", each.line);
    } else {
      const bool sends = each.kind == Statement::Kind::send;
      steps.call(rank, sends ? "MPI_Isend" : "MPI_Recv",
                 Record{.kind = sends ? Kind::send : Kind::receive,
                        .peer = each.peer,
                        .tag = each.tag,
                        .bytes = each.amount,
                        .line = each.line});
    }
  }
}

}  // namespace trgen::formats::goal
