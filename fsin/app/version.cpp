// SPDX-License-Identifier: Apache-2.0
#include "fsin/app/version.hpp"

#include <fmt/format.h>

#include <boost/version.hpp>
#include <nlohmann/json.hpp>

#include "fsin/app/build_info.hpp"

namespace fsin::app {

std::string version_line() {
  const std::string revision = build_info::revision;
  return fmt::format("fsin {}{}", build_info::version, revision.empty() ? "" : " (" + revision + ")");
}

std::string version_text() {
  return fmt::format(
      "{}\nbuild type {}, compiler {}\nBoost {}.{}.{}, fmt {}.{}.{}, nlohmann-json {}.{}.{}, yaml-cpp {}\n",
      version_line(), build_info::build_type, build_info::compiler, BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
      BOOST_VERSION % 100, FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, NLOHMANN_JSON_VERSION_MAJOR,
      NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH, build_info::yaml_cpp);
}

}  // namespace fsin::app
