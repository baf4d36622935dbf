// SPDX-License-Identifier: Apache-2.0
// Sizes of messages that come from files.
#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "trgen/formats/open.hpp"
#include "trgen/synth/sizes/size_entry.hpp"
#include "trgen/synth/table_file.hpp"

namespace trgen::synth {
namespace {

constexpr std::size_t most_size_steps = 10'000'000;

/// Reads rows of two fields: calls take(bytes, amount) for each.
template <class Take>
void read_size_rows(io::Input& in, std::string_view second, Take take) {
  TableFile file(in);
  std::size_t rows = 0;
  while (file.next()) {
    if (file.fields() != 2) {
      file.fault(fmt::format("{} fields in place of two; write a size in bytes and a {}", file.fields(), second));
      continue;
    }
    const auto bytes = file.natural(0, "size in bytes", most_message_bytes);
    const auto amount = file.amount(1, second);
    if (bytes && *bytes == 0) file.fault("a size of 0 bytes; a message carries at least one");
    if (bytes && *bytes != 0 && amount) take(file, *bytes, *amount);
    if (++rows > most_size_steps) file.stop(fmt::format("more than {} sizes; join some of them", most_size_steps));
  }
  file.throw_if_any();
  if (rows == 0) file.stop(fmt::format("no size in it; write lines of a size in bytes and a {}", second));
}

}  // namespace

std::vector<SizeStep> read_size_table(io::Input& in) {
  std::vector<SizeStep> steps;
  double all = 0;
  read_size_rows(in, "weight", [&](TableFile&, std::uint64_t bytes, double weight) {
    steps.push_back({bytes, bytes, weight});
    all += weight;
  });
  if (all <= 0) {
    io::Problems(in.name()).stop(0, "all weights are 0; give at least one size a weight above 0");
  }
  return steps;
}

std::vector<SizeStep> read_size_curve(io::Input& in) {
  std::vector<CurvePoint> curve;
  read_size_rows(in, "probability", [&](TableFile& file, std::uint64_t bytes, double probability) {
    if (probability > 1) {
      file.fault(fmt::format("a probability of {}; it is at most 1", probability));
    } else if (!curve.empty() && (bytes < curve.back().bytes || probability < curve.back().probability)) {
      file.fault(fmt::format("{} bytes at {} after {} at {}; sizes and probabilities grow from line to line", bytes,
                             probability, curve.back().bytes, curve.back().probability));
    } else {
      curve.push_back({bytes, probability});
    }
  });
  if (curve.back().probability != 1) {
    io::Problems(in.name()).stop(
        0, fmt::format("the last probability is {}; the largest size has probability 1", curve.back().probability));
  }
  return steps_of_curve(curve);
}

std::vector<SizeStep> read_trace_sizes(const fsin::InputPath& path) {
  const auto trace = formats::open_trace(path);
  const auto cursor = trace->open();
  std::map<std::uint64_t, std::uint64_t> counts;
  for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
    record::Record record;
    while (cursor->next(rank, record)) {
      if (record.kind == record::Kind::send && record.peer != rank) {
        ++counts[std::min(record.bytes, most_message_bytes)];
      }
    }
  }
  if (!cursor->failure().empty()) throw record::TraceError(cursor->failure());
  if (counts.empty()) io::Problems(path.string()).stop(0, "no message between two ranks in it; take another trace");
  std::vector<SizeStep> steps;
  for (const auto& [bytes, count] : counts) steps.push_back({bytes, bytes, static_cast<double>(count)});
  return steps;
}

std::vector<SizeStep> steps_of_curve(const std::vector<CurvePoint>& curve) {
  std::vector<SizeStep> steps;
  CurvePoint before{0, 0};
  for (const CurvePoint& point : curve) {
    const bool lone = steps.empty() || point.bytes == before.bytes;
    const std::uint64_t low = lone ? point.bytes : before.bytes + 1;
    steps.push_back({low, point.bytes, point.probability - before.probability});
    before = point;
  }
  return steps;
}

std::string check_size_file(std::string_view sizes, const std::filesystem::path& file) {
  if (!file.empty()) return {};
  return fmt::format("sizes {} are read from a file; write {{type: {}, file: ...}}", sizes, sizes);
}

}  // namespace trgen::synth
