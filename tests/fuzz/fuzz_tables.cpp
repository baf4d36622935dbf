// SPDX-License-Identifier: Apache-2.0
// Fuzz target: any bytes to each reader of synthetic load: files of packets, matrices, permutations, populations,
// tables and curves of sizes. Nothing may crash, leak or run away; faults are told in lines of text that name the file;
// what is read without one can be drawn from.
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>

#include "trgen/record/trace_error.hpp"
#include "trgen/synth/matrix.hpp"
#include "trgen/synth/packets/packet_file.hpp"
#include "trgen/synth/permutation.hpp"
#include "trgen/synth/population.hpp"
#include "trgen/synth/sizes/size_entry.hpp"

namespace {

using namespace trgen::synth;
using trgen::io::Input;

constexpr std::uint32_t fuzz_nodes = 5;

void require(bool condition, std::string_view what) {
  if (condition) return;
  fmt::print("fuzz_tables: {}\n", what);
  std::abort();
}

/// Calls read(input); a fault must be text that names its file.
template <class Read>
void try_reader(std::span<const char> bytes, Read read) {
  try {
    Input in("fuzz", bytes);  // which looks at the compression
    read(in);
  } catch (const trgen::record::TraceError& error) {
    require(std::string_view(error.what()).starts_with("fuzz"), error.what());
  }
}

void draw_sizes(const std::vector<SizeStep>& steps) {
  const Sizes sizes(steps);
  NetworkFacts facts;
  facts.nodes = fuzz_nodes;
  facts.variable_last_packet = true;
  require(std::isfinite(sizes.mean_phits(facts)) && sizes.mean_phits(facts) > 0.999999, "a mean that is none");
  for (const std::uint64_t draw : {std::uint64_t{0}, std::uint64_t{1} << 63U, ~std::uint64_t{0}}) {
    require(sizes.bytes(draw) <= sizes.largest(), "a size beyond the largest");
  }
}

void read_packets(Input& in) {
  NetworkFacts facts;
  facts.nodes = fuzz_nodes;
  PacketReader reader(in, facts);
  PacketRow row;
  fsin::Cycle last = 1;
  while (reader.next(row)) {
    require(row.cycle >= last && row.source < fuzz_nodes && row.destination < fuzz_nodes && row.packets >= 1 &&
                row.source != row.destination && row.last_phits >= 1 && row.last_phits <= facts.packet_phits,
            "a packet that cannot be");
    last = row.cycle;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> bytes(reinterpret_cast<const char*>(data), size);
  try_reader(bytes, read_packets);
  try_reader(bytes, [](Input& in) {
    const TrafficMatrix matrix = read_matrix(in, fuzz_nodes);
    require(matrix.nodes() == fuzz_nodes && matrix.mean > 0, "a matrix without rates");
  });
  try_reader(bytes, [](Input& in) { require(read_permutation(in, fuzz_nodes).size() == fuzz_nodes, "a short table"); });
  try_reader(bytes, [](Input& in) { require(read_population(in).size() >= 2, "a population without distances"); });
  try_reader(bytes, [](Input& in) { draw_sizes(read_size_table(in)); });
  try_reader(bytes, [](Input& in) { draw_sizes(read_size_curve(in)); });
  return 0;
}
