// SPDX-License-Identifier: Apache-2.0
// Which MPI function each task of a Dimemas trace is in.
//
// MPI functions begin and end with events, but a record may also stand outside of any, or right before the event that
// begins its function (as Extrae writes them): then the record enters the function, which is left at once unless the
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
  /// False: no function of this type has begun.
  bool end(std::uint32_t task, std::uint64_t type, std::uint64_t line);
  /// A message, in the function that the task is in, or else in `function`.
  void message(std::uint32_t task, std::string_view function, const record::Record& message);
  /// A call without a message.
  void call(std::uint32_t task, std::string_view function, std::uint64_t line);
  /// A collective with its facts in `facts`.
  void collective(std::uint32_t task, std::string_view function, const record::Record& facts);
  /// The task computes. False: it is in an MPI function.
  bool compute(std::uint32_t task, std::uint64_t line);
  /// All is read. Returns how many functions were not left.
  std::uint64_t finish();

 private:
  struct Open {
    std::uint64_t type = 0;
    std::string function;
  };
  struct Task {
    std::vector<Open> open;
    bool held = false;       ///< the innermost function is not entered yet: the facts of a collective may follow
    std::uint64_t line = 0;  ///< of the event that is held
    std::string alone;       ///< function of a record outside of any, entered and not left; empty for none
  };

  static constexpr std::size_t deepest = 64;

  Task& task(std::uint32_t number) { return tasks_[number]; }
  void release(std::uint32_t number, Task& task);
  void leave_alone(std::uint32_t number, Task& task, std::uint64_t line);
  void forget(std::uint32_t number, const Task& task);

  Steps& steps_;
  std::map<std::uint32_t, Task> tasks_;  ///< those that are in a function
};

}  // namespace trgen::formats::dim
