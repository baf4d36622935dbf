// SPDX-License-Identifier: Apache-2.0
// The lines in which runs are kept, written and read: whole in the journal of a sweep and in results.jsonl, and for
// other programs in runs.jsonl, which tells where each run stands and leaves out detail and links.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "fsin/sweep/results.hpp"

namespace fsin::sweep {

/// {point, seed, key, result}.
nlohmann::ordered_json journal_line(const Run& run);
/// Throws nlohmann::ordered_json::exception for what is no run.
Run read_journal_line(const nlohmann::ordered_json& line);

/// {point, name, axes, seed, key}, and the result in the same object.
nlohmann::ordered_json run_line(const Plan& plan, const Run& run);
Run read_run_line(const nlohmann::ordered_json& line);

/// The runs of runs.jsonl (figures), of results.jsonl (results), or of the journal, whose last line may be half
/// written. Throws SweepError, which names file and line.
enum class Lines : std::uint8_t { figures, results, journal };
std::vector<Run> read_lines(const std::filesystem::path& path, Lines lines);

}  // namespace fsin::sweep
