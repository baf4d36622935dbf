// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes as a platform file of SimGrid. Nothing may crash, hang or run away; every message is one line;
// every route of what is read without an error is over links that there are.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fsin/core/text.hpp"
#include "fsin/platform/read.hpp"

namespace {

using namespace fsin;

void require(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print("fuzz_platform: {}\n", what);
  std::abort();
}

void check_routes(const platform::Platform& platform) {
  const auto hosts = static_cast<std::uint32_t>(std::min<std::size_t>(platform.hosts().size(), 12));
  std::vector<platform::LinkNumber> links;
  for (std::uint32_t from = 0; from < hosts; ++from) {
    for (std::uint32_t to = 0; to < hosts; ++to) {
      std::string why_not;
      const bool joined = platform.route(from, to, links, why_not);
      require(joined == why_not.empty(), "a route that is not there has no reason, or one that is there has");
      for (const platform::LinkNumber each : links) require(each < platform.links().size(), "a route over no link");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 16384) return 0;
  Diagnostics diagnostics;
  const auto file = platform::read_text({reinterpret_cast<const char*>(data), size}, Mark("plat.xml"), diagnostics);
  for (const Diagnostic& entry : diagnostics.entries())
    require(!find_non_text(entry.text()) && entry.text().find('\n') == std::string::npos, "a message is not a line");
  require((file != nullptr) == diagnostics.ok(), "a platform in spite of errors, or none without one");
  if (file) check_routes(file->platform);
  return 0;
}
