// SPDX-License-Identifier: Apache-2.0
// The files in a folder of results, each named here once. Who would write, overwrite, read or check such a folder takes
// the names from here, and a table (fsin/report/table.hpp) refuses a name that is not in the list.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fsin::sweep {

enum class Folder : std::uint8_t { sweep, run };  ///< fsin sweep, and fsin run --out

struct ResultFile {
  std::string_view name;
  bool of_sweep = true;
  bool of_run = true;
  bool keeps_digest = true;  ///< sweep.json has the digest of this file
};

/// Those with a digest stand in the order in which sweep.json has them.
inline constexpr std::array all_result_files{
    ResultFile{.name = "sweep.json", .of_run = false, .keeps_digest = false},
    ResultFile{.name = "run.json", .of_sweep = false, .keeps_digest = false},
    ResultFile{.name = "config.yaml", .of_sweep = false, .keeps_digest = false},
    ResultFile{
        .name = "runs.partial.jsonl", .of_run = false, .keeps_digest = false},  // only while the sweep is under way
    ResultFile{.name = "results.jsonl"},
    ResultFile{.name = "runs.jsonl"},
    ResultFile{.name = "runs.csv"},
    ResultFile{.name = "points.csv", .of_run = false},
    ResultFile{.name = "links.csv"},
    ResultFile{.name = "nodes.csv", .of_sweep = false},
    ResultFile{.name = "latency.csv"},
    ResultFile{.name = "columns.yaml"},
    ResultFile{.name = "series.csv"},
    ResultFile{.name = "ranks.csv"},
    ResultFile{.name = "gantt.csv"},
    ResultFile{.name = "traffic.csv"},
    ResultFile{.name = "phases.csv"},
    ResultFile{.name = "rank_traffic.csv"},
    ResultFile{.name = "path.csv"},
};

/// The names of all files of a folder, also while it is being written.
std::vector<std::string_view> result_files(Folder what);
/// The files of a sweep of which sweep.json has the digest.
std::vector<std::string_view> files_with_digest();
bool is_result_file(std::string_view name);

}  // namespace fsin::sweep
