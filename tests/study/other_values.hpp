// SPDX-License-Identifier: Apache-2.0
// Other values of a key of an experiment, from the table by which it is read.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "fsin/config/dump.hpp"
#include "fsin/config/scalar.hpp"

namespace keys_test {

using namespace fsin;
using Words = std::vector<std::string>;

/// Other values of texts and lists, by the end of the path.
inline const std::map<std::string, Words> written_values{
    {"topology.dims", {"[2, 8]", "[4, 2]"}},
    {"order", {"[1, 0]"}},
    {"hotspot.nodes", {"[3]"}},
};

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

/// Values to try of a field that is neither a group nor a choice.
inline Words values_of(const config::Field& field, const std::string& path) {
  const config::Type& type = field.type->scalar();
  for (const auto& [end, values] : written_values) {
    if (path.ends_with(end)) return values;
  }
  if (field.type->shape == config::Shape::list) return {};
  Words values;
  for (const config::NamedValue& named : field.names) values.emplace_back(named.name);
  if (!values.empty()) return values;
  if (type.shape == config::Shape::boolean) return {"true", "false"};
  if (type.shape == config::Shape::text || type.shape == config::Shape::path) return {};
  const config::Tree now = config::field_to_tree(field);
  const bool absent = now.kind == config::Tree::Kind::null || now.text == field.word;
  const std::string base =
      absent ? (type.shape == config::Shape::quantity ? usual_text(type.dimension) : "3") : now.text;
  if (absent) values.push_back(base);
  for (const double factor : {2.0, 3.0, 0.5, 7.0}) values.push_back(scaled(base, factor));
  return values;
}

}  // namespace keys_test
