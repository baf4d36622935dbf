// SPDX-License-Identifier: Apache-2.0
// One experiment under several models, as text, JSON and a page with a figure.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "fsin/study/compare_models.hpp"

namespace fsin::report {

std::string models_text(const study::ModelComparison& comparison);

nlohmann::ordered_json models_json(const study::ModelComparison& comparison, const std::string& version);

/// A complete SVG document: error and speed of each model, latency by size of messages, times of ranks.
std::string models_svg(const study::ModelComparison& comparison);
/// The same with the tables, as one page that needs nothing else.
std::string models_page(const study::ModelComparison& comparison);

/// What a model is trusted with: "+12.3%".
std::string error_text(double error);

}  // namespace fsin::report
