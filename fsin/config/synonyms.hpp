// SPDX-License-Identifier: Apache-2.0
// Synonyms: what keys are called elsewhere, so that link.latency is answered with link.delay and not with the key of
// another model that happens to be called latency.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace fsin::config {

/// The first of the keys that is another word for the name (upper case, `-` and `_` do not count); empty if there is
/// none.
std::optional<std::string_view> synonym_of(std::string_view name, std::span<const std::string_view> keys);

}  // namespace fsin::config
