// SPDX-License-Identifier: Apache-2.0
// Parts of a result as JSON, each written and read: how a run was shortened, what it left out, how far its model can be
// trusted, and the jobs that shared the network. kept_json.hpp puts them together.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "fsin/result/left_out.hpp"
#include "fsin/result/model_check.hpp"
#include "fsin/result/sampling.hpp"
#include "fsin/result/unheeded.hpp"
#include "fsin/stats/job_figures.hpp"

namespace fsin::result {

/// {kind: count, ..., "what": [{kind, what, count}, ...], "text": one line}: the same members whatever was left out.
nlohmann::ordered_json left_out_json(const LeftOut& left_out);

/// The other way round; nothing was left out where there is no such object.
LeftOut read_left_out(const nlohmann::ordered_json& json);

/// [{key, why}, ...]
nlohmann::ordered_json unheeded_json(const std::vector<Unheeded>& unheeded);
/// The other way round; none where there is no such list.
std::vector<Unheeded> read_unheeded(const nlohmann::ordered_json& json);

nlohmann::ordered_json sampling_json(const Sampling& sampling, double seconds_per_cycle);
/// Nothing where there is none.
std::optional<Sampling> read_sampling(const nlohmann::ordered_json& json);

/// [{name, value, limit, warns, text}, ...]
nlohmann::ordered_json model_checks_json(const std::vector<ModelCheck>& checks);
/// The other way round; none where there is no such list.
std::vector<ModelCheck> read_model_checks(const nlohmann::ordered_json& json);

nlohmann::ordered_json jobs_json(const std::vector<stats::JobFigures>& jobs, double seconds_per_cycle);
std::vector<stats::JobFigures> read_jobs(const nlohmann::ordered_json& json);

}  // namespace fsin::result
