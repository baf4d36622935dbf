// SPDX-License-Identifier: Apache-2.0
// The facts of collectives: root, and the bytes that a rank contributes and receives.
#include "trgen/formats/scalatrace/arguments.hpp"
#include "trgen/formats/scalatrace/rank_calls.hpp"

namespace trgen::formats::scalatrace {

void RankCalls::collective(Arguments& arguments, Call& call) const {
  call.communicator = arguments.communicator();
  if (call.communicator == Order::unknown || call.does == Does::barrier) return;
  const Does does = call.does;
  if (does == Does::gatherv || does == Does::scatterv || does == Does::allgatherv || does == Does::alltoallv ||
      does == Does::reduce_scatter) {
    return unequal_collective(arguments, call);
  }
  const bool rooted = does == Does::broadcast || does == Does::reduce || does == Does::gather || does == Does::scatter;
  if (rooted) call.root = arguments.root(call.communicator);
  const bool at_root = call.root == arguments.rank;
  const WideBytes sent = WideBytes{arguments.count(Parameter::count)} * arguments.element(Parameter::datatype);
  if (does == Does::broadcast) {
    (at_root ? call.bytes : call.got) = arguments.bytes(sent);
    return;
  }
  if (does == Does::reduce || does == Does::allreduce || does == Does::scan) {
    call.bytes = arguments.bytes(sent);
    call.got = does != Does::reduce || at_root ? call.bytes : 0;
    return;
  }
  // Gather, scatter, allgather, all-to-all: one block for each rank.
  const std::uint64_t all = size(call.communicator);
  const WideBytes got =
      WideBytes{arguments.count(Parameter::receive_count)} * arguments.element(Parameter::receive_datatype);
  const bool sends_all = does == Does::alltoall || (does == Does::scatter && at_root);
  const bool gets_all = does == Does::alltoall || does == Does::allgather || (does == Does::gather && at_root);
  if (does != Does::scatter || at_root) call.bytes = arguments.bytes(sent * (sends_all ? all : 1));
  if (does != Does::gather || at_root) call.got = arguments.bytes(got * (gets_all ? all : 1));
}

void RankCalls::unequal_collective(Arguments& arguments, Call& call) const {
  const std::uint64_t all = size(call.communicator);
  std::uint64_t own = 0;
  if (call.does == Does::gatherv || call.does == Does::scatterv) call.root = arguments.root(call.communicator);
  const bool at_root = call.root == arguments.rank;
  switch (call.does) {
    case Does::gatherv:
    case Does::allgatherv: {
      call.bytes =
          arguments.bytes(WideBytes{arguments.count(Parameter::count)} * arguments.element(Parameter::datatype));
      const WideBytes got = arguments.counts(Parameter::receive_counts, all, all, own);
      if (call.does == Does::allgatherv || at_root)
        call.got = arguments.bytes(got * arguments.element(Parameter::receive_datatype));
      return;
    }
    case Does::scatterv: {
      const WideBytes sent = arguments.counts(Parameter::counts, all, all, own);
      if (at_root) call.bytes = arguments.bytes(sent * arguments.element(Parameter::datatype));
      call.got = arguments.bytes(WideBytes{arguments.count(Parameter::receive_count)} *
                                 arguments.element(Parameter::receive_datatype));
      return;
    }
    case Does::alltoallv:
      call.bytes =
          arguments.bytes(arguments.counts(Parameter::counts, all, all, own) * arguments.element(Parameter::datatype));
      call.got = arguments.bytes(arguments.counts(Parameter::receive_counts, all, all, own) *
                                 arguments.element(Parameter::receive_datatype));
      return;
    default: {  // MPI_Reduce_scatter
      const std::uint64_t element = arguments.element(Parameter::datatype);
      call.bytes = arguments.bytes(
          arguments.counts(Parameter::receive_counts, all, own_place(call.communicator, arguments.rank), own) *
          element);
      call.got = arguments.bytes(WideBytes{own} * element);
    }
  }
}

}  // namespace trgen::formats::scalatrace
