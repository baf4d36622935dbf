// SPDX-License-Identifier: Apache-2.0
// A platform from a text, with the messages about it, and its routes by names.
#pragma once

#include <string>

#include "fsin/platform/read.hpp"

namespace platform_test {

struct FromText {
  std::shared_ptr<const fsin::platform::PlatformFile> file;
  std::string messages;  ///< in which the file is plat.xml

  /// "n1_UP bb n4_DOWN", or why there is no route.
  std::string route(std::string_view from, std::string_view to) const {
    const auto& platform = file->platform;
    const auto number = [&](std::string_view name) {
      for (std::uint32_t i = 0; i < platform.hosts().size(); ++i) {
        if (platform.hosts()[i].name == name) return i;
      }
      return fsin::platform::none;
    };
    std::vector<fsin::platform::LinkNumber> links;
    std::string text;
    if (!platform.route(number(from), number(to), links, text)) return text;
    for (const auto link : links) text += (text.empty() ? "" : " ") + platform.links()[link].name;
    return text;
  }
};

inline FromText from_text(const std::string& body) {
  fsin::Diagnostics diagnostics;
  FromText made;
  made.file = fsin::platform::read_text("<platform version=\"4.1\">\n" + body + "\n</platform>\n",
                                        fsin::Mark("plat.xml"), diagnostics);
  made.messages = diagnostics.text();
  return made;
}

}  // namespace platform_test
