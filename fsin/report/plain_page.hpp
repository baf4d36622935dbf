// SPDX-License-Identifier: Apache-2.0
// Pages without scripts, in the style of the report: a heading and its parts, light and dark, on a desk, on a phone and
// in print. For what is read once, and has no points to choose from: models side by side, a calibration, two folders.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fsin/report/aligned.hpp"

namespace fsin::report {

/// How a part stands on the page.
enum class Ground {
  surface,  ///< in the colours of the theme
  white     ///< a picture that is the same as its file, in both themes
};

struct PagePart {
  std::string name;  ///< for those who hear the page; a heading, too, where `headed`
  std::string body;  ///< markup
  Ground ground = Ground::surface;
  bool headed = false;
};

/// `title` is that of the tab; both are text, not markup.
std::string plain_page(std::string_view title, std::string_view heading, const std::vector<PagePart>& parts);

/// Text as it stands on a terminal.
std::string page_text(std::string_view text);
/// The first row is the head; the first `words` columns are words and stand at the left, numbers at the right.
std::string page_table(const std::vector<TableRow>& rows, std::size_t words);

}  // namespace fsin::report
