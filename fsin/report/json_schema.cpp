// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "fsin/report/check_json.hpp"
#include "fsin/report/load_schema.hpp"
#include "fsin/report/message_schema.hpp"
#include "fsin/report/profile_schema.hpp"
#include "fsin/report/schema_words.hpp"
#include "fsin/stats/formulas.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report {
namespace {

using namespace schema;

Json outcome_names() { return {"finished", "deadlock", "saturated", "cycle_limit", "interrupted", "unreachable"}; }

/// Every figure at its place: "latency.mean" is the member mean of latency. `of` is given the metric.
template <class Of>
void add_figures(Json& schema, Of of) {
  for (const stats::Metric& metric : stats::metrics()) {
    Json* place = &schema;
    for (std::string_view rest = metric.name;;) {
      const std::size_t dot = rest.find('.');
      const std::string part(rest.substr(0, dot));
      Json& required = (*place)["required"];
      if (std::find(required.begin(), required.end(), part) == required.end()) required.push_back(part);
      if (dot == std::string_view::npos) {
        (*place)["properties"][part] = of(metric);
        break;
      }
      if (!(*place)["properties"].contains(part)) (*place)["properties"][part] = object({});
      place = &(*place)["properties"][part];
      rest.remove_prefix(dot + 1);
    }
  }
}

Json figure_schema(const stats::Metric& metric) {
  const std::string unit = metric.unit.empty() ? "" : fmt::format(" [{}]", metric.unit);
  Json schema = number_or_null(fmt::format("{}{}", metric.meaning, unit));
  const stats::Formula formula = stats::formula_of(metric.name);
  schema["from"] = formula.log_name();
  schema["formula"] = formula.text;
  return schema;
}

Json host() {
  return object(
      {{"wall_s", number("real time of the simulation [s]")},
       {"cpu_s", number("CPU time of the simulation [s]")},
       {"packet_hops", count("links crossed by packets in the whole run")},
       {"packet_hops_per_s",
        number_or_null("packet-hops per second of CPU time; null when that time was too short to be measured")},
       {"peak_rss_bytes", count("peak memory of the process up to the end of the run")},
       {"threads", count("threads of one run")}});
}

Json probes() {
  return list_of(object({{"load", number("phits/node/cycle")},
                         {"accepted", number("phits/node/cycle")},
                         {"latency", number("mean latency from generation [cycles]")},
                         {"cycles", count("length of the window in which this load was judged")},
                         {"saturated", truth("whether the network did not carry this load")},
                         {"slow", truth("whether the latency was more than three times that of a single packet")}}),
                 "find: saturation only: the loads that were tried, in this order");
}

Json model_checks() {
  return list_of(object({{"name", text("name of the indicator (docs/model/message-models.md)")},
                         {"value", number("value of the indicator in this run")},
                         {"limit", number("the value above which it warns")},
                         {"warns", truth("whether the estimate is apt to be more than 30% off for it")},
                         {"text", text("the indicator in a sentence")}}),
                 "of a model without routers: how far its estimate can be trusted");
}

Json unheeded() {
  return list_of(object({{"key", text("whole path of the key")},
                         {"why", text("why it has no effect, or where another value took its place: with the key "
                                      "before it, a sentence")}}),
                 "values that the experiment gives and the run did not follow, wholly or in part");
}

Json jobs() {
  return list_of(
      object({{"name", text("name of the job")},
              {"by_flow", {{"type", "boolean"}, {"description", "it was simulated as flows, beside jobs in cycles"}}},
              {"ranks", count("ranks of the job")},
              {"nodes", count("nodes on which they run")},
              {"start_cycle", count("last cycle before the job began")},
              {"end_cycle", count("cycle after the last one of its ranks, in which its end is noticed; of the run, "
                                  "where that ended before")},
              {"cycles", count("end_cycle - start_cycle, as a run of the job by itself counts them")},
              {"seconds", number("the cycles of the job in seconds of the simulated machine")},
              {"compute_cycles", number("mean over its ranks: cycles in CPU bursts")},
              {"wait_cycles", number("mean over its ranks: cycles of waiting for messages and for room")},
              {"messages", count("messages that its ranks have sent to others")},
              {"bytes", count("bytes of these messages")},
              {"alone_cycles", number_or_null("cycles that it takes with the network to itself, if "
                                              "workload.slowdown asked for that")},
              {"slowdown", number_or_null("cycles divided by alone_cycles")}}),
      "workload jobs only: each job, in the order in which they were placed");
}

/// Of measure.sample.
Json sampling() {
  return object(
      {{"rounds", count("rounds of the program's main loop")},
       {"simulated", count("rounds that were simulated, the first ones and the last; all other figures are of these")},
       {"settled", truth("false where the program was simulated whole, for its rounds did not settle")},
       {"period", count("rounds after which the times of rounds repeat; 0: they do not")},
       {"round_cycles", number("cycles of a round, the mean; 0 where all rounds were simulated")},
       {"round_half_width", number("half width of the interval of round_cycles")},
       {"cycles", number("cycles of the whole program: simulated, and extrapolated for the other rounds")},
       {"half_width", number("half width of the interval of cycles")},
       {"seconds", number("cycles of the whole program in seconds of the simulated machine")},
       {"confidence", number("confidence level of both intervals")}});
}

/// What a run says of itself beside its figures.
std::vector<Member> members_of_run() {
  return {
      {"outcome", either(outcome_names(), "how the run ended")},
      {"partial", truth("true for an interrupted run, whose figures cover only the part that was simulated")},
      {"load_verdict",
       object({{"answer",
                either({"carried", "too much", "not judged"}, "whether the network carries the load that is offered")},
               {"reason", text("why it was not judged; the node whose queue shows that it is too much, or empty where "
                               "all together do; empty where the load is carried")}})},
      {"probes", probes(), false},
      {"message_times", message_times(), false},
      {"model_checks", model_checks(), false},
      {"jobs", jobs(), false},
      {"sampling", sampling(), false},
      {"workload", workload_schema()},
      {"unheeded", unheeded()},
      {"host", host()},
      {"fingerprint", matching("^[0-9a-f]{16}$", "hash of all deliveries: equal runs have equal fingerprints")},
      {"diagnosis", list_of({{"type", "string"}},
                            "for a deadlock, or packets that can never arrive: one line for each header or rank that "
                            "waits, with what it waits for")},
      {"failure", text("why the workload could not go on"), false},
      {"engine", either({"event", "reference"}, "the engine that simulated")},
      {"rng", either({"philox", "original"}, "generator of random numbers")},
      {"version", text("version of the program, with the commit from which it was built")},
      {"program", matching("^[0-9a-f]{32}$", "digest of the simulating code, compiler and flags")}};
}

std::vector<Member> members_of_experiment() {
  std::vector<Member> members = members_of_run();
  members.insert(members.begin(), {"name", text("name of the experiment")});
  members.push_back({"seed", count("seed of the run; of several runs that of the first")});
  members.push_back({"inputs", inputs_schema()});
  members.push_back({"config", of_type("object", "the resolved experiment, every key (docs/reference.md)")});
  members.push_back({"profile", profile_schema(), false});
  return members;
}

Json with_figures(Json schema) {
  add_figures(schema, figure_schema);
  return schema;
}

Json estimate() {
  return object(
      {{"mean", number_or_null("mean over the runs that have the figure")},
       {"stddev", number_or_null("sample standard deviation")},
       {"half_width", number_or_null("half width of the interval at `confidence`; null for fewer than two runs")},
       {"n", count("runs that have the figure")}});
}

Json run_schema() {
  std::vector<Member> members = members_of_experiment();
  Json outcomes = of_type("object", "number of runs by outcome");
  outcomes["propertyNames"] = {{"enum", outcome_names()}};
  outcomes["additionalProperties"] = count("runs");
  Json summary = object({});
  add_figures(summary, [](const stats::Metric&) { return reference("estimate"); });
  members.push_back({"confidence", number("confidence level of the intervals in `summary`, 0 to 1")});
  members.push_back({"runs_wanted", count("runs asked for; fewer are in `runs` after an interruption")});
  members.push_back({"noise",
                     object({{"equal", truth("whether all runs are equal, to the cycle")},
                             {"cycles", list_of(count("cycles"),
                                                "of the shortest run and of the longest; see `summary` for means")}}),
                     false});
  members.push_back({"outcomes", outcomes});
  members.push_back({"summary", summary});
  members.push_back({"runs", list_of(reference("run"), "each run by itself, in order of seed")});
  Json schema = head("The result of fsin run --json: all runs together, in the shape of one");
  schema.update(with_figures(object(members)));
  schema["$defs"] = {{"run", with_figures(object(members_of_experiment()))}, {"estimate", estimate()}};
  return schema;
}

Json sweep_run_schema() {
  std::vector<Member> members{{"point", count("number of the point in sweep.json, from 0")},
                              {"name", text("name of the point")},
                              {"axes", of_type("object", "label of the point on each axis")},
                              {"seed", count("seed of the run")},
                              {"key", matching("^[0-9a-f]{32}$", "digest of what decides the result")}};
  const std::vector<Member> of_run = members_of_run();
  members.insert(members.end(), of_run.begin(), of_run.end());
  Json bucket = list_of({{"type", "integer"}}, "smallest and largest latency of the bucket [cycles], packets");
  bucket["minItems"] = bucket["maxItems"] = 3;
  members.push_back({"histogram", list_of(bucket, "latency of the packets of the window")});
  Json schema = head("A line of runs.jsonl in the folder of fsin sweep");
  schema.update(with_figures(object(members)));
  schema["properties"]["axes"]["additionalProperties"] = {{"type", "string"}};
  return schema;
}

Json comparison_schema() {
  const Json mean = object({{"n", count("number of runs")},
                            {"mean", number("mean over the runs")},
                            {"stddev", number("sample standard deviation")}});
  const Json interval = object({{"value", number_or_null("the difference or ratio")},
                                {"half_width", number_or_null("half width of the interval; null without one")}});
  const Json folder =
      object({{"folder", text("name of the folder")},
              {"version", text("version of the program that made the results")},
              {"program", of_type({"string", "null"}, "digest of the simulating code; null: not known")},
              {"engine", text("engine that simulated")},
              {"complete", truth("whether no run is missing")},
              {"first_seed", count("first seed of every point")},
              {"seeds", count("maximum number of runs per point")},
              {"traces", of_type({"object", "null"}, "digests of the traces by file name")},
              {"runs", count("number of runs in the folder")},
              {"only_here", list_of({{"type", "string"}}, "points that the other folder does not have")}});
  Json ratio = interval;
  ratio["type"] = {"object", "null"};
  const Json compared =
      object({{"unit", text("unit of the figure; empty for a pure number")},
              {"a", mean},
              {"b", mean},
              {"difference", interval},
              {"ratio", ratio},
              {"test", either({"none", "paired t", "Welch's t"}, "how the two sides were compared")},
              {"p", number_or_null("p-value of this test alone")},
              {"p_adjusted", number_or_null("p-value after Holm's correction")},
              {"significant", truth("whether the difference is significant at `confidence`, all tests taken together")},
              {"identical", truth("whether every run has the same value on both sides")}});
  Json figures = of_type("object", "compared figures by name");
  figures["additionalProperties"] = compared;
  const Json outcomes = object({{"a", text("outcome of the runs of A")}, {"b", text("outcome of the runs of B")}});
  const Json point = object({{"name", text("of the point")},
                             {"a", count("number of the point in A")},
                             {"b", count("number of the point in B")},
                             {"outcome", outcomes},
                             {"same_configuration", truth("whether every key of the configuration is equal")},
                             {"same_seeds", truth("whether the seeds are equal, so that runs are compared in pairs")},
                             {"same_deliveries", truth("whether the fingerprints are equal, seed by seed")},
                             {"figures", figures}});
  const Json changed = object({{"key", text("key of the configuration")},
                               {"a", text("value in A; empty where A does not have the key")},
                               {"b", text("value in B; empty where B does not have the key")},
                               {"points", list_of({{"type", "string"}}, "points in which the key differs")}});
  Json schema = head("The result of fsin compare A B --json");
  schema.update(
      object({{"a", folder},
              {"b", folder},
              {"same_program", truth("whether the same simulating code made both, as far as the folders say")},
              {"confidence", number("confidence level of intervals and tests, 0 to 1")},
              {"correction", either({"Holm"}, "correction for many tests")},
              {"tests", count("number of tests that are corrected for")},
              {"significant", count("differences")},
              {"differs", truth("whether --fail-on-difference ends with exit code 1")},
              {"configuration", list_of(changed, "keys that differ")},
              {"points", list_of(point, "points that are in both sweeps")}}));
  return schema;
}

}  // namespace

std::vector<std::string_view> json_schemas() { return {"run", "sweep-run", "comparison", "check"}; }

std::optional<Json> json_schema(std::string_view name) {
  if (name == "run") return run_schema();
  if (name == "sweep-run") return sweep_run_schema();
  if (name == "comparison") return comparison_schema();
  if (name == "check") return check_schema();
  return std::nullopt;
}

}  // namespace fsin::report
