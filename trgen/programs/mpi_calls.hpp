// SPDX-License-Identifier: Apache-2.0
// The actions of a rank as calls of MPI: each writes its operation between the states of the function.
//
// MPI_Comm_split and MPI_Comm_dup contain messages: those of MPICH 4.0.2 (observed in its extended traces). A split is
// an all-gather of colour and key over the old communicator, then, as in a duplicate, an all-reduce of the mask of free
// context numbers (64 integers and one more) over the old one, and a broadcast of an integer over the new one. The
// reader of a program gives a collective no states of its own where it stands inside enter and leave.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trgen/programs/operation.hpp"

namespace trgen::programs {

enum class MpiFunction : std::uint16_t {
  init,
  finalize,
  comm_split,
  comm_dup,
  send,
  receive,
  send_start,
  receive_start,
  wait,
  wait_all
};

inline constexpr std::array<std::string_view, 10> mpi_function_names{
    "MPI_Init", "MPI_Finalize", "MPI_Comm_split", "MPI_Comm_dup", "MPI_Send",
    "MPI_Recv", "MPI_Isend",    "MPI_Irecv",      "MPI_Wait",     "MPI_Waitall"};

/// The state names as Program::state_names() gives them.
const std::vector<std::string>& mpi_state_names();

class MpiCalls {
 public:
  using Kind = collectives::Kind;

  explicit MpiCalls(Operations& out) : out_(&out) {}

  void compute(std::uint64_t nanoseconds) { out_->compute(nanoseconds); }
  void init() { empty(MpiFunction::init); }
  void finalize() { empty(MpiFunction::finalize); }

  void send(std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0, std::uint32_t communicator = 0) {
    inside(MpiFunction::send, [&] { out_->send(to, bytes, tag, communicator); });
  }
  void receive(std::uint32_t from, std::uint64_t bytes, std::int32_t tag = 0, std::uint32_t communicator = 0) {
    inside(MpiFunction::receive, [&] { out_->receive(from, bytes, tag, communicator); });
  }
  void send_start(std::uint32_t request, std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0,
                  std::uint32_t communicator = 0) {
    inside(MpiFunction::send_start, [&] { out_->send_start(request, to, bytes, tag, communicator); });
  }
  void receive_start(std::uint32_t request, std::uint32_t from, std::uint64_t bytes, std::int32_t tag = 0,
                     std::uint32_t communicator = 0) {
    inside(MpiFunction::receive_start, [&] { out_->receive_start(request, from, bytes, tag, communicator); });
  }
  void wait(std::uint32_t request) {
    inside(MpiFunction::wait, [&] { out_->wait(request); });
  }
  void wait_all(std::uint32_t first, std::uint32_t count) {
    inside(MpiFunction::wait_all, [&] { out_->wait(first, count); });
  }

  void barrier(std::uint32_t communicator = 0) { out_->collective(Kind::barrier, communicator, 0); }
  void broadcast(std::uint64_t bytes, std::uint32_t communicator = 0) {
    out_->collective(Kind::broadcast, communicator, bytes);
  }
  void reduce(std::uint64_t count, std::uint32_t element, std::uint32_t communicator = 0) {
    reduction(Kind::reduce, count, element, communicator);
  }
  void all_reduce(std::uint64_t count, std::uint32_t element, std::uint32_t communicator = 0) {
    reduction(Kind::all_reduce, count, element, communicator);
  }
  void all_to_all(std::uint64_t bytes, std::uint32_t communicator = 0) {
    out_->collective(Kind::all_to_all, communicator, bytes);
  }
  void all_to_all_v(std::uint64_t call, std::uint32_t communicator = 0) {
    out_->collective(Kind::all_to_all_v, communicator, 0, 0, call);
  }

  void comm_split(std::uint32_t old_communicator, std::uint32_t new_communicator) {
    inside(MpiFunction::comm_split, [&] {
      out_->collective(Kind::all_gather, old_communicator, 2 * integer);
      agree(old_communicator, new_communicator);
    });
  }
  void comm_dup(std::uint32_t old_communicator, std::uint32_t new_communicator) {
    inside(MpiFunction::comm_dup, [&] { agree(old_communicator, new_communicator); });
  }

 private:
  static constexpr std::uint32_t integer = 4;
  static constexpr std::uint32_t context_mask = 64 + 1;

  template <class Body>
  void inside(MpiFunction function, Body body) {
    out_->enter(static_cast<std::uint16_t>(function));
    body();
    out_->leave(static_cast<std::uint16_t>(function));
  }
  void empty(MpiFunction function) {
    inside(function, [] {});
  }
  void agree(std::uint32_t old_communicator, std::uint32_t new_communicator) {
    reduction(Kind::all_reduce, context_mask, integer, old_communicator);
    out_->collective(Kind::broadcast, new_communicator, integer);
  }
  void reduction(Kind kind, std::uint64_t count, std::uint32_t element, std::uint32_t communicator) {
    out_->collective(kind, communicator, count * element, 0, element);
  }

  Operations* out_;
};

}  // namespace trgen::programs
