// SPDX-License-Identifier: Apache-2.0
// Foreign text within SVG and HTML.
#pragma once

#include <string>
#include <string_view>

namespace fsin {

/// The text as the contents of an element, not of an attribute: `&`, `<` and `>` are escaped, and control characters
/// that XML cannot hold are question marks.
std::string markup_text(std::string_view text);

}  // namespace fsin
