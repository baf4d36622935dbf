// SPDX-License-Identifier: Apache-2.0
// The contract of an entry of the catalogue of sizes (catalogue.hpp): a struct of parameters with
//   name, doc, cite, fields   as everything that can be configured;
//   check(facts)              reason why the sizes cannot be used and the remedy, or an empty string. May throw
//                             record::TraceError for a file that cannot be read;
//   make(facts)               the distribution; called only if check() returned an empty string.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fsin/core/units.hpp"
#include "trgen/io/input.hpp"
#include "trgen/synth/sizes/sizes.hpp"

namespace trgen::synth {

/// Largest message: with so many bytes its packets can be numbered in 32 bits.
inline constexpr std::uint64_t most_message_bytes = 1'000'000'000'000;

/// Rows "bytes weight" of a file. Throws record::TraceError.
std::vector<SizeStep> read_size_table(io::Input& in);
/// Rows "bytes probability", both growing, the last probability being 1: the sizes between two rows are equally likely.
std::vector<SizeStep> read_size_curve(io::Input& in);
/// Reads a file with one of these readers.
template <class Read>
std::vector<SizeStep> read_size_file(const fsin::InputPath& file, Read read) {
  io::Input in(file);
  return read(in);
}

/// Sizes of the sends of a trace between different ranks.
std::vector<SizeStep> read_trace_sizes(const fsin::InputPath& file);

/// Steps of a cumulative curve whose points are (bytes, probability of at most so many); the first point is a size of
/// its own.
struct CurvePoint {
  std::uint64_t bytes;
  double probability;
};
std::vector<SizeStep> steps_of_curve(const std::vector<CurvePoint>& curve);

/// An error message where a file is needed and none is given; else empty.
std::string check_size_file(std::string_view sizes, const std::filesystem::path& file);

}  // namespace trgen::synth
