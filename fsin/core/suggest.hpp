// SPDX-License-Identifier: Apache-2.0
// Suggestions for a misspelt name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fsin {

/// The candidate nearest to the name by edit distance (insert, delete, replace, swap of neighbours; case, '-' and '_'
/// do not count), if one is near enough to be a misspelling of it: one letter in four, or one in a short name. None if
/// two are equally near, and none whose digits are others (oblivious-2vc is not oblivious-1vc): a suggestion must not
/// be something else.
std::optional<std::string_view> nearest(std::string_view name, std::span<const std::string_view> candidates);

/// The tail of a message about an unknown name: `; did you mean "torus"? valid types: torus, mesh`, or without a near
/// candidate `; valid types: torus, mesh`. `what` is the plural, here "valid types".
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates, std::string_view what);

}  // namespace fsin
