// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/pgfplots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "fsin/core/json_text.hpp"
#include "fsin/core/text.hpp"

namespace fsin::report::page {
namespace {

/// Escapes the characters that TeX would act upon.
std::string tex_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\' || c == '{' || c == '}' || c == '~' || c == '^') {
      safe += ' ';
    } else {
      if (std::string_view("#%&$_").find(c) != std::string_view::npos) safe += '\\';
      safe += c;
    }
  }
  return safe;
}

/// Text for a cell of a table, without the characters that TeX acts upon: # and % begin a comment there even when
/// escaped.
std::string cell_text(std::string text) {
  std::erase_if(text, [](char c) { return std::string_view("#%&$_\\{}~^\n\r").find(c) != std::string_view::npos; });
  return "{" + text + "}";
}

/// A name of letters, digits and _, different from all that are taken.
std::string column_name(const std::string& text, std::set<std::string>& taken) {
  std::string plain;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      plain += c;
    } else if (!plain.empty() && plain.back() != '_') {
      plain += '_';
    }
  }
  if (plain.empty()) plain = "y";
  std::string name = plain;
  for (unsigned number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}_{}", plain, number);
  return name;
}

std::string number_text(const Json& value) { return value.is_number() ? json_text(value) : "nan"; }

struct Line {
  std::string label;  ///< empty when there is only one line
  std::string column;
  std::map<std::size_t, std::size_t> points;  ///< by row
};

class Plots {
 public:
  explicit Plots(const Json& report) : report_(report), axes_(report["axes"]) {
    choose_axis();
    const Json& points = report["points"];
    for (std::size_t point = 0; point < points.size(); ++point) add(point);
  }

  std::vector<PlotFile> files() const {
    std::vector<PlotFile> files;
    std::string all;
    for (const auto& [name, figure] : report_["figures"].items()) {
      const bool intervals =
          std::any_of(figure["half"].begin(), figure["half"].end(), [](const Json& half) { return half.is_number(); });
      files.push_back({name + ".dat", table(name, figure, intervals)});
      files.push_back({name + ".tex", picture(name, figure, intervals)});
      all += fmt::format("\\input{{{}.tex}}\n\n", name);
    }
    files.push_back({"figures.tex", fmt::format("% pdflatex figures.tex\n\\documentclass{{article}}\n"
                                                "\\usepackage[margin=2cm]{{geometry}}\n\\usepackage{{pgfplots}}\n"
                                                "\\pgfplotsset{{compat=1.16}}\n\\setlength{{\\parindent}}{{0pt}}\n"
                                                "\\begin{{document}}\n{}\\end{{document}}\n",
                                                all)});
    return files;
  }

