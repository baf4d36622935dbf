// SPDX-License-Identifier: Apache-2.0
#include "fsin/sweep/run_json.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "fsin/core/json_text.hpp"
#include "fsin/result/kept_json.hpp"

namespace fsin::sweep {

using Json = nlohmann::ordered_json;

Json journal_line(const Run& run) {
  Json line;
  line["point"] = run.point;
  line["seed"] = run.seed;
  line["key"] = run.key;
  line["result"] = result::kept_json(run.result);
  line["digest"] = text_digest(json_text(line));
  return line;
}

Run read_journal_line(const Json& line) {
  if (line.contains("digest")) {  // earlier versions wrote none
    Json rest = line;
    rest.erase("digest");
    if (line["digest"] != text_digest(json_text(rest))) throw SweepError("not as it was written");
  }
  return {line.at("point"), line.at("seed"), line.at("key"), result::read_kept(line.at("result"))};
}

Json run_line(const Plan& plan, const Run& run) {
  const PlannedPoint& point = plan.points[run.point];
  Json line;
  line["point"] = run.point;
  line["name"] = point.name;
  line["axes"] = Json::object();
  for (std::size_t i = 0; i < plan.axes.size(); ++i) line["axes"][plan.axes[i]] = point.labels[i];
  line["seed"] = run.seed;
  line["key"] = run.key;
  result::add_measured(line, run.result);
  result::add_origin(line, run.result.origin);
  result::add_histogram(line, run.result);
  return line;
}

Run read_run_line(const Json& line) {
  return {line.at("point"), line.at("seed"), line.at("key"), result::read_kept(line)};
}

std::vector<Run> read_lines(const std::filesystem::path& path, Lines lines) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw SweepError(fmt::format("{}: cannot open", path.string()));
  std::vector<Run> runs;
  std::string text;
  for (std::size_t number = 1; std::getline(in, text); ++number) {
    const Json line = parse_json(text);
    if (line.is_discarded() && in.eof() && lines == Lines::journal) break;
    try {
      runs.push_back(lines == Lines::figures ? read_run_line(line) : read_journal_line(line));
    } catch (const std::exception&) {
      throw SweepError(fmt::format("{}:{}: not a run; the file is damaged: fsin sweep --resume makes it again",
                                   path.string(), number));
    }
  }
  return runs;
}

}  // namespace fsin::sweep
