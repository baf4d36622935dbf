// SPDX-License-Identifier: Apache-2.0
#include "fsin/topology/drawing/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "fsin/core/append.hpp"
#include "fsin/core/markup.hpp"

namespace fsin::topology {
namespace {

// Colours that differ in lightness as well, from the palette of M. Okabe and K. Ito, Color universal design, 2008.
constexpr std::array<std::string_view, 8> colours{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                  "#56b4e9", "#e69f00", "#7a6a00", "#555555"};
constexpr double wished_size = 1000, most_unit = 46, least_unit = 3;  ///< pixels
constexpr double stub_length = 0.46;                                  ///< of the way to the next router
constexpr double numbered_unit = 20;                                  ///< pixels a router needs for its number
constexpr std::size_t most_numbered = 2000;
constexpr double legend_row = 20, letter = 7.5;  ///< pixels

class Svg {
 public:
  Svg(const Drawing& drawing, std::string_view title) : drawing_(drawing), title_(markup_text(title)) {
    const double size = std::max({drawing.width, drawing.height, 1.0});
    unit_ = std::clamp(wished_size / size, least_unit, most_unit);
    border_ = 24 + 0.8 * unit_;
    top_ = 40 + (has_labels() ? 0.5 * unit_ : 0);
    width_ = std::max(drawing.width * unit_ + 2 * border_, 320.0);
    left_ = (width_ - drawing.width * unit_) / 2;
    legend_top_ = top_ + drawing.height * unit_ + 2 * border_;
    height_ = legend_top_ + legend_row * (static_cast<double>(drawing.classes.size()) + 1.5);
  }

  std::string text() {
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" )"
        R"(font-family="sans-serif" font-size="13" fill="#222">)",
        width_, height_);
    add("\n<title>{}</title>\n", title_);
    add(R"(<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" )"
        R"(orient="auto"><path d="M0 0.5L8 4L0 7.5Z" fill="#555"/></marker></defs>)");
    add("\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
    add("<text x=\"24\" y=\"28\" font-size=\"16\" font-weight=\"600\">{}</text>\n", title_);
    discs();
    links();
    routers();
    labels();
    legend();
    return std::move(text_) + "</svg>\n";
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    append(text_, format, std::forward<Args>(args)...);
  }
  bool has_labels() const { return !drawing_.planes.empty() && !drawing_.planes.front().label.empty(); }
  double x(double value) const { return left_ + value * unit_; }
  double y(double value) const { return top_ + border_ + value * unit_; }
  std::string_view colour(std::size_t link_class) const { return colours[link_class % colours.size()]; }

  void discs() {
    for (const Disc& disc : drawing_.groups) {
      add("<circle class=\"group\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#eef1f5\" stroke=\"#c3cad3\"/>\n",
          x(disc.middle.x), y(disc.middle.y), disc.radius * unit_);
    }
  }

  /// Draws one path for each class, so that large networks stay small files.
  void links() {
    std::set<std::pair<std::uint32_t, unsigned>> failed;  ///< by router and port
    for (const DrawnLink& link : drawing_.failed) failed.emplace(link.from, link.port);
    const auto fails = [&](const DrawnLink& link) { return failed.count({link.from, link.port}) != 0; };
    std::set<std::pair<std::uint32_t, std::uint32_t>> there;
    for (const DrawnLink& link : drawing_.links) {
      if (!fails(link)) there.emplace(link.from, link.to);
    }
    std::vector<std::string> lines(drawing_.classes.size());
    std::string arrows;
    for (const DrawnLink& link : drawing_.links) {
      if (fails(link)) continue;
      const Spot from = drawing_.routers[link.from], to = end_of(link);
      if (!link.stub) {
        if (there.count({link.to, link.from}) == 0) {
          add_arrow(arrows, from, to);
          continue;
        }
        if (link.from > link.to) continue;
      }
      append(lines[link.link_class], "M{:.1f} {:.1f}L{:.1f} {:.1f}", x(from.x), y(from.y), x(to.x), y(to.y));
    }
    const double wide = std::clamp(0.05 * unit_, 0.6, 2.0);
    for (std::size_t each = 0; each < lines.size(); ++each) {
      add("<path class=\"links\" d=\"{}\" stroke=\"{}\" stroke-width=\"{:.2f}\" stroke-opacity=\"0.8\" "
          "fill=\"none\"/>\n",
          lines[each], colour(each), wide);
    }
    failed_links(wide);
    if (!arrows.empty()) add("<g class=\"arrows\" stroke=\"#555\" stroke-width=\"{:.2f}\">{}</g>\n", wide, arrows);
  }

  Spot end_of(const DrawnLink& link) const {
    const Spot from = drawing_.routers[link.from];
    if (!link.stub) return drawing_.routers[link.to];
    const Spot way = drawing_.directions[link.port];
    return {from.x + stub_length * way.x, from.y + stub_length * way.y};
  }

