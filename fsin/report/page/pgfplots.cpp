// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/page/pgfplots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>

#include "fsin/core/json_text.hpp"
#include "fsin/core/text.hpp"
#include "fsin/report/page/plot_lines.hpp"
#include "fsin/stats/titles.hpp"

namespace fsin::report::page {
namespace {

/// Escapes the characters that TeX would act upon.
std::string tex_text(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '\\' || c == '{' || c == '}' || c == '~' || c == '^') {
      safe += ' ';
    } else if (c == '<' || c == '>') {  // which the default encoding of fonts has elsewhere
      safe += c == '<' ? "\\textless{}" : "\\textgreater{}";
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

/// Marks that are filled like circles.
constexpr std::array<std::string_view, 5> plot_marks{"*", "square*", "triangle*", "diamond*", "pentagon*"};

struct PlotSize {
  std::string_view width, height, font;
  unsigned legend_columns;
};

/// 84 mm: a column of A4 or letter pages in two columns. 174 mm: the width of their text.
PlotSize size_called(std::string_view name) {
  if (name == "page") return {"174mm", "88mm", "small", 3};
  return {"84mm", "64mm", "footnotesize", 2};
}

class Plots {
 public:
  Plots(const Json& report, const PlotOptions& options)
      : report_(report), lines_(report), options_(options), size_(size_called(options.size)) {
    for (const PlotLine& line : lines_.lines()) {
      columns_.push_back(column_name(line.label.empty() ? "mean" : line.label, taken_));
      for (const char* part : {"half", "state"}) taken_.insert(fmt::format("{}_{}", columns_.back(), part));
    }
  }

  std::vector<PlotFile> files() const {
    std::vector<PlotFile> files;
    std::string all;
    for (const std::string& name : options_.figures) {
      const auto figure = report_["figures"].find(name);
      if (figure == report_["figures"].end()) continue;
      const bool intervals = std::any_of((*figure)["half"].begin(), (*figure)["half"].end(),
                                         [](const Json& half) { return half.is_number(); });
      files.push_back({name + ".dat", table(name, *figure, intervals)});
      files.push_back({name + ".tex", picture(name, *figure, intervals)});
      all += fmt::format("\\input{{{}.tex}}\n\n", name);
    }
    files.push_back({"figures.tex", fmt::format("% pdflatex figures.tex\n\\documentclass{{article}}\n"
                                                "\\usepackage[margin=18mm]{{geometry}}\n\\usepackage{{pgfplots}}\n"
                                                "\\pgfplotsset{{compat=1.16}}\n\\setlength{{\\parindent}}{{0pt}}\n"
                                                "\\begin{{document}}\n{}\\end{{document}}\n",
                                                all)});
    return files;
  }

 private:
  /// "latency.mean: mean latency ..." and what one must know to read it, as comments or as text.
  std::string provenance() const {
    const Json& made = report_["provenance"];
    return fmt::format("{} runs a point from seed {}, {} engine, {}", made["seeds"].get<std::uint64_t>(),
                       made["first_seed"].get<std::uint64_t>(), made["engine"].get<std::string>(),
                       made["version"].get<std::string>());
  }

  std::string confidence() const {
    return fmt::format("{:.4g} % interval of the mean over the runs of a point",
                       report_["provenance"]["confidence"].get<double>() * 100);
  }

  std::string experiment() const {
    const std::string description = report_["description"];
    return report_["title"].get<std::string>() + (description.empty() ? "" : ", " + description);
  }

  std::string comments(const std::string& name, const Json& figure) const {
    std::string text =
        fmt::format("# {}: {}\n# unit: {}\n", name, figure["meaning"].get<std::string>(),
                    figure["unit"].get<std::string>().empty() ? "none" : figure["unit"].get<std::string>());
    text += fmt::format("# experiment: {}\n# half widths: of the {}\n# {}\n", experiment(), confidence(), provenance());
    if (!report_["partial"].is_null()) text += "# partial: not all runs have been made\n";
    text += "# states: 0 settled, 1 not settled, 2 saturated, 3 another outcome, such as a deadlock\n";
    text += fmt::format("# column x: {}\n", lines_.axis_title());
    for (std::size_t line = 0; line < columns_.size(); ++line) {
      const std::string& label = lines_.lines()[line].label;
      if (!label.empty()) text += fmt::format("# column {}: {}\n", columns_[line], label);
    }
    return text;
  }

  std::string table(const std::string& name, const Json& figure, bool intervals) const {
    std::string text = comments(name, figure);
    text += lines_.has_axis() ? "x" : "x label";
    for (const std::string& column : columns_) {
      text += " " + column;
      if (intervals) text += fmt::format(" {}_half", column);
      text += fmt::format(" {}_state", column);
    }
    text += "\n";
    for (const auto& [row, label] : lines_.rows()) {
      text += lines_.has_axis() ? label : fmt::format("{} {}", row, cell_text(lines_.name(row)));
      for (const PlotLine& line : lines_.lines()) {
        const auto point = line.points.find(row);
        const bool there = point != line.points.end() && figure["mean"][point->second].is_number();
        text += " " + (there ? number_text(figure["mean"][point->second]) : "nan");
        if (intervals) text += " " + (there ? number_text(figure["half"][point->second]) : "nan");
        text += there ? fmt::format(" {}", static_cast<unsigned>(state_of(report_, point->second))) : " nan";
      }
      text += "\n";
    }
    return text;
  }

  /// The marks of the points of a line that are in a state; nothing where none is.
  std::string marks_in(PointState state, std::size_t line, const std::string& name) const {
    const auto& points = lines_.lines()[line].points;
    const bool any = std::any_of(points.begin(), points.end(),
                                 [&](const auto& point) { return state_of(report_, point.second) == state; });
    if (!any) return {};
    return fmt::format(
        "\\addplot [forget plot, only marks, mark={}, mark options={{{}}}, restrict expr to "
        "domain={{\\thisrow{{{}_state}}}}{{{}:{}}}] table [x=x, y={}] {{{}.dat}};\n",
        plot_marks[line % plot_marks.size()], mark_style(state, colour(line)), columns_[line],
        static_cast<unsigned>(state), static_cast<unsigned>(state), columns_[line], name);
  }

  static std::string colour(std::size_t line) {
    const std::string digits(line_colours[line % line_colours.size()].substr(1));
    const unsigned long rgb = std::stoul(digits, nullptr, 16);
    return fmt::format("{{rgb,255:red,{};green,{};blue,{}}}", rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff);
  }
  /// As the page draws them: filled, pale, hollow.
  static std::string mark_style(PointState state, const std::string& colour) {
    switch (state) {
      case PointState::settled:
        return fmt::format("draw={0}, fill={0}", colour);
      case PointState::unsettled:
        return fmt::format("draw={0}, fill={0}, fill opacity=0.3", colour);
      default:
        return fmt::format("draw={}, fill=white, thick", colour);
    }
  }

  bool has(PointState state) const {
    for (const PlotLine& line : lines_.lines()) {
      for (const auto& [row, point] : line.points) {
        if (state_of(report_, point) == state) return true;
      }
    }
    return false;
  }

  /// The entries of the legend that say what pale and hollow marks are.
  std::string legend_of_states() const {
    std::string text;
    for (const PointState state : {PointState::unsettled, PointState::saturated, PointState::stopped}) {
      if (!has(state)) continue;
      text += fmt::format("\\addlegendimage{{only marks, mark=*, mark options={{{}}}}}\n\\addlegendentry{{{}}}\n",
                          mark_style(state, "black"), words_of(state));
    }
    return text;
  }

  std::string line_of(std::size_t line, const std::string& name, bool intervals) const {
    const std::string bars = intervals ? ", error bars/.cd, y dir=both, y explicit" : "";
    const std::string error = intervals ? fmt::format(", y error={}_half", columns_[line]) : "";
    std::string text =
        fmt::format("\\addplot [forget plot, color={}, {}mark=none{}] table [x=x, y={}{}] {{{}.dat}};\n", colour(line),
                    lines_.has_axis() ? "" : "only marks, ", bars, columns_[line], error, name);
    for (const PointState state :
         {PointState::settled, PointState::unsettled, PointState::saturated, PointState::stopped}) {
      text += marks_in(state, line, name);
    }
    const std::string& label = lines_.lines()[line].label;
    if (label.empty()) return text;
    return text + fmt::format(
                      "\\addlegendimage{{color={0}, mark={1}, mark options={{fill={0}}}}}\n"
                      "\\addlegendentry{{{2}}}\n",
                      colour(line), plot_marks[line % plot_marks.size()], tex_text(label));
  }

  std::string picture(const std::string& name, const Json& figure, bool intervals) const {
    const std::string title = figure["title"], unit = figure["unit"];
    std::string text = fmt::format(
        "% {0}.dat as a picture: \\input{{{0}.tex}} in a document with \\usepackage{{pgfplots}}\n"
        "\\begin{{tikzpicture}}[font=\\{1}]\n\\begin{{axis}}[width={2}, height={3}, grid=major, ymin=0,\n"
        "  xlabel={{{4}}}, ylabel={{{5}}}, ylabel style={{align=center, text width=0.7*{3},\n"
        "    execute at begin node={{\\hyphenpenalty=10000\\relax}}}},\n",
        name, size_.font, size_.width, size_.height, tex_text(lines_.axis_title()),
        tex_text(stats::with_unit(title, unit)));
    if (options_.title)
      text += fmt::format("  title={{{}}}, title style={{align=center, text width=0.8*{}}},\n",
                          tex_text(fmt::format("{}: {}", title, experiment())), size_.width);
    if (!lines_.has_axis()) {
      text += fmt::format(
          "  xtick=data, xticklabels from table={{{}.dat}}{{label}}, x tick label style={{rotate=45, "
          "anchor=east}},\n",
          name);
    }
    text += fmt::format(
        "  legend style={{at={{(0.5,-0.25)}}, anchor=north, draw=none, legend columns={}, cells={{anchor=west}},\n"
        "    /tikz/every even column/.append style={{column sep=2mm}}}}, unbounded coords=discard]\n",
        size_.legend_columns);
    for (std::size_t line = 0; line < columns_.size(); ++line) text += line_of(line, name, intervals);
    text += legend_of_states() + "\\end{axis}\n";
    if (options_.provenance) {
      text += fmt::format(
          "\\node [anchor=north west, align=left, text width={}, font=\\tiny, text=gray] at (current bounding "
          "box.south west) {{{}; bars: {}}};\n",
          size_.width, tex_text(provenance()), tex_text(intervals ? confidence() : "none, one run a point"));
    }
    return text + "\\end{tikzpicture}\n";
  }

  const Json& report_;
  PlotLines lines_;
  const PlotOptions& options_;
  PlotSize size_;
  std::vector<std::string> columns_;  ///< by line
  std::set<std::string> taken_{"x", "label"};
};

}  // namespace

std::vector<PlotFile> pgfplots_files(const Json& report, const PlotOptions& options) {
  return Plots(report, options).files();
}

}  // namespace fsin::report::page
