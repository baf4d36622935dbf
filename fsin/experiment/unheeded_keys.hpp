// SPDX-License-Identifier: Apache-2.0
// Keys without effect: values that an experiment gives, and that decide nothing beside its other values. One table
// (unheeded_keys.cpp) says on what each key depends that does not always count; tests/study/keys_test.cpp changes the
// keys of experiments of several kinds and fails where a result stays the same and nothing is said.
//
// Keys that only the opened workload can judge, such as the algorithm of a collective that a program never calls, are
// told by its source (sources::Opening::unheeded).
#pragma once

#include <vector>

#include "fsin/experiment/experiment.hpp"
#include "fsin/result/unheeded.hpp"

namespace fsin::experiment {

/// The experiment itself gives the value at the path, in its file or by an override: not a part or a platform. A path
/// like "workload.jobs[0].workload.cpu" is that of its list.
bool is_own(const config::Document& document, const std::string& path);

/// In the order of the keys. A value that is written and equals the default is not among them: it changes nothing
/// anywhere. Neither are values that come from network.file or network.platform.
std::vector<result::Unheeded> unheeded_keys(const LoadedExperiment& loaded);

}  // namespace fsin::experiment
