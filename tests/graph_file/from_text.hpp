// SPDX-License-Identifier: Apache-2.0
// A network from a text, with the messages about it.
#pragma once

#include <string>

#include "fsin/graph_file/read.hpp"
#include "fsin/graph_file/wiring.hpp"

namespace graph_file_test {

struct FromText {
  fsin::graph_file::Wiring wiring;
  std::string messages;  ///< in which the file is net.edges, or as `name` says
};

inline FromText from_text(const std::string& text, const fsin::graph_file::Reading& reading = {},
                          const std::string& name = "net.edges", std::uint64_t room = 0,
                          const fsin::graph_file::AttributeChoice& choice = {}) {
  fsin::Diagnostics diagnostics;
  const auto listing = fsin::graph_file::read_text(text, fsin::graph_file::Format::automatic, fsin::Mark(name), room,
                                                   diagnostics, choice);
  FromText made;
  if (diagnostics.ok()) made.wiring = fsin::graph_file::wire(listing, reading, diagnostics);
  made.messages = diagnostics.text();
  return made;
}

/// "s0-s1 s1>s2": links by name, each with its class where that is not the first of links, and with its count.
inline std::string links_of(const fsin::graph_file::Wiring& wiring) {
  std::string text;
  const auto add = [&](const fsin::graph_file::Wire& link, char between) {
    if (!text.empty()) text += ' ';
    text += wiring.names[link.from] + between + wiring.names[link.to];
    if (link.count > 1) text += "*" + std::to_string(link.count);
  };
  for (const auto& link : wiring.links) add(link, '-');
  for (const auto& arc : wiring.arcs) add(arc, '>');
  return text;
}

}  // namespace graph_file_test
