// SPDX-License-Identifier: Apache-2.0
#include "fsin/calibration/formats/netpipe.hpp"

#include <fmt/format.h>

#include <cmath>

#include "fsin/core/text.hpp"

namespace fsin::calibration {
namespace {

/// True when the columns agree with each other. Times have eight decimals of a second, so that short ones are coarse.
bool is_row(const Line& line) {
  if (!is_numbers(line) || (line.words.size() != 3 && line.words.size() != 5)) return false;
  const double bits = 8 * *parse_real(line.words[0]);
  const double rate = *parse_real(line.words[line.words.size() == 3 ? 1 : 3]);
  const double seconds = *parse_real(line.words.back());
  const double coarse = seconds > 0 ? 1e-8 / seconds : 1;
  for (const double unit : {1e6, 0x1p20}) {
    if (std::abs(rate * unit * seconds - bits) <= (0.02 + coarse) * bits) return true;
  }
  return false;
}

}  // namespace

bool NetpipeFormat::recognises(std::span<const Line> lines) {
  std::size_t rows = 0;
  for (const Line& line : lines) {
    if (line.words.empty()) continue;
    if (!is_row(line)) return false;
    if (++rows == 8) return true;
  }
  return rows > 0;
}

void NetpipeFormat::read(Reading& reading) {
  for (const Line& line : reading.lines) {
    if (line.words.empty()) continue;
    if (!is_row(line)) {
      return reading.error(line,
                           "no line of np.out: bytes, Mbps and seconds, where Mbps is 8 bytes / seconds; NetPIPE "
                           "5 writes bytes, three of Mbps, seconds");
    }
    reading.add(line, line.words[0], line.words.back(), 1e9);
  }
  reading.taken("half round trips, as NetPIPE writes them");
}

}  // namespace fsin::calibration
