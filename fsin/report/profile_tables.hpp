// SPDX-License-Identifier: Apache-2.0
// Where the time of ranks went, as tables beside those of the detail:
//
//   phases.csv         cycles of ranks by MPI call
//   rank_traffic.csv   messages and bytes from rank to rank
//   path.csv           the critical path, step by step, where it was asked for
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fsin/report/table.hpp"
#include "fsin/sweep/results.hpp"

namespace fsin::report {

std::string profile_columns(const Front& front);

void write_profiles(const std::filesystem::path& folder, const sweep::Plan& plan, const std::vector<sweep::Run>& runs);

}  // namespace fsin::report
