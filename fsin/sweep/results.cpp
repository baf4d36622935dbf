// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/results.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "fsin/core/json_text.hpp"
#include "fsin/core/output_file.hpp"
#include "fsin/result/inputs_json.hpp"
#include "fsin/sweep/run_json.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// sweep.json, or run.json where that is all there is.
fs::path description_of(const fs::path& folder) {
  const fs::path sweep = folder / "sweep.json", run = folder / "run.json";
  return !fs::exists(sweep) && fs::exists(run) ? run : sweep;
}

void write_description(const fs::path& path, const Description& description) {
  const Provenance& provenance = description.provenance;
  Json json;
  json["fsin_sweep"] = results_schema;
  json["digest"] = description.digest;
  json["complete"] = description.complete;
  json["runs"] = description.runs;
  json["shard"] = provenance.shard;
  json["version"] = provenance.version;
  json["program"] = provenance.program;
  json["compiler"] = provenance.compiler;
  json["host"] = provenance.host;
  json["started"] = provenance.started;
  json["finished"] = provenance.finished;
  json["inputs"] = result::inputs_json(provenance.inputs);
  json["files"] = Json::object();
  for (const auto& [name, digest] : description.files) json["files"][name] = digest;
  json["plan"] = plan_json(description.plan);
  write_file(path, json_text(json, 1) + "\n");
}

Provenance provenance_of(const Json& json) {
  const auto text = [&](const char* name) { return json.value(name, std::string()); };
  return {.version = text("version"),
          .program = text("program"),
          .compiler = text("compiler"),
          .host = text("host"),
          .shard = text("shard"),
          .started = text("started"),
          .finished = text("finished"),
          .inputs = result::read_inputs(value_at(json, "inputs"))};
}

std::vector<std::string> text_list(const Json& list) { return list.get<std::vector<std::string>>(); }

Plan plan_of(const Json& sweep) {
  const Json& json = sweep.at("plan");
  Plan plan;
  plan.name = json.at("name");
  plan.description = json.at("description");
  plan.source = json.at("source");
  plan.engine = json.at("engine");
  plan.first_seed = json.at("first_seed");
  plan.seeds = json.at("seeds");
  plan.confidence = json.at("confidence");
  plan.until = json.at("until");
  plan.traces = json.at("traces");
  plan.axes = text_list(json.at("axes"));
  for (const Json& point : json.at("points")) {
    plan.points.push_back({point.at("name"), text_list(point.at("labels")), point.at("headline"), point.at("config")});
  }
  return plan;
}

}  // namespace

std::string Plan::digest() const { return text_digest(json_text(plan_json(*this))); }

Json plan_json(const Plan& plan) {
  Json json;
  json["name"] = plan.name;
  json["description"] = plan.description;
  json["source"] = plan.source;
  json["engine"] = plan.engine;
  json["first_seed"] = plan.first_seed;
  json["seeds"] = plan.seeds;
  json["confidence"] = plan.confidence;
  json["until"] = plan.until;
  json["traces"] = plan.traces;
  json["axes"] = plan.axes;
  json["points"] = Json::array();
  for (const PlannedPoint& point : plan.points) {
    Json entry;
    entry["name"] = point.name;
    entry["labels"] = point.labels;
    entry["headline"] = point.headline;
    entry["config"] = point.config;
    json["points"].push_back(std::move(entry));
  }
  return json;
}

void write_sweep_json(const fs::path& folder, const Plan& plan, std::size_t runs, bool complete,
                      const Provenance& provenance, const std::vector<std::pair<std::string, std::string>>& files) {
  write_description(folder / "sweep.json", {false, plan.digest(), complete, runs, provenance, files, plan});
}

void write_run_json(const fs::path& folder, const Plan& plan, std::size_t runs, bool complete,
                    const Provenance& provenance) {
  write_description(folder / "run.json", {true, plan.digest(), complete, runs, provenance, {}, plan});
}

std::string damage_of(const fs::path& folder) {
  const Description sweep = read_description(folder);
  for (const auto& [name, digest] : sweep.files) {
    if (!fs::exists(folder / name)) return fmt::format("{}: missing", (folder / name).string());
    if (digest != file_digest(folder / name)) {
      return fmt::format("{}: changed since it was written", (folder / name).string());
    }
  }
  if (sweep.runs == read_runs(folder).size()) return {};
  return fmt::format("{}: runs are missing", folder.string());
}

Description read_description(const fs::path& folder) {
  const fs::path path = description_of(folder);
  std::ifstream in(path, std::ios::binary);
  if (!in && fs::exists(folder / "runs.jsonl")) {
    throw SweepError(fmt::format(
        "{}: has neither sweep.json nor run.json; if an older version of fsin run --out wrote it, run it again",
        folder.string()));
  }
  if (!in)
    throw SweepError(fmt::format("{}: cannot open; is {} a folder that fsin sweep or fsin run --out wrote?",
                                 path.string(), folder.string()));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Json json = parse_json(text);
  if (json.is_discarded() || !json.is_object() || !json.contains("fsin_sweep") || !json.contains("plan")) {
    throw SweepError(
        fmt::format("{}: not the description of a sweep, or damaged; choose another folder", path.string()));
  }
  if (json["fsin_sweep"] != results_schema) {
    throw SweepError(fmt::format(
        "{}: written in schema {}, this program knows {}; use the version that wrote it ({}), or "
        "another folder",
        path.string(), json_text(json["fsin_sweep"]), results_schema, json.value("version", std::string("unknown"))));
  }
  try {
    Description description{.of_run = path.filename() == "run.json",
                            .digest = json.value("digest", std::string()),
                            .complete = json.value("complete", false),
                            .runs = json.value("runs", std::size_t{0}),
                            .provenance = provenance_of(json),
                            .files = {},
                            .plan = plan_of(json)};
    for (const auto& [name, digest] : value_at(json, "files").items()) description.files.emplace_back(name, digest);
    return description;
  } catch (const Json::exception& error) {
    throw SweepError(fmt::format("{}: damaged: {}; run the sweep again", path.string(), error.what()));
  }
}

std::vector<Run> read_runs(const fs::path& folder, Wanted wanted) {
  if (description_of(folder).filename() == "run.json") return read_lines(folder / "results.jsonl", Lines::results);
  const bool listed = fs::exists(folder / "runs.jsonl");
  const bool journalled = fs::exists(folder / "runs.partial.jsonl");
  const bool kept = wanted == Wanted::everything && fs::exists(folder / "results.jsonl");
  if (!journalled && kept) return read_lines(folder / "results.jsonl", Lines::results);
  if (!journalled) return read_lines(folder / "runs.jsonl", Lines::figures);
  std::vector<Run> runs = read_lines(folder / "runs.partial.jsonl", Lines::journal);
  if (!listed) return runs;
  // A stopping rule may have left more in the journal than counts.
  std::set<std::pair<std::size_t, std::uint64_t>> counted;
  for (const Run& run : read_lines(folder / "runs.jsonl", Lines::figures)) counted.insert({run.point, run.seed});
  std::erase_if(runs, [&](const Run& run) { return !counted.contains({run.point, run.seed}); });
  return runs;
}

}  // namespace fsin::sweep
