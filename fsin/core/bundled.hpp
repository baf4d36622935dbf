// SPDX-License-Identifier: Apache-2.0
// Files that come with the programs: experiments/, topologies/ and traces/. One rule finds them, in the build tree,
// installed under any prefix, or moved afterwards: share/fsin beside the folder of the program that runs. The
// environment variable FSIN_DATA names another folder, for programs that are linked with the library and stand
// elsewhere.
//
// A user writes `bundled:topologies/cray-t3d.yaml`, on a command line or in an experiment. No other path is looked for
// there: a file that is not where its path says is an error, never replaced by one that came with the programs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace fsin {

/// The folder of the program that runs, links followed; empty where the system does not tell.
std::filesystem::path program_folder();

/// The folder of the bundled files, whether it exists or not.
std::filesystem::path data_folder();

/// The file that `bundled:NAME` stands for; empty for any other text.
std::optional<std::filesystem::path> bundled_file(std::string_view written);

/// For messages about a file that is not there: " (looked for /tmp/traces/t.txt)", where a relative path leads from
/// the working folder; empty of an absolute path, which says it itself.
std::string looked_for(const std::filesystem::path& path);

}  // namespace fsin
