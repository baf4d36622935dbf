// SPDX-License-Identifier: Apache-2.0
// Two results folders side by side (fsin/sweep/folder_comparison.hpp), as text, as JSON and as a page.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "fsin/sweep/folder_comparison.hpp"

namespace fsin::report {

/// For a terminal.
std::string comparison_text(const sweep::Results& a, const sweep::Results& b,
                            const sweep::FolderComparison& comparison);
/// One file for any browser, without scripts.
std::string comparison_page(const sweep::Results& a, const sweep::Results& b,
                            const sweep::FolderComparison& comparison);
/// For other programs.
nlohmann::ordered_json comparison_json(const sweep::Results& a, const sweep::Results& b,
                                       const sweep::FolderComparison& comparison);

}  // namespace fsin::report