 private:
  void choose_axis() {
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      if (axes_[axis]["steps"].size() < 2) continue;
      const bool load = axes_[axis]["load"].get<bool>();
      if (load || (axes_[axis]["numeric"].get<bool>() && !(x_ && axes_[*x_]["load"].get<bool>()))) x_ = axis;
    }
  }

  std::string label(std::size_t point, std::size_t axis) const {
    return axes_[axis]["steps"][report_["points"][point]["steps"][axis].get<std::size_t>()];
  }

  /// The names of the steps that tell this point from others, without the axis of the rows.
  std::string name(std::size_t point) const {
    std::string text;
    for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
      if (axis == x_ || axes_[axis]["steps"].size() < 2) continue;
      text += (text.empty() ? "" : ", ") + label(point, axis);
    }
    return text;
  }

  void add(std::size_t point) {
    const std::string own = name(point);
    const std::size_t row = x_ ? report_["points"][point]["steps"][*x_].get<std::size_t>() : point;
    rows_.try_emplace(row, x_ ? label(point, *x_) : fmt::format("{}", row));
    const std::string wanted = x_ ? own : "";
    auto line = std::find_if(lines_.begin(), lines_.end(), [&](const Line& each) { return each.label == wanted; });
    if (line == lines_.end()) {
      lines_.push_back({wanted, column_name(wanted.empty() ? "mean" : wanted, taken_), {}});
      line = lines_.end() - 1;
    }
    line->points.emplace(row, point);
  }

  std::string x_meaning() const {
    if (!x_) return "number of the point";
    return axes_[*x_]["name"].get<std::string>() + (axes_[*x_]["load"].get<bool>() ? ", phits/node/cycle" : "");
  }

  std::string comments(const std::string& name, const Json& figure) const {
    const Json& made = report_["provenance"];
    const std::string description = report_["description"];
    std::string text =
        fmt::format("# {}: {}\n# unit: {}\n", name, figure["meaning"].get<std::string>(),
                    figure["unit"].get<std::string>().empty() ? "none" : figure["unit"].get<std::string>());
    text += fmt::format("# experiment: {}{}\n", report_["title"].get<std::string>(),
                        description.empty() ? "" : ", " + description);
    text += fmt::format("# half widths: of the {:.4g} % interval of the mean over the runs of a point\n",
                        made["confidence"].get<double>() * 100);
    text += fmt::format("# {} runs a point from seed {}, {} engine, {}\n", made["seeds"].get<std::uint64_t>(),
                        made["first_seed"].get<std::uint64_t>(), made["engine"].get<std::string>(),
                        made["version"].get<std::string>());
    if (!report_["partial"].is_null()) text += "# partial: not all runs have been made\n";
    text += fmt::format("# column x: {}\n", x_meaning());
    for (const Line& line : lines_) {
      if (!line.label.empty()) text += fmt::format("# column {}: {}\n", line.column, line.label);
    }
    return text;
  }

  std::string table(const std::string& name, const Json& figure, bool intervals) const {
    std::string text = comments(name, figure);
    text += x_ ? "x" : "x label";
    for (const Line& line : lines_) {
      text += " " + line.column;
      if (intervals) text += fmt::format(" {}_half", line.column);
    }
    text += "\n";
    for (const auto& [row, label] : rows_) {
      text += x_ ? label : fmt::format("{} {}", row, cell_text(this->name(row)));
      for (const Line& line : lines_) {
        const auto point = line.points.find(row);
        const auto value = [&](const char* part) {
          return point == line.points.end() ? "nan" : number_text(figure[part][point->second]);
        };
        text += " " + value("mean");
        if (intervals) text += " " + value("half");
      }
      text += "\n";
    }
    return text;
  }

  std::string picture(const std::string& name, const Json& figure, bool intervals) const {
    const std::string unit = figure["unit"];
    std::string text = fmt::format(
        "% {0}.dat as a picture: \\input{{{0}.tex}} in a document with \\usepackage{{pgfplots}}\n"
        "\\begin{{tikzpicture}}\n\\begin{{axis}}[width=12cm, height=8cm, grid=major, ymin=0,\n"
        "  xlabel={{{1}}}, ylabel={{{2}}},\n",
        name, tex_text(x_meaning()), tex_text(name + (unit.empty() ? "" : ", " + unit)));
    if (!x_) {
      text += fmt::format(
          "  xtick=data, xticklabels from table={{{}.dat}}{{label}}, x tick label style={{rotate=45, "
          "anchor=east}},\n",
          name);
    }
    text += "  legend style={at={(1.02,1)}, anchor=north west, cells={anchor=west}}, unbounded coords=discard]\n";
    for (const Line& line : lines_) {
      text += fmt::format("\\addplot+ [{}error bars/.cd, y dir=both, y explicit] table [x=x, y={}{}] {{{}.dat}};\n",
                          x_ ? "" : "only marks, ", line.column,
                          intervals ? fmt::format(", y error={}_half", line.column) : "", name);
      if (!line.label.empty()) text += fmt::format("\\addlegendentry{{{}}}\n", tex_text(line.label));
    }
    return text + "\\end{axis}\n\\end{tikzpicture}\n";
  }

  const Json& report_;
  const Json& axes_;
  std::optional<std::size_t> x_;             ///< the axis that gives the rows; empty: rows are points
  std::map<std::size_t, std::string> rows_;  ///< content of column x, by step of that axis or by point
  std::vector<Line> lines_;
  std::set<std::string> taken_{"x", "label"};
};

}  // namespace

std::vector<PlotFile> pgfplots_files(const Json& report) { return Plots(report).files(); }

}  // namespace fsin::report::page
