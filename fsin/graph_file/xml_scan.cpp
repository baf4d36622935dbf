// SPDX-License-Identifier: Apache-2.0
#include "fsin/graph_file/xml_scan.hpp"

#include <algorithm>

namespace fsin::graph_file {
namespace {

class XmlScanner {
 public:
  explicit XmlScanner(std::string_view text) : text_(text) {}

  XmlScan scan() {
    while ((at_ = text_.find('<', at_)) != std::string_view::npos) {
      if (!skip("<!--", "-->") && !skip("<![CDATA[", "]]>") && !skip("<?", "?>")) tag();
    }
    return std::move(found_);
  }

 private:
  bool skip(std::string_view begin, std::string_view end) {
    if (!text_.substr(at_).starts_with(begin)) return false;
    const std::size_t found = text_.find(end, at_ + begin.size());
    at_ = found == std::string_view::npos ? text_.size() : found + end.size();
    return true;
  }

  void tag() {
    const std::size_t start = at_;
    const std::size_t end = end_of_tag(start + 1);
    const std::string_view inside = text_.substr(start + 1, end - start - 1);
    at_ = end;
    if (inside.starts_with('!')) return;
    if (inside.starts_with('/')) {
      depth_ -= depth_ > 0 ? 1 : 0;
      return;
    }
    const std::string_view name = inside.substr(0, inside.find_first_of(" \t\r\n/"));
    if (name == "node") found_.nodes.push_back(place(start));
    if (name == "edge") found_.edges.push_back(place(start));
    found_.deepest = std::max(found_.deepest, depth_ + 1);
    if (!inside.ends_with('/')) ++depth_;
  }

  /// Position of the > that ends a tag, or the end of the text.
  std::size_t end_of_tag(std::size_t at) const {
    while (at < text_.size() && text_[at] != '>') {
      if (text_[at] == '"' || text_[at] == '\'') at = std::min(text_.find(text_[at], at + 1), text_.size() - 1);
      ++at;
    }
    return std::min(at, text_.size());
  }

  Place place(std::size_t at) {
    for (; counted_ < at; ++counted_) {
      if (text_[counted_] != '\n') continue;
      ++line_;
      line_start_ = counted_ + 1;
    }
    return {line_, static_cast<std::uint32_t>(at - line_start_ + 1)};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  std::size_t counted_ = 0;  ///< newlines before this position are in line_
  std::size_t line_start_ = 0;
  std::uint32_t line_ = 1;
  XmlScan found_;
};

}  // namespace

XmlScan scan_xml(std::string_view text) { return XmlScanner(text).scan(); }

}  // namespace fsin::graph_file
