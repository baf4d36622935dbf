// SPDX-License-Identifier: Apache-2.0
// A reader of the YAML that experiments are written in, for a page, which has no yaml-cpp: maps and lists in block and
// flow style, texts with and without quotes, comments; JSON with it. Anchors, aliases, tags, merge keys, texts of
// several lines and several documents are refused, each by its name and place. What it takes, it reads as
// fsin/config/yaml.cpp does (tests/browser/small_yaml_test.cpp).
#pragma once

#include <optional>
#include <string_view>

#include "fsin/config/tree.hpp"

namespace fsin::browser {

/// As config::parse_yaml(): empty after an error, and, without one, for a text without a document.
std::optional<config::Tree> parse_small_yaml(std::string_view text, const Mark& origin, Diagnostics& diagnostics);

}  // namespace fsin::browser
