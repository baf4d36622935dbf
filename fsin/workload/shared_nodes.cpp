// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/shared_nodes.hpp"

#include <algorithm>
#include <numeric>

namespace fsin::workload {

TaskPlaces::TaskPlaces(std::span<const std::uint32_t> node_of_task, std::size_t nodes)
    : task_at(node_of_task.size()), place_of(node_of_task.size()), begin(nodes + 1) {
  for (const std::uint32_t node : node_of_task) ++begin[node + std::size_t{1}];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::uint32_t> free(begin.begin(), begin.end() - 1);
  for (std::uint32_t task = 0; task < node_of_task.size(); ++task) {
    const std::uint32_t place = free[node_of_task[task]]++;
    task_at[place] = task;
    place_of[task] = place;
  }
}

SharedNodes::SharedNodes(const TaskPlaces& places)
    : begin_(&places.begin),
      asked_(places.task_at.size()),
      asked_next_(places.task_at.size()),
      sending_(places.task_at.size()),
      roused_at_(places.begin.size()),
      due_(places.begin.size()) {}

void SharedNodes::plan(std::uint32_t place, std::uint32_t node, Cycle cycle, bool sends) {
  std::vector<Due>& due = due_[node];
  due.push_back({cycle, std::uint64_t{place} * 2 + (sends ? 0U : 1U)});
  std::push_heap(due.begin(), due.end());
}

void SharedNodes::pop(std::vector<Due>& due) {
  std::pop_heap(due.begin(), due.end());
  due.pop_back();
}

void SharedNodes::take_roused(std::uint32_t node) {
  for (std::uint32_t place = within(asked_next_.lowest((*begin_)[node]), node); place != none;
       place = within(asked_next_.lowest(place + 1), node)) {
    asked_next_.erase(place);
    asked_.insert(place);
  }
}

}  // namespace fsin::workload
