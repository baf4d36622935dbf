// SPDX-License-Identifier: Apache-2.0
// Words with which the shell goes on where a key, a value, a topic or a kind has been started, from the tables by which
// experiments are read.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/cli/command.hpp"
#include "fsin/config/describe.hpp"

namespace fsin::commands {

/// Candidates for a started override KEY=VALUE of these fields. A key may be started as it may be written: from its
/// first part, or from any later one (`router.q`). It is completed part by part, and its value where that is a name.
std::vector<cli::Candidate> key_candidates(std::span<const config::FieldDoc> fields, std::string_view word);

/// The same for the fields of an experiment. Empty before the experiment, which is a file, and behind `--`.
std::vector<cli::Candidate> complete_experiment(std::string_view word, std::span<const std::string> earlier);

/// Candidates for a started topic of `fsin help`: KIND.NAME, and whole keys.
std::vector<cli::Candidate> complete_topic(std::string_view word, std::span<const std::string> earlier);

/// Candidates for a started kind of `fsin list`.
std::vector<cli::Candidate> complete_kind(std::string_view word, std::span<const std::string> earlier);

}  // namespace fsin::commands
