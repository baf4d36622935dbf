// SPDX-License-Identifier: Apache-2.0
// Reads a platform file of SimGrid 3.32 (version 4 or 4.1 of the format).
//
// Read: zones (routing Full, Floyd, Dijkstra, DijkstraCache, Cluster, None; also <AS>), hosts, routers, links of the
// policies SHARED, SPLITDUPLEX and FATPIPE, routes and routes between zones, clusters (flat, torus, fat tree,
// dragonfly), cabinets, backbones and links of hosts, loopback links and limiters.
// Left out with a warning: disks and storage, configuration, states of hosts beyond the first.
// Refused: availability and state traces, bypass routes, Vivaldi and Wi-Fi zones, peers.
#pragma once

#include <memory>
#include <string>

#include "fsin/core/diagnostic.hpp"
#include "fsin/core/input_path.hpp"
#include "fsin/platform/platform.hpp"

namespace fsin::platform {

struct PlatformFile {
  Platform platform;
  std::string digest;  ///< "xxh128:..."
};

/// Reads a file. Null after an error, which is in the diagnostics. `named_at`: where the experiment names the file.
std::shared_ptr<const PlatformFile> read_file(const InputPath& file, const Mark& named_at, Diagnostics& diagnostics);
/// Reads a text in memory; `source` is its name in messages.
std::shared_ptr<const PlatformFile> read_text(const std::string& text, const Mark& source, Diagnostics& diagnostics);

}  // namespace fsin::platform
