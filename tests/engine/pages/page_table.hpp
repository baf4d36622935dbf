// SPDX-License-Identifier: Apache-2.0
// Tables of a documentation page, so that what a page states is tested as it stands there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pages {

using Row = std::vector<std::string>;

/// The rows of the table of `file` (below the repository root) whose head line begins with `head`, cells without the
/// blanks and back quotes around them. Empty when the page has no such table.
std::vector<Row> table(std::string_view file, std::string_view head);

}  // namespace pages
