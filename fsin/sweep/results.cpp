// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/results.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <iterator>
#include <set>
#include <utility>

#include "fsin/core/output_file.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/sweep/detail.hpp"
#include "fsin/sweep/journal.hpp"
#include "fsin/sweep/summary.hpp"
#include "fsin/sweep/tables.hpp"

namespace fsin::sweep {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

/// What write_results() may leave beside sweep.json.
constexpr std::array tables{"runs.jsonl",   "runs.csv",   "points.csv", "links.csv", "latency.csv",
                            "columns.yaml", "series.csv", "ranks.csv",  "gantt.csv", "traffic.csv"};

/// A run as one line of runs.jsonl.
Json run_line(const Plan& plan, const Run& run) {
  const PlannedPoint& point = plan.points[run.point];
  Json line;
  line["point"] = run.point;
  line["name"] = point.name;
  line["axes"] = Json::object();
  for (std::size_t i = 0; i < plan.axes.size(); ++i) line["axes"][plan.axes[i]] = point.labels[i];
  line["seed"] = run.seed;
  line["key"] = run.key;
  for (const auto& [name, value] : run.result.items()) {
    if (name != "link_phits" && name != "detail" && name != "name" && name != "seed") line[name] = value;
  }
  return line;
}

void write_runs_jsonl(const fs::path& path, const Plan& plan, const std::vector<Run>& runs) {
  OutputFile file(path);
  for (const Run& run : runs) file.write(run_line(plan, run).dump() + "\n");
  file.commit();
}

/// The runs of runs.jsonl; of results.jsonl, whose lines hold the whole result; or of the journal, which are such lines
/// too, the last of which may be half written.
enum class Lines : std::uint8_t { figures, results, journal };
std::vector<Run> read_lines(const fs::path& path, Lines lines) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw SweepError(fmt::format("{}: cannot open", path.string()));
  std::vector<Run> runs;
  std::string text;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    const Json line = Json::parse(text, nullptr, false);
    if (line.is_discarded() && in.eof() && lines == Lines::journal) break;
    try {
      runs.push_back(
          {line.at("point"), line.at("seed"), line.at("key"), lines == Lines::figures ? line : line.at("result")});
    } catch (const Json::exception&) {
      throw SweepError(fmt::format("{}:{}: not a run; the file is damaged: fsin sweep --resume makes it again",
                                   path.string(), number));
    }
  }
  return runs;
}

/// sweep.json, or run.json where that is all there is.
fs::path description_of(const fs::path& folder) {
  const fs::path sweep = folder / "sweep.json", run = folder / "run.json";
  return !fs::exists(sweep) && fs::exists(run) ? run : sweep;
}

void write_description(const fs::path& path, const Plan& plan, std::size_t runs, bool complete,
                       const Provenance& provenance, const Json& files) {
  Json json;
  json["fsin_sweep"] = results_schema;
  json["digest"] = plan.digest();
  json["complete"] = complete;
  json["runs"] = runs;
  json["shard"] = provenance.shard;
  json["version"] = provenance.version;
  json["program"] = provenance.program;
  json["compiler"] = provenance.compiler;
  json["host"] = provenance.host;
  json["started"] = provenance.started;
  json["finished"] = provenance.finished;
  json["files"] = files;
  json["plan"] = plan_json(plan);
  write_file(path, json.dump(1) + "\n");
}

std::vector<std::string> text_list(const Json& list) { return list.get<std::vector<std::string>>(); }

}  // namespace

std::string Plan::digest() const { return text_digest(plan_json(*this).dump()); }

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

std::span<const std::string_view> result_files() {
  static constexpr std::array<std::string_view, 12> names{
      "sweep.json",  "runs.jsonl", "runs.partial.jsonl", "runs.csv",  "points.csv",  "links.csv",
      "latency.csv", "series.csv", "ranks.csv",          "gantt.csv", "traffic.csv", "columns.yaml"};
  return names;
}

void write_results(const fs::path& folder, const Plan& plan, const std::vector<Run>& runs, bool complete,
                   const Provenance& provenance) {
  write_runs_jsonl(folder / "runs.jsonl", plan, runs);
  write_runs_csv(folder / "runs.csv", plan, runs);
  write_points_csv(folder / "points.csv", plan, summaries_of(plan, runs));
  write_links_csv(folder / "links.csv", plan, runs);
  write_latency_csv(folder / "latency.csv", plan, runs);
  write_detail(folder, plan, runs);
  write_file(folder / "columns.yaml", columns_yaml(plan));
  Json files = Json::object();
  for (const char* name : tables) {
    if (fs::exists(folder / name)) files[name] = file_digest(folder / name);
  }
  write_description(folder / "sweep.json", plan, runs.size(), complete, provenance, files);
}

void write_sweep_json(const fs::path& folder, const Plan& plan, std::size_t runs, bool complete,
                      const Provenance& provenance) {
  write_description(folder / "sweep.json", plan, runs, complete, provenance, Json::object());
}

std::string damage_of(const fs::path& folder) {
  const Json sweep = read_sweep_json(folder);
  const Json& files = value_at(sweep, "files");
  for (const auto& [name, digest] : files.items()) {
    if (!fs::exists(folder / name)) return fmt::format("{}: missing", (folder / name).string());
    if (digest != file_digest(folder / name)) {
      return fmt::format("{}: changed since it was written", (folder / name).string());
    }
  }
  if (sweep.value("runs", std::size_t{0}) == read_runs(folder).size()) return {};
  return fmt::format("{}: runs are missing", folder.string());
}

void write_run_json(const fs::path& folder, const Plan& plan, std::size_t runs, bool complete,
                    const Provenance& provenance) {
  write_description(folder / "run.json", plan, runs, complete, provenance, Json::object());
}

Json read_sweep_json(const fs::path& folder) {
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
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded() || !json.is_object() || !json.contains("fsin_sweep") || !json.contains("plan")) {
    throw SweepError(
        fmt::format("{}: not the description of a sweep, or damaged; choose another folder", path.string()));
  }
  if (json["fsin_sweep"] != results_schema) {
    throw SweepError(fmt::format(
        "{}: written in schema {}, this program knows {}; use the version that wrote it ({}), or "
        "another folder",
        path.string(), json["fsin_sweep"].dump(), results_schema, json.value("version", std::string("unknown"))));
  }
  return json;
}

Plan plan_of(const Json& sweep) {
  try {
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
      plan.points.push_back(
          {point.at("name"), text_list(point.at("labels")), point.at("headline"), point.at("config")});
    }
    return plan;
  } catch (const Json::exception& error) {
    throw SweepError(fmt::format("sweep.json is damaged: {}; run the sweep again", error.what()));
  }
}

std::vector<Run> read_runs(const fs::path& folder) {
  if (description_of(folder).filename() == "run.json") return read_lines(folder / "results.jsonl", Lines::results);
  const bool listed = fs::exists(folder / "runs.jsonl");
  const bool journalled = fs::exists(folder / "runs.partial.jsonl");
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
