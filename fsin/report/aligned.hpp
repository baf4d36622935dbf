// SPDX-License-Identifier: Apache-2.0
// Rows of text as a table for a terminal.
#pragma once

#include <string>
#include <vector>

namespace fsin::report {

using TableRow = std::vector<std::string>;

/// Columns as wide as their widest field, two blanks between them, none at the end of a line. All rows have the length
/// of the first.
std::string aligned(const std::vector<TableRow>& rows);

}  // namespace fsin::report
