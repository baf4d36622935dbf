// SPDX-License-Identifier: Apache-2.0
// Quantities as SimGrid's platform files write them: "1.25GBps", "10Gbps", "50us", "2.5Gf", or a bare number in bytes a
// second, seconds or flop/s.
#pragma once

#include <optional>
#include <string_view>

namespace fsin::platform {

/// Bytes a second: bps, Bps and their multiples (k, M, G, T, P, and ki, Mi, Gi, Ti). Empty if it is no such quantity.
std::optional<double> bandwidth_of(std::string_view text);
/// Seconds: w, d, h, m, s, ms, us, ns, ps.
std::optional<double> time_of(std::string_view text);
/// Flop/s: f, kf, Mf, Gf, Tf, Pf, Ef; of a list for several states of the host, "1Gf,500Mf", the first.
std::optional<double> speed_of(std::string_view text);

}  // namespace fsin::platform
