// SPDX-License-Identifier: Apache-2.0
// The headings of the documentation, for the search of `fsin help`; made at build time by cmake/headings.cmake.
#pragma once

#include <span>
#include <string_view>

namespace fsin::commands {

struct Page {
  std::string_view file;  ///< "docs/statistics.md", from the root of the tree
  std::string_view text;  ///< a heading, or what a reader wants who should look there
  bool heading;
};

std::span<const Page> pages();

}  // namespace fsin::commands
