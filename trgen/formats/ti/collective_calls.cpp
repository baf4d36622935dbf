// SPDX-License-Identifier: Apache-2.0
// Effects of the collectives of a time-independent trace.
#include <algorithm>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/ti/reader.hpp"

namespace trgen::formats::ti {

using record::no_rank;

void Reader::collectives() {
  const Op op = action_->op;
  if (op == Op::barrier) return collective(no_rank, 0, 0);
  if (op == Op::bcast) {
    const Wide bytes = Wide{count(0)} * element(2);
    const std::uint32_t from = root(1);
    return collective(from, from == rank_ ? bytes : 0, from == rank_ ? 0 : bytes);
  }
  if (op == Op::reduce) {
    const Wide bytes = Wide{count(0)} * element(3);
    const std::uint32_t to = root(2);
    flops(1);
    return collective(to, bytes, to == rank_ ? bytes : 0);
  }
  if (op == Op::allreduce) {
    const Wide bytes = Wide{count(0)} * element(2);
    flops(1);
    return collective(no_rank, bytes, bytes);
  }
  shared_collectives();
}

/// Collectives in which all ranks have the same share.
void Reader::shared_collectives() {
  const Op op = action_->op;
  const bool rooted = op == Op::gather || op == Op::scatter;
  const Wide sent = Wide{count(0)} * element(rooted ? 3 : 2);
  const Wide received = Wide{count(1)} * element(rooted ? 4 : 3);
  const std::uint32_t at = rooted ? root(2) : no_rank;
  if (!good_) return;
  if (op == Op::gather) return collective(at, sent, at == rank_ ? received * ranks_of_communicator() : 0);
  if (op == Op::scatter) return collective(at, at == rank_ ? sent * ranks_of_communicator() : 0, received);
  collective(no_rank, op == Op::alltoall ? sent * ranks_of_communicator() : sent, received * ranks_of_communicator());
}

void Reader::vector_collectives() {
  const std::size_t all = ranks_of_communicator();
  // Displacements without types, distinguished by the rule of smpi_replay.
  const bool typed = arguments_.size() <= all + 3 || arguments_.size() > 2 * all + 1;
  switch (action_->op) {
    case Op::gatherv: {
      const std::uint32_t to = root(1 + all);
      const Wide received = sum(1) * element(3 + all);
      return collective(to, Wide{count(0)} * element(2 + all), to == rank_ ? received : 0);
    }
    case Op::scatterv: {
      const std::uint32_t from = root(1 + all);
      const Wide sent = sum(0) * element(2 + all);
      return collective(from, from == rank_ ? sent : 0, Wide{count(all)} * element(3 + all));
    }
    case Op::allgatherv: {
      const std::size_t none = arguments_.size();
      const Wide sent = Wide{count(0)} * element(typed ? 1 + all : none);
      return collective(no_rank, sent, sum(1) * element(typed ? 2 + all : none));
    }
    case Op::alltoallv: {
      const Wide sent = sum(1) * element(2 + 2 * all);
      return collective(no_rank, sent, sum(2 + all) * element(3 + 2 * all));
    }
    default: {
      // MPI_Reduce_scatter_block is written with as many zeros as it has elements, and a type.
      const bool block = !arguments_.empty() && std::all_of(arguments_.begin(), arguments_.end() - 1,
                                                            [](std::string_view each) { return each == "0"; });
      if (block) {
        const Wide bytes = Wide{arguments_.size() - 1} * element(arguments_.size() - 1);
        return collective(no_rank, bytes * all, bytes);
      }
      const std::uint64_t size = element(1 + all);
      const Wide sent = sum(0) * size;
      flops(all);
      const std::uint32_t own = groups_.number_of(communicator_, rank_).value_or(0);
      return collective(no_rank, sent, own < all ? Wide{count(own)} * size : 0);
    }
  }
}

}  // namespace trgen::formats::ti
