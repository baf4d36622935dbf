// SPDX-License-Identifier: Apache-2.0
// Suggestions for a misspelt name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fsin {

/// The candidate nearest to the name by edit distance (insert, delete, replace, swap of neighbours; case, '-' and '_'
/// do not count), if it is near enough to be meant: one slip for every four letters, or one in a short name. None if
/// two are equally near, or if digits differ, since oblivious-2vc is no misspelling of oblivious-1vc.
std::optional<std::string_view> nearest(std::string_view name, std::span<const std::string_view> candidates);

/// The end of a message about an unknown name: `; did you mean "torus"? valid types: torus, mesh`, or without a near
/// candidate `; valid types: torus, mesh`. `what` is the plural noun, here "valid types".
std::string suggestion(std::string_view name, std::span<const std::string_view> candidates, std::string_view what);

}  // namespace fsin
