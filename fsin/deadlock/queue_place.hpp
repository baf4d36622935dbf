// SPDX-License-Identifier: Apache-2.0
// The queue where a packet waits, in the numbering of the analyses.
#pragma once

#include <cstdint>

namespace fsin::deadlock {

/// An input queue of a router: transit queue port * vcs + vc, or ports * vcs for the injection queue.
struct QueuePlace {
  std::uint32_t router = 0;
  std::uint32_t queue = 0;

  bool operator==(const QueuePlace&) const = default;
};

}  // namespace fsin::deadlock
