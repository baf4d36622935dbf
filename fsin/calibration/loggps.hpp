// SPDX-License-Identifier: Apache-2.0
// The parameters of network.model loggps (fsin/engine/message/loggps.hpp) from the times of ping-pongs. Alone, a
// message of s bytes takes A + (s - 1) G with A = L + 2 o, and one longer than S takes 3 A + (s - 1) G, since it is
// announced and answered first. A and G are fitted for each S that lies between two sizes, and for none; the S with the
// least logarithmic error is taken.
//
// Ping-pongs cannot separate L from o, since both occur in A only, nor G from O, and say nothing of g: a rank never
// sends two messages in a row. o is therefore given, or 0; O and g are 0.
//
// Source: F. Ino, N. Fujimoto, K. Hagihara, LogGPS: a parallel computational model for synchronization analysis, PPoPP
// 2001.
#pragma once

#include <optional>
#include <span>

#include "fsin/calibration/sample.hpp"

namespace fsin::calibration {

struct Loggps {
  double base_ns = 0;                  ///< A = L + 2 o
  double byte_ns = 0;                  ///< G
  std::optional<std::uint64_t> eager;  ///< S
  std::uint64_t next = 0;              ///< the size after S; S itself may be anything below it

  double ns(std::uint64_t bytes) const {
    const double others = bytes < 2 ? 0 : static_cast<double>(bytes - 1);
    return (eager && bytes > *eager ? 3 : 1) * base_ns + others * byte_ns;
  }
};

/// `announces` is false to leave S out.
Loggps fit_loggps(std::span<const Point> points, bool announces);

}  // namespace fsin::calibration
