// SPDX-License-Identifier: Apache-2.0
// No key without effect. Every key that an experiment has is given other values, beside experiments of several kinds:
// each value either changes the result, is refused, or is told to have no effect (Prepared::unheeded), and none that is
// told changes anything.
//
// Keys and values come from the tables by which experiments are read, so that a new key of what these experiments have
// is tried without a line here. Only texts and lists need values in `written_values` (other_values.hpp).
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/config/scalar.hpp"
#include "fsin/experiment/read_experiment.hpp"
#include "fsin/result/kept_json.hpp"
#include "fsin/run/interrupt.hpp"
#include "fsin/run/single_run.hpp"
#include "fsin/sources/trace_pool.hpp"
#include "tests/scratch.hpp"
#include "tests/study/other_values.hpp"
#include "trgen/record/trace_error.hpp"

namespace keys_test {

using namespace fsin;

namespace {

constexpr double most_ports = 20'000;  ///< of a network that is tried: seven times the levels of a tree are millions

/// A run, or the reason why there is none.
struct Tried {
  std::optional<std::string> result;  ///< its figures and fingerprint
  std::set<std::string> told;
  std::string refused;
};

class Laboratory {
 public:
  Laboratory() {
    scratch_.file("synthetic.yaml",
                  "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3}}\n"
                  "workload: {type: synthetic, load: 1.5}\nmeasure: {warmup: 50, cycles: 400, max_cycles: 20000}\n");
    scratch_.file("program.yaml",
                  "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3}}\n"
                  "workload: {type: program, kernel: {type: all-to-all, ranks: 16, bytes: 500 B, iterations: 2, "
                  "compute: 2 us}}\nmeasure: {max_cycles: 200000}\n");
    scratch_.file("collective.yaml",
                  "fsin: 1\nnetwork: {topology: {type: torus, dims: [4, 4]}, router: {virtual_channels: 3}}\n"
                  "workload: {type: program, kernel: {type: collective, operation: allreduce, bytes: 16 KiB, "
                  "iterations: 2}}\nmeasure: {max_cycles: 200000}\n");
  }

  Tried run(const std::string& base, const Words& overrides) {
    Diagnostics diagnostics;
    Tried tried;
    try {
      auto loaded = experiment::load_experiment(scratch_.path() / (base + ".yaml"), overrides, diagnostics);
      std::optional<run::Prepared> prepared;
      if (loaded && topology::extent_of(loaded->experiment.network.topology).port_numbers() > most_ports) {
        tried.refused = "too large to be tried";
        return tried;
      }
      if (loaded) prepared = run::prepare(std::move(*loaded), false, diagnostics);
      if (prepared && diagnostics.ok()) run::build_network(*prepared, diagnostics);
      if (!prepared || !diagnostics.ok()) {
        tried.refused = diagnostics.text();
        return tried;
      }
      for (const result::Unheeded& each : prepared->unheeded) tried.told.insert(each.key);
      const run::RunOptions options;
      const result::RunResult result =
          run::run_once({*prepared, *prepared->topology, options}, prepared->experiment().measure.seed, interrupt_,
                        [](Cycle, double, std::uint64_t) {});
      auto json = result::kept_json(result::figures_of({}, result));
      json.erase("host");
      tried.result = json.dump();
    } catch (const trgen::record::TraceError& error) {
      tried.refused = error.what();
    }
    return tried;
  }

  std::optional<experiment::LoadedExperiment> load(const std::string& base, const Words& overrides) {
    Diagnostics ignored;
    return experiment::load_experiment(scratch_.path() / (base + ".yaml"), overrides, ignored);
  }

 private:
  test::Scratch scratch_;
  run::InterruptWatch interrupt_;
};

/// Keys whose values count only in runs that these experiments are not, or that name something: each with the reason.
/// `beside`: only where this is in the name of the experiment or among the overrides.
struct Excuse {
  const char* key;
  const char* beside;
  const char* why;
};
constexpr Excuse excuses[]{
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
    {"network.variable_last_packet", "collective", "16 KiB over 16 ranks are full packets"},
    {"network.router.virtual_channels", "allreduce=ring", "one neighbour sends to each rank"},
    {"network.router.arbiter", "allreduce=ring", "one neighbour sends to each rank"},
    {"network.router.consumption", "allreduce=ring", "one neighbour sends to each rank"},
    {"network.packet", "network.model=", "sizes in bytes may make as many phits"},
};

bool is_below(const std::string& path, const std::string& top) { return path == top || path.starts_with(top + "."); }

bool excused(const std::string& base, const std::string& path, const Words& overrides) {
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

  std::vector<std::string> silent, false_alarms;

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
    for (const std::string& value : values_of(field, path)) {
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

void check(const Trial& trial) {
  for (const std::string& each : trial.silent) FAIL_CHECK(each);
  for (const std::string& each : trial.false_alarms) FAIL_CHECK(each);
}

}  // namespace

TEST_CASE("every key of an experiment changes its result, is refused, or is told to have no effect") {
  Laboratory laboratory;
  struct Base {
    const char* file;
    Words overrides;
  };
  const std::vector<Base> bases{
      {"synthetic", {}},
      {"synthetic", {"virtual_channels=2", "flow_control=dateline"}},
      {"synthetic", {"preset=adaptive-3vc"}},
      {"synthetic", {"topology={type: full-mesh, switches: 4, terminals: 4}", "routing=shortest"}},
      {"synthetic", {"topology={type: fat-tree, k: 4, n: 2}", "routing=up-down"}},
      {"synthetic", {"network.model=ideal"}},
      {"synthetic", {"loop={type: window, window: 2}", "load=0.1"}},
      {"synthetic", {"loop={type: shots, messages: 3}", "load=0.1", "measure={max_cycles: 20000}"}},
      {"program", {}},
      {"program", {"workload.order=asap"}},
      {"program", {"network.model=ideal"}},
      {"program", {"network.model=loggp"}},
      {"program", {"network.model=loggps"}},
      {"program", {"network.model=flow"}},
      {"program", {"workload.placement={type: consecutive, per_node: 2}"}},
      {"collective", {}},
      {"collective", {"collectives.allreduce=ring"}},
  };
  for (const Base& base : bases) {
    Trial trial(laboratory, base.file, base.overrides);
    trial.run();
    check(trial);
  }
}

}  // namespace keys_test
