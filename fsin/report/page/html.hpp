// SPDX-License-Identifier: Apache-2.0
// The page: the template with styles, scripts, D3 and the data inserted. One file that needs nothing else, neither a
// network connection nor files beside it.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "fsin/report/page/json.hpp"

namespace fsin::report::page {

/// A file of fsin/report/page/assets, or D3, compiled into the program.
struct Asset {
  std::string_view name;  ///< "curves.js"
  std::string_view text;
};

/// All assets, in the order in which the page needs them.
std::span<const Asset> assets();

/// The text of an asset; throws std::logic_error when there is none of that name.
std::string_view asset(std::string_view name);

/// JSON that may stand inside <script>: '<' is escaped, since "</script>" or "<!--" would end or change it.
std::string script_text(const Json& json);
/// Escapes text for the inside of an element or of a quoted attribute.
std::string escaped(std::string_view text);

/// The whole page for the report data.
std::string html(const Json& report);

}  // namespace fsin::report::page
