// SPDX-License-Identifier: Apache-2.0
// Tries the keys of an experiment: each value either changes the result, is refused, or is told to have no effect.
#pragma once

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/config/fields.hpp"
#include "tests/study/key_laboratory.hpp"

namespace keys_test {

/// Keys whose values count only in runs that these experiments are not, or that name something: each with the reason.
/// `beside`: only where this is in the name of the experiment or among the overrides.
struct Excuse {
  const char* key;
  const char* beside;
  const char* why;
};
inline constexpr Excuse excuses[]{
    {"name", "", "names the result"},
    {"description", "", "describes the result"},
    {"measure.watchdog", "", "a limit that a run without a deadlock never meets"},
    {"measure.max_cycles", "", "a limit that these runs do not meet"},
    {"measure.confidence", "", "of intervals over several runs"},
    {"measure.seeds", "", "each run is tried by itself"},
    {"measure.seed", "", "some runs draw nothing"},
    {"measure.until", "", "a rule of fsin sweep, which fsin run refuses"},
    {"network.faults.unreachable", "", "links that fail at random leave all nodes within reach"},
    {"workload.match", "", "counts where messages of different sizes have equal tags"},
    {"workload.collectives.library", "", "another library may choose the same algorithms"},
    {"network.router.queue", "network.model=", "counts in the indicators of a model where queues limit links"},
    {"network.router.bubble", "network.model=", "counts in the indicators of a model where queues limit links"},
    {"network.router.credit_delay", "network.model=", "counts in the indicators of a model where queues limit links"},
    {"network.router.flow_control", "network.model=", "counts in the indicators of a model where queues limit links"},
    {"network.router.virtual_channels",
     "network.model=", "counts in the indicators of a model where queues limit links"},
    {"network.preset", "", "may set what is there already"},
    {"network.model.weight_size", "", "counts between flows over ways of different lengths"},
    {"network.router.bubble", "preset=adaptive-3vc", "counts where packets enter the escape channel"},
    {"network.router.bubble_test", "", "counts where the queues of a ring are full"},
    {"network.router.arbiter", "loop=", "light load"},
    {"network.router.queue", "loop=", "light load"},
    {"network.router.injection_queue", "loop=", "light load"},
    {"network.routing.hash_seed", "full-mesh", "there is one shortest way between two switches"},
    {"network.router.injectors", "network.model=", "counts where several messages of a node leave at once"},
    {"network.router.consumption", "network.model=flow", "counts where several messages come to a node at once"},
    {"network.router.consumption", "network.model=ideal", "counts in the indicators of a model"},
    {"network.model.window", "", "counts where the latency of a flow limits its rate"},
    {"network.routing.order", "collective", "ranks exchange along one dimension at a time"},
    {"workload.mpi.started_send_costs", "program", "counts in sends that are started, and this program's block"},
    {"workload.mpi.buffered", "collective", "counts in blocking sends, and collectives start theirs"},
    {"network.variable_last_packet", "collective", "16 KiB over 16 ranks are full packets"},
    {"network.router.virtual_channels", "allreduce=ring", "one neighbour sends to each rank"},
    {"network.router.arbiter", "allreduce=ring", "one neighbour sends to each rank"},
    {"network.router.consumption", "allreduce=ring", "one neighbour sends to each rank"},
    {"network.packet", "network.model=", "sizes in bytes may make as many phits"},
};

inline bool is_below(const std::string& path, const std::string& top) {
  return path == top || path.starts_with(top + ".");
}

inline bool excused(const std::string& base, const std::string& path, const Words& overrides) {
  const std::string beside = fmt::format("{} {}", base, fmt::join(overrides, " "));
  return std::any_of(std::begin(excuses), std::end(excuses), [&](const Excuse& each) {
    return is_below(path, each.key) && beside.find(each.beside) != std::string::npos;
  });
}

/// Tries all keys that an experiment has and collects what is wrong.
class Trial {
 public:
  Trial(Laboratory& laboratory, std::string base, Words overrides)
      : laboratory_(laboratory), base_(std::move(base)), overrides_(std::move(overrides)) {}

  /// Keys at `below`, or at any path where that is empty.
  void run(const std::string& below = {}) {
    auto loaded = laboratory_.load(base_, overrides_);
    REQUIRE(loaded);
    usual_ = laboratory_.run(base_, overrides_);
    REQUIRE_MESSAGE(usual_.result, usual_.refused);
    walk(config::fields_of(loaded->experiment).list(), {}, below);
  }

  std::vector<std::string> silent, false_alarms, unprobed;

 private:
  void walk(const std::vector<config::Field>& fields, const std::string& above, const std::string& below) {
    for (const config::Field& field : fields) {
      const std::string path = config::join_path(above, field.key);
      if (field.is_part) continue;
      if (field.choice != nullptr) {
        const std::size_t chosen = field.choice->index(field.value);
        config::Fields inner;
        field.choice->entries()[chosen].fields(field.choice->select(field.value, chosen), inner);
        walk(inner.list(), path, below);
      } else if (field.type == nullptr) {
        walk(field.members, path, below);
      } else if (below.empty() || is_below(path, below)) {
        try_key(field, path);
      }
    }
  }

  void try_key(const config::Field& field, const std::string& path) {
    bool counts = false;
    Words without;  // values that changed nothing and were not told
    const std::string now = config::field_to_tree(field).text;
    const Words values = values_of(field, path);
    if (values.empty())
      unprobed.push_back(fmt::format("{}: {} has no value to be tried; other_values.hpp", base_, path));
    for (const std::string& value : values) {
      if (value == now) continue;
      Words words = overrides_;
      words.push_back(path + "=" + value);
      const Tried tried = laboratory_.run(base_, words);
      if (!tried.result) continue;
      const bool changes = tried.result != usual_.result;
      const bool told = tried.told.contains(path);
      counts = counts || changes;
      if (changes && told)
        false_alarms.push_back(fmt::format("{}: {}={} is told to have no effect", base_, path, value));
      if (!changes && !told) without.push_back(value);
      if (changes) break;
    }
    if (!counts && !without.empty() && !excused(base_, path, overrides_))
      silent.push_back(fmt::format("{} [{}]: {}={} does nothing and is not told", base_, fmt::join(overrides_, " "),
                                   path, fmt::join(without, "|")));
  }

  Laboratory& laboratory_;
  std::string base_;
  Words overrides_;
  Tried usual_;
};

inline void check(const Trial& trial) {
  for (const std::string& each : trial.silent) FAIL_CHECK(each);
  for (const std::string& each : trial.false_alarms) FAIL_CHECK(each);
  for (const std::string& each : trial.unprobed) FAIL_CHECK(each);
}

}  // namespace keys_test
