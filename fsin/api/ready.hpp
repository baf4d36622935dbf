// SPDX-License-Identifier: Apache-2.0
// From what a caller of the library wrote to an experiment that is ready to run, through the door of the commands: what
// `fsin run` refuses is refused here, in the same words and order. Shared by the C++ interface and the Python module.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fsin/api/fsin.hpp"
#include "fsin/config/document.hpp"
#include "fsin/core/diagnostic.hpp"
#include "fsin/run/prepared.hpp"
#include "fsin/run/run_options.hpp"

namespace fsin::api {

/// An experiment as it is given: a file, or else a text with the name that messages call it by.
struct Written {
  std::optional<std::filesystem::path> file{};
  std::string name{};
  std::string text{};
  std::vector<std::string> overrides{};  ///< "key=value", each
};

std::vector<Message> messages(const Diagnostics& diagnostics, Severity severity);

/// Throws ExperimentError where there is an error.
void stop_at_errors(const Diagnostics& diagnostics);

/// The document, not yet with the overrides. Files that its keys name are recorded as those of a file are.
config::Document document_of(const Written& written, Diagnostics& diagnostics);

/// Read, with the overrides. `of_sweep` is the error where the text describes a sweep. Throws ExperimentError, as all
/// of these do.
experiment::LoadedExperiment load(const Written& written, const std::string& of_sweep, Diagnostics& diagnostics);

/// Checked against its network, its files opened, warned of what has no effect.
run::Prepared prepared(experiment::LoadedExperiment loaded, Diagnostics& diagnostics);

/// Through the door. `how` says how the runs will be made; its threads become those that have something to do. A run
/// has a fixed number of seeds.
run::Prepared ready(const Written& written, run::RunOptions& how, bool allow_deadlock, const std::string& of_sweep,
                    Diagnostics& diagnostics);

}  // namespace fsin::api
