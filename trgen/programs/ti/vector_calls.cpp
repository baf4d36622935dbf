// SPDX-License-Identifier: Apache-2.0
// Collectives in which each rank has a share of its own: the line has a count for each rank of the communicator.
#include <xxhash.h>

#include <algorithm>

#include "trgen/programs/ti/block_sizes.hpp"
#include "trgen/programs/ti/translator.hpp"
#include "trgen/programs/ti/translator_state.hpp"

namespace trgen::programs::ti {
namespace {

using collectives::Kind;
using formats::ti::Op;

std::uint64_t hash_of(const std::vector<std::uint64_t>& sizes) {
  return XXH64(sizes.data(), sizes.size() * sizeof sizes[0], 0);
}

}  // namespace

/// Adds the bytes of all ranks, from their counts in the arguments from `at` on.
void Translator::add_sizes(std::size_t at, std::uint32_t count, std::uint64_t element_bytes) {
  __extension__ using Wide = unsigned __int128;
  for (std::uint32_t rank = 0; rank < count && line_.good(); ++rank) {
    const Wide size = Wide{line_.count(at + rank)} * element_bytes;
    if (size > largest_block) return line_.refuse(at + rank, "no block has so many bytes");
    sizes_.push_back(static_cast<std::uint64_t>(size));
  }
}

Translator::Called Translator::vector_call() {
  const std::uint32_t all = communicators_.size(communicator_, self_, ranks());
  const std::size_t last = line_.size();
  Called called;
  sizes_.clear();
  bool own_only = false;
  switch (line_.action().op) {
    case Op::gatherv: {
      called.kind = Kind::gather_v;
      called.root = root(1 + all);
      own_only = communicators_.number_of(communicator_, self_) != called.root;
      if (own_only) {
        add_sizes(0, 1, element(2 + all));
      } else {
        add_sizes(1, all, element(3 + all));
      }
      break;
    }
    case Op::scatterv: {
      called.kind = Kind::scatter_v;
      called.root = root(1 + all);
      own_only = communicators_.number_of(communicator_, self_) != called.root;
      if (own_only) {
        add_sizes(all, 1, element(3 + all));
      } else {
        add_sizes(0, all, element(2 + all));
      }
      break;
    }
    case Op::allgatherv: {
      called.kind = Kind::all_gather_v;
      // Displacements without types are distinguished from types by the rule of smpi_replay.
      const bool typed = last <= std::size_t{all} + 3 || last > 2 * std::size_t{all} + 1;
      add_sizes(1, all, element(typed ? 2 + all : last));
      break;
    }
    default: {
      called.kind = Kind::all_to_all_v;
      add_sizes(1, all, element(2 + 2 * std::size_t{all}));
      add_sizes(2 + std::size_t{all}, all, element(3 + 2 * std::size_t{all}));
    }
  }
  if (!line_.good()) return called;
  called.call = BlockPlace{store_.add_sizes(sizes_), 0, own_only}.code();
  if (called.kind == Kind::all_gather_v) called.like = hash_of(sizes_);
  return called;
}

/// Parses a reduce-scatter. MPI_Reduce_scatter_block is written by SMPI 3.32 with as many zeros as a rank has elements,
/// and their type. Here it has `block=1`, and a count for each rank.
Translator::Called Translator::reduce_scatter_call() {
  const std::uint32_t all = communicators_.size(communicator_, self_, ranks());
  Called called{.kind = Kind::reduce_scatter_block};
  const std::size_t last = line_.size();
  const std::string_view block = line_.field("block");
  bool zeros = last > 0 && block.empty();
  for (std::size_t at = 0; zeros && at + 1 < last; ++at) zeros = line_.number(at) == 0;
  if (zeros && line_.good()) {
    const std::uint64_t size = element(last - 1);
    called.bytes = (last - 1) * size;
    called.call = size;
  } else if (block == "1") {
    called.bytes = bytes(0, 1 + std::size_t{all});
    called.call = element_of_line(1 + std::size_t{all});
    called.flops = line_.count(all);
  } else {
    sizes_.clear();
    called.kind = Kind::reduce_scatter;
    const std::uint64_t element_bytes = element_of_line(1 + std::size_t{all});
    add_sizes(0, all, element(1 + std::size_t{all}));
    called.flops = line_.count(all);
    if (!line_.good()) return called;
    called.call = BlockPlace{store_.add_sizes(sizes_), static_cast<std::uint32_t>(element_bytes), false}.code();
    called.like = hash_of(sizes_);
    return called;
  }
  called.like = called.bytes;
  return called;
}

}  // namespace trgen::programs::ti
