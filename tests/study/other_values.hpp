// SPDX-License-Identifier: Apache-2.0
// Other values of a key of an experiment, from the table by which it is read. Only texts, files and lists of texts need
// values that are written here: a key without any fails the tests (key_trial.hpp).
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/config/scalar.hpp"
#include "trgen/programs/collectives/catalogue.hpp"
#include "trgen/programs/collectives/choice_params.hpp"

namespace keys_test {

using namespace fsin;
using Words = std::vector<std::string>;

/// The folder of the files that Laboratory writes, in the values below.
inline const std::string folder_mark = "@/";

/// Both versions of files that Laboratory writes.
inline Words files(const Words& names) {
  Words found;
  for (const std::string& name : names) {
    for (const char* version : {"1.", "2."}) found.push_back(folder_mark + version + name);
  }
  return found;
}

/// Other values of texts, files and lists, by the end of the path; of several ends the longest counts.
inline const std::map<std::string, Words> written_values{
    {"name", {"another"}},
    {"description", {"another"}},
    {"measure.until.figure", {"hops.mean", "cycles"}},
    {"network.hosts", files({"nodes"})},
    {"network.platform", files({"xml"})},
    {"network.topology.digest", {"another"}},
    {"network.topology.file", files({"edges"})},
    {"network.routing.file", files({"routes", "channels"})},
    {"network.faults.links", {"[0-1]"}},
    {"network.faults.routers", {"[5]"}},
    {"network.link.bandwidth_by_class", {"[0.5 Gb/s]", "[1 Gb/s, 0.5 Gb/s]", "[0.5 Gb/s, 0.5 Gb/s, 0.5 Gb/s]"}},
    {"topology.dims", {"[2, 8]", "[4, 2]", "[6, 2]", "[4, 4, 4]"}},
    {"routing.order", {"[1, 0]"}},
    {"hotspot.nodes", {"[3]"}},
    {"pattern.file", files({"permutation", "population", "matrix"})},
    {"sizes.file", files({"sizes", "curve", "trace"})},
    {"workload.file", files({"trace", "packets", "flows"})},
    {"placement.file", files({"nodes"})},
    {"kernel.file", files({"script", "0.et", "ti"})},
    {"kernel.groups", files({"groups"})},
    {"kernel.rates", files({"rates"})},
    {"kernel.rate", {"1 Gf/s", "3 Gf/s"}},
    {"kernel.rate_by_size", {"[\"0: 1 Gf/s\", \"5e4: 4 Gf/s\"]"}},
    {"cpu.rate", {"1 Gf/s", "2 Gips"}},
    {"mpi.buffered_send_costs", {"\"0:3e-6:0\"", "\"0:1e-6:0;100:2e-6:1e-9\""}},
    {"mpi.started_send_costs", {"\"0:3e-6:0\"", "\"0:1e-6:0;100:2e-6:1e-9\""}},
    {"mpi.receive_costs", {"\"0:3e-6:0\"", "\"0:1e-6:0;100:2e-6:1e-9\""}},
    {"cpu.slow", {"[{factor: 3, ranks: 1}]"}},
    {"workload.parts", {"[{weight: 1, pattern: transpose}, {weight: 3, pattern: uniform}]"}},
    {"workload.phases", {"[{cycles: 100, load: 0.05}, {cycles: 100, load: 0.4}]"}},
    {"region.from", {"record 3", "marker MPI_Sendrecv 1"}},
    {"region.to", {"record 5", "marker MPI_Sendrecv 1"}},
    {"workload.jobs",
     {"[{workload: {type: program, kernel: {type: ring, ranks: 4}}}, {workload: {type: program, kernel: {type: "
      "all-to-all, ranks: 4}}}]",
      "[{workload: {type: program, kernel: {type: ring, ranks: 8}}}]"}},
    {"workload.background", {"{load: 0.05}", "{load: 0.2}"}},
};

/// The written values of a path; null where there are none.
inline const Words* written_for(const std::string& path) {
  const Words* found = nullptr;
  std::size_t longest = 0;
  for (const auto& [end, values] : written_values) {
    const bool ends = path == end || path.ends_with("." + end);
    if (ends && end.size() >= longest) {
      longest = end.size();
      found = &values;
    }
  }
  return found;
}

/// A number in the canonical text of a value, by a factor: "4 packets" by 2 gives "8 packets".
inline std::string scaled(const std::string& text, double factor) {
  const std::size_t end = text.find_first_not_of("0123456789.e+-");
  const double number = std::stod(text.substr(0, end));
  const bool whole = number == std::floor(number) && factor >= 1;
  const std::string rest = end == std::string::npos ? "" : text.substr(end);
  if (number == 0) return rest == " ns" ? "3000 ns" : "3" + rest;
  return whole ? fmt::format("{:.0f}{}", number * factor, rest) : fmt::format("{:.6g}{}", number * factor, rest);
}

inline std::string usual_text(Dimension dimension) {
  switch (dimension) {
    case Dimension::size:
      return "600 B";
    case Dimension::time:
      return "700 ns";
    case Dimension::rate:
      return "300 Mb/s";
    case Dimension::packets:
      return "3 packets";
    case Dimension::cycles:
      return "170 cycles";
    default:
      return "3";
  }
}

inline std::string list_text(const Words& items) { return fmt::format("[{}]", fmt::join(items, ", ")); }

/// Other lists of numbers or quantities.
inline Words values_of_list(const config::Type& element, const config::Tree& now) {
  if (now.items.empty()) {
    if (element.shape != config::Shape::quantity)
      return {"[1]", "[0]", "[2, 8]", "[8, 2]", "[1, 16]", "[2, 2, 4]", "[4, 2, 2]", "[5, 1]", "[3]"};
    const std::string usual = usual_text(element.dimension);
    return {list_text({usual}), list_text({usual, scaled(usual, 2)}), list_text({usual, usual, usual})};
  }
  Words items, values;
  for (const config::Tree& item : now.items) items.push_back(item.text);
  for (const double factor : {2.0, 0.5, 3.0}) {
    Words first = items, all = items;
    first.front() = scaled(first.front(), factor);
    for (std::string& each : all) each = scaled(each, factor);
    values.push_back(list_text(first));
    values.push_back(list_text(all));
  }
  values.push_back(list_text({items.rbegin(), items.rend()}));
  return values;
}

/// The algorithms of the collective that a key below `collectives` names; none of another key.
inline Words algorithms_at(const std::string& path) {
  namespace collectives = trgen::programs::collectives;
  Words names;
  for (std::size_t kind = 0; kind < collectives::kinds; ++kind) {
    if (!path.ends_with(fmt::format(".collectives.{}", collectives::operation_keys[kind].key))) continue;
    for (const collectives::Entry& each : collectives::algorithms()) {
      if (each.serves(static_cast<collectives::Kind>(kind))) names.emplace_back(each.name);
    }
  }
  return names;
}

/// Values to try of a field that is neither a group nor a choice; none where the table above lacks them.
inline Words values_of(const config::Field& field, const std::string& path) {
  const config::Type& type = field.type->scalar();
  if (const Words* written = written_for(path)) return *written;
  const config::Tree now = config::field_to_tree(field);
  const bool is_text = type.shape == config::Shape::text || type.shape == config::Shape::path;
  if (field.type->shape == config::Shape::list ||
      (field.type->inner != nullptr && field.type->inner->shape == config::Shape::list))
    return is_text ? Words() : values_of_list(type, now);
  Words values;
  for (const config::NamedValue& named : field.names) values.emplace_back(named.name);
  if (!values.empty()) return values;
  if (type.shape == config::Shape::boolean) return {"true", "false"};
  if (is_text) return algorithms_at(path);
  const bool absent = now.kind == config::Tree::Kind::null || now.text == field.word;
  const std::string base =
      absent ? (type.shape == config::Shape::quantity ? usual_text(type.dimension) : "3") : now.text;
  if (absent) values.push_back(base);
  for (const double factor : {2.0, 3.0, 0.5, 7.0}) values.push_back(scaled(base, factor));
  return values;
}

}  // namespace keys_test
