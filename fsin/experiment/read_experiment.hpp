// SPDX-License-Identifier: Apache-2.0
// An experiment from its YAML file: presets and defaults filled in, and all checked that can be checked without
// building anything.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fsin/config/document.hpp"
#include "fsin/experiment/experiment.hpp"

namespace fsin::experiment {

/// Reads the file and the overrides `key=value`, and checks all that can be checked without building anything. Adds
/// every mistake to `diagnostics`; empty when there was an error.
std::optional<LoadedExperiment> load_experiment(const std::filesystem::path& file,
                                                const std::vector<std::string>& overrides, Diagnostics& diagnostics);

/// The same from a document that was loaded, or could not be. `of_sweep`: the error where it describes a sweep.
std::optional<LoadedExperiment> load_experiment(config::Document document, const std::vector<std::string>& overrides,
                                                const std::string& of_sweep, Diagnostics& diagnostics);

/// The same from a document whose schema was checked and whose overrides were given; `name` is what the results are
/// called when it does not say, `axes` are the names of the layers of overrides beside the command line (layers.hpp),
/// `graphs` those that other experiments have read.
std::optional<LoadedExperiment> read_experiment(config::Document document, const std::string& name,
                                                Diagnostics& diagnostics, std::span<const std::string> axes = {},
                                                topology::FileGraphs* graphs = nullptr);

}  // namespace fsin::experiment