  void failed_links(double wide) {
    if (drawing_.failed.empty()) return;
    std::string lines;
    for (const DrawnLink& link : drawing_.failed) {
      const Spot from = drawing_.routers[link.from], to = end_of(link);
      append(lines, "M{:.1f} {:.1f}L{:.1f} {:.1f}", x(from.x), y(from.y), x(to.x), y(to.y));
    }
    add("<path class=\"failed\" d=\"{}\" stroke=\"#888\" stroke-width=\"{:.2f}\" stroke-dasharray=\"4 3\" "
        "fill=\"none\"/>\n",
        lines, wide);
  }

  /// Adds the head of an arrow, which ends short of the router, so that it is visible.
  void add_arrow(std::string& arrows, Spot from, Spot to) const {
    const double far = std::hypot(to.x - from.x, to.y - from.y);
    const double part = far > 0 ? std::max(0.5, 1 - radius() / unit_ / far) : 1;
    append(arrows, "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" marker-end=\"url(#arrow)\"/>",
           x(from.x), y(from.y), x(from.x + part * (to.x - from.x)), y(from.y + part * (to.y - from.y)));
  }

  double radius() const { return std::clamp(0.22 * unit_, 1.0, 10.0); }

  void routers() {
    const double r = radius();
    const bool numbered = unit_ >= numbered_unit && drawing_.all_routers <= most_numbered;
    add("<g stroke=\"#333\" stroke-width=\"{:.2f}\" text-anchor=\"middle\" font-size=\"{:.1f}\">\n",
        unit_ < 8 ? 0.4 : 1.0, std::max(r * 0.85, 5.0));
    for (std::size_t router = 0; router < drawing_.all_routers; ++router) {
      const double at_x = x(drawing_.routers[router].x), at_y = y(drawing_.routers[router].y);
      const bool node = router < drawing_.nodes;
      if (node) {
        add("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"#fff\">", at_x, at_y, r);
      } else {
        add("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#ffe9b0\">", at_x - r, at_y - r,
            2 * r, 2 * r);
      }
      const std::string name =
          node ? fmt::format("node {}", router) : markup_text(drawing_.names[router - drawing_.nodes]);
      add("<title>{}</title></{}>", name, node ? "circle" : "rect");
      if (numbered) {
        add("<text x=\"{:.1f}\" y=\"{:.1f}\" stroke=\"none\">{}</text>", at_x, at_y + 0.3 * r,
            node ? router : router - drawing_.nodes);
      }
      text_ += '\n';
    }
    text_ += "</g>\n";
  }

  void label(double at_x, double at_y, std::string_view text) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", at_x, at_y, markup_text(text));
  }
  void labels() {
    for (const Plane& plane : drawing_.planes) {
      if (plane.label.empty()) continue;
      label(x(plane.corner.x + plane.width / 2), y(plane.corner.y) - std::max(9.0, 0.55 * unit_), plane.label);
    }
    for (const Disc& disc : drawing_.groups) {
      if (disc.radius * unit_ > letter * static_cast<double>(disc.label.size()) / 2) {
        label(x(disc.middle.x), y(disc.middle.y) + 4, disc.label);
      }
    }
  }

  void legend() {
    const std::size_t switches = drawing_.all_routers - drawing_.nodes;
    std::string sizes = fmt::format("{} nodes", drawing_.nodes);
    if (switches > 0) sizes += fmt::format(", {} switches", switches);
    add("<text x=\"24\" y=\"{:.1f}\">{}, {} directed links{}</text>\n", legend_top_, sizes, drawing_.links.size(),
        drawing_.failed.empty() ? "" : fmt::format("; {} that fail are dashed", drawing_.failed.size()));
    std::vector<std::size_t> counts(drawing_.classes.size(), 0);
    for (const DrawnLink& link : drawing_.links) ++counts[link.link_class];
    for (std::size_t each = 0; each < counts.size(); ++each) {
      const double row = legend_top_ + legend_row * static_cast<double>(each + 1);
      add("<path d=\"M24 {0:.1f}h28\" stroke=\"{1}\" stroke-width=\"3\"/><text x=\"60\" y=\"{2:.1f}\">{3}: "
          "{4}</text>\n",
          row - 4, colour(each), row, markup_text(drawing_.classes[each]), counts[each]);
    }
  }

  const Drawing& drawing_;
  std::string title_;
  std::string text_;
  double unit_ = 1;  ///< pixels from a router to the next
  double border_ = 0, top_ = 0, left_ = 0, width_ = 0, height_ = 0, legend_top_ = 0;
};

}  // namespace

std::string svg_of(const Drawing& drawing, std::string_view title) { return Svg(drawing, title).text(); }

}  // namespace fsin::topology
