// SPDX-License-Identifier: Apache-2.0
// Fits to shapes that others have published: parameters of models of real networks, from which the times are made.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "fsin/calibration/baselines.hpp"
#include "fsin/calibration/fit.hpp"
#include "tests/calibration/made_points.hpp"

namespace published_test {

using namespace fsin::calibration;
using namespace fsin::calibration::testing;

namespace {

/// Latency and bandwidth with factors by the size of a message.
struct Factored {
  double latency_ns = 0;
  double byte_ns = 0;
  std::vector<SizeFactor> factors;

  double ns(std::uint64_t bytes) const {
    const auto above =
        std::find_if(factors.begin(), factors.end(), [&](const auto& each) { return each.from > bytes; });
    const SizeFactor& row = *std::prev(above);
    return latency_ns * row.latency + static_cast<double>(bytes) * byte_ns / row.bandwidth;
  }
};

// SimGrid 3.32, smpi/bw-factor and smpi/lat-factor: measured over TCP on gigabit Ethernet (P. Bedaride et al., Toward
// better simulation of MPI applications on Ethernet/TCP networks, PMBS 2013), over the 50 us and 125 MB/s of such
// links.
const Factored ethernet{50'000,
                        8,
                        {{0, 0.812084, 2.01467},
                         {257, 0.338112, 1.95341},
                         {732, 0.341987, 1.9503},
                         {1426, 0.608902, 1.61075},
                         {3484, 0.77493, 1.88101},
                         {5776, 1.08739, 2.18796},
                         {9376, 0.58729, 2.59299},
                         {15424, 0.697866, 3.48845},
                         {65472, 0.940694, 11.6436}}};
// The same factors over links as fast as those of a cluster today.
const Factored fast{1000, 0.8, ethernet.factors};

// A. Alexandrov et al., LogGP, SPAA 1995, table of the Meiko CS-2: L + 2 o = 7.5 + 2 * 1.7 us, G = 0.03 us.
const Loggps meiko{10'900, 30, std::nullopt, 0};
// The same machine, announcing messages of more than 1 KiB as LogGPS does (F. Ino et al., PPoPP 2001).
const Loggps announcing{10'900, 30, 1024, 0};

constexpr std::uint64_t most = 4U << 20U;

}  // namespace

TEST_CASE("published factors of Ethernet are fitted within 5 % on average and 20 % at worst, with noise too") {
  for (const Factored* shape : {&ethernet, &fast}) {
    for (const double noise : {0.0, 0.03}) {
      CAPTURE(shape->latency_ns);
      CAPTURE(noise);
      const PiecewiseFit fit = piecewise_fit(points_from(*shape, usual_sizes(most), noise), {}, 12);
      CHECK(fit.judged().fitted.mean < 0.05);
      CHECK(fit.judged().fitted.worst < 0.20);
      CHECK(fit.judged().held_out.mean < 0.086);  // what Clauss et al. report of fitted sizes
    }
  }
}

TEST_CASE("published LogGP and LogGPS machines are fitted by their own model and by segments") {
  for (const Loggps* machine : {&meiko, &announcing}) {
    for (const double noise : {0.0, 0.03}) {
      const auto points = points_from(*machine, usual_sizes(most), noise);
      const LoggpsFit own = loggps_fit(points);
      CHECK(own.judged.fitted.mean < 0.05);
      CHECK(own.judged.fitted.worst < 0.20);
      CHECK(own.model.eager.has_value() == machine->eager.has_value());
      const PiecewiseFit segments = piecewise_fit(points, {}, 12);
      CHECK(segments.judged().fitted.mean < 0.05);
      CHECK(segments.judged().fitted.worst < 0.20);
    }
  }
}

}  // namespace published_test
