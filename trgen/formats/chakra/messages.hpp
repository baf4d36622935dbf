// SPDX-License-Identifier: Apache-2.0
// Chakra's files, node by node: a sequence of protobuf messages, each behind its length as a varint, of which the first
// is metadata.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "trgen/formats/chakra/node.hpp"
#include "trgen/io/input.hpp"
#include "trgen/io/output.hpp"

namespace trgen::formats::chakra {

/// Calls `take` for each node of the file. Throws record::TraceError for a faulty one.
void read_nodes(io::Input& in, const std::function<void(Node&&)>& take);

/// True when content that begins with these bytes is a Chakra trace.
bool begins_trace(std::span<const char> head);

class NodeWriter {
 public:
  /// Writes the metadata.
  explicit NodeWriter(io::Output& out);
  void write(const Node& node, std::string_view name);

 private:
  io::Output& out_;
  std::string buffer_;
};

}  // namespace trgen::formats::chakra
