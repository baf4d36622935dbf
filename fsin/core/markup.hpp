// SPDX-License-Identifier: Apache-2.0
// Foreign text within SVG.
#pragma once

#include <string>
#include <string_view>

namespace fsin {

/// The text as the contents of an element of XML: `&` and `<` are escaped, and control characters, which XML cannot
/// hold, are question marks.
std::string markup_text(std::string_view text);

}  // namespace fsin
