// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dim/calls.hpp"

#include <algorithm>

namespace trgen::formats::dim {

using record::Record;

void Calls::release(std::uint32_t number, Task& task) {
  if (!task.held) return;
  task.held = false;
  steps_.enter(number, task.open.back().function, task.line);
}

void Calls::leave_alone(std::uint32_t number, Task& task, std::uint64_t line) {
  if (task.alone.empty()) return;
  steps_.leave(number, task.alone, line);
  task.alone.clear();
}

void Calls::forget(std::uint32_t number, const Task& task) {
  if (task.open.empty() && task.alone.empty()) tasks_.erase(number);
}

void Calls::begin(std::uint32_t number, std::uint64_t type, std::string_view function, std::uint64_t line) {
  Task& at = task(number);
  release(number, at);
  if (at.alone == function) {
    at.alone.clear();
    at.open.push_back({type, std::string(function)});
    return;
  }
  leave_alone(number, at, line);
  if (at.open.size() == deepest) at.open.clear();  // the ends of so many are missing
  at.open.push_back({type, std::string(function)});
  at.held = true;
  at.line = line;
}

bool Calls::end(std::uint32_t number, std::uint64_t type, std::uint64_t line) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return false;
  Task& at = found->second;
  leave_alone(number, at, line);
  release(number, at);
  const auto open = std::find_if(at.open.rbegin(), at.open.rend(), [&](const Open& each) { return each.type == type; });
  const bool known = open != at.open.rend();
  if (known) {
    steps_.leave(number, open->function, line);
    at.open.erase(std::next(open).base());
  }
  forget(number, at);
  return known;
}

void Calls::message(std::uint32_t number, std::string_view function, const Record& message) {
  Task& at = task(number);
  release(number, at);
  leave_alone(number, at, message.line);
  if (at.open.empty()) {
    steps_.enter(number, function, message.line);
    at.alone = function;
  }
  steps_.message(number, message);
}

void Calls::call(std::uint32_t number, std::string_view function, std::uint64_t line) {
  Task& at = task(number);
  release(number, at);
  leave_alone(number, at, line);
  if (!at.open.empty()) return;
  steps_.enter(number, function, line);
  at.alone = function;
}

void Calls::collective(std::uint32_t number, std::string_view function, const Record& facts) {
  Task& at = task(number);
  if (at.held) {
    at.held = false;
    steps_.enter(number, at.open.back().function, facts);
    return;
  }
  leave_alone(number, at, facts.line);
  steps_.enter(number, function, facts);
  at.alone = function;
}

bool Calls::compute(std::uint32_t number, std::uint64_t line) {
  const auto found = tasks_.find(number);
  if (found == tasks_.end()) return true;
  Task& at = found->second;
  leave_alone(number, at, line);
  release(number, at);
  const bool outside = at.open.empty();
  forget(number, at);
  return outside;
}

std::uint64_t Calls::finish() {
  std::uint64_t not_left = 0;
  for (auto& [number, at] : tasks_) {
    leave_alone(number, at, 0);
    release(number, at);
    not_left += at.open.size();
  }
  tasks_.clear();
  return not_left;
}

}  // namespace trgen::formats::dim
