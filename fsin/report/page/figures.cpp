// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

#include "fsin/config/document.hpp"
#include "fsin/report/page/parts.hpp"
#include "fsin/stats/metrics.hpp"

namespace fsin::report::page {
namespace {

struct About {
  std::string unit;
  std::string meaning;
};

/// Unit and meaning of a figure: the table of this program knows its own; columns.yaml those of others.
About about(const SweepFolder& folder, const std::string& figure) {
  for (const stats::Metric& metric : stats::metrics()) {
    if (metric.name == figure) return {std::string(metric.unit), std::string(metric.meaning)};
  }
  const auto path = folder.tables() / "columns.yaml";
  if (!std::filesystem::exists(path)) return {};
  Diagnostics ignored;
  const config::Document columns = config::load_file(path, ignored);
  for (const config::Tree& table : columns.root().items) {
    const config::Tree* column = table.find(figure);
    if (column == nullptr) continue;
    const config::Tree* unit = column->find("unit");
    const config::Tree* meaning = column->find("meaning");
    return {unit != nullptr ? unit->text : "", meaning != nullptr ? meaning->text : ""};
  }
  return {};
}

Json empty_figure(const About& about, std::size_t points) {
  const Json none(std::vector<Json>(points, nullptr));
  return {{"unit", about.unit}, {"meaning", about.meaning}, {"n", none}, {"mean", none}, {"half", none},
          {"stddev", none}};
}

std::size_t rank_of(const std::string& figure) {
  const auto& metrics = stats::metrics();
  const auto found =
      std::find_if(metrics.begin(), metrics.end(), [&](const auto& each) { return each.name == figure; });
  return static_cast<std::size_t>(found - metrics.begin());
}

}  // namespace

Json figures_json(const SweepFolder& folder) {
  auto file = folder.table("points.csv");
  if (!file) return Json::object();
  const std::size_t figure = file->column("figure"), n = file->column("n"), mean = file->column("mean"),
                    stddev = file->column("stddev"), half = file->column("half_width");
  const std::size_t points = folder.plan().points.size();
  std::map<std::pair<std::size_t, std::string>, Json> figures;  // in the order of the table of metrics
  while (file->next()) {
    const std::size_t point = file->point(points);
    const std::string name(file->text(figure));
    const std::uint64_t runs = file->whole(n);
    if (runs == 0) continue;
    const auto [place, fresh] = figures.try_emplace({rank_of(name), name});
    if (fresh) place->second = empty_figure(about(folder, name), points);
    Json& own = place->second;
    own["n"][point] = runs;
    own["mean"][point] = rounded(file->real(mean));
    own["half"][point] = rounded(file->maybe(half).value_or(std::numeric_limits<double>::infinity()));
    own["stddev"][point] = rounded(file->maybe(stddev).value_or(std::numeric_limits<double>::infinity()));
  }
  Json json = Json::object();
  for (auto& [key, value] : figures) json[key.second] = std::move(value);
  return json;
}

}  // namespace fsin::report::page
