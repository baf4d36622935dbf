// SPDX-License-Identifier: Apache-2.0
// Tracks the MPI function that each task of a Dimemas trace is in.
//
// MPI functions begin and end with events, but a record may also stand outside any function, or (as Extrae writes it)
// directly before the event that begins its function. Such a record enters the function, which ends at once unless the
// event that begins it comes next.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/formats/common/steps.hpp"

namespace trgen::formats::dim {

class Calls {
 public:
  explicit Calls(Steps& steps) : steps_(steps) {}

  void begin(std::uint32_t task, std::uint64_t type, std::string_view function, std::uint64_t line);
  /// Ends a function. False when no function of this type has begun.
  bool end(std::uint32_t task, std::uint64_t type, std::uint64_t line);
  /// Adds a message in the function that the task is in; outside any, in `function`.
  void message(std::uint32_t task, std::string_view function, const record::Record& message);
  /// Adds a call without a message.
  void call(std::uint32_t task, std::string_view function, std::uint64_t line);
  /// Adds a collective, with its facts in `facts`.
  void collective(std::uint32_t task, std::string_view function, const record::Record& facts);
  /// The task computes. False when it is inside an MPI function.
  bool compute(std::uint32_t task, std::uint64_t line);
  /// Call it at the end. Returns the number of functions that did not end.
  std::uint64_t finish();

 private:
  struct Open {
    std::uint64_t type = 0;
    std::string function;
  };
  struct Task {
    std::vector<Open> open;
    bool held = false;       ///< the innermost function is not entered yet, since the facts of a collective may follow
    std::uint64_t line = 0;  ///< line of the event that is held
    std::string alone;       ///< function of a record outside of any function, entered and not ended; empty for none
  };

  static constexpr std::size_t deepest = 64;

  Task& task(std::uint32_t number) { return tasks_[number]; }
  void release(std::uint32_t number, Task& task);
  void leave_alone(std::uint32_t number, Task& task, std::uint64_t line);
  void forget(std::uint32_t number, const Task& task);

  Steps& steps_;
  std::map<std::uint32_t, Task> tasks_;  ///< the tasks that are in a function
};

}  // namespace trgen::formats::dim
