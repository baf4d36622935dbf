// SPDX-License-Identifier: Apache-2.0
// The page: the template with styles, scripts, D3 and the data put in. One file that needs nothing else, neither a
// network nor files beside it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fsin/report/page/json.hpp"

namespace fsin::report::page {

/// A file of fsin/report/page/assets, or D3, in the program.
struct Asset {
  std::string_view name;  ///< "curves.js"
  std::string_view text;
};

/// All of them, in the order in which the page needs them.
std::span<const Asset> assets();

/// Text of an asset; throws std::logic_error when there is none of that name.
std::string_view asset(std::string_view name);

/// JSON that may stand inside <script>: no '<' in it, as "</script>" or "<!--" would end or change it.
std::string script_text(const Json& json);
/// Text that may stand in an element or in a quoted attribute.
std::string escaped(std::string_view text);

/// The whole page.
std::string html(const Json& report);

}  // namespace fsin::report::page
