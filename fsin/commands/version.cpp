// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/version.hpp"

#include <fmt/format.h>

#include <boost/version.hpp>
#include <nlohmann/json.hpp>

#include "fsin/core/build_identity.hpp"
#include "fsin/core/build_info.hpp"
#include "fsin/core/bundled.hpp"
#include "fsin/core/version.hpp"

namespace fsin::commands {

std::string version_text() {
  const std::string left_out = build_info::parts_left_out;
  return fmt::format(
      "{}\nsimulating code {} (part of the key of cached results and checkpoints)\nbuild type {}, compiler {}\nBoost "
      "{}.{}.{}, fmt {}.{}.{}, nlohmann-json {}.{}.{}, yaml-cpp {}\nwith {}{}{}\nbundled files in {}\n",
      version_line("fsin"), build_identity::program_digest(), build_info::build_type, build_info::compiler,
      BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100, FMT_VERSION / 10000,
      FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR,
      NLOHMANN_JSON_VERSION_PATCH, build_info::yaml_cpp, build_info::parts, left_out.empty() ? "" : "\nwithout ",
      left_out, data_folder().string());
}

}  // namespace fsin::commands
