// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti/actions.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace trgen::formats::ti {
namespace {

constexpr std::string_view send_form = "<destination> <tag> <count> [type]";
constexpr std::string_view recv_form = "<source> <tag> <count> [type]";
constexpr std::string_view request_form = "<source> <destination> <tag>";
constexpr std::string_view reduction_form = "<count> <flops> [type]";
constexpr std::string_view rooted_form = "<send count> <receive count> [root [send type receive type]]";
constexpr std::string_view all_form = "<send count> <receive count> [send type receive type]";

constexpr auto table = std::to_array<Action>({
    {"init", Op::init, "MPI_Init", "[anything]"},
    {"finalize", Op::call, "MPI_Finalize", ""},
    {"comm_size", Op::call, "MPI_Comm_size", "[n]"},
    {"comm_split", Op::call, "MPI_Comm_split", ""},
    {"comm_dup", Op::call, "MPI_Comm_dup", ""},
    {"compute", Op::compute, "", "<flops>"},
    {"sleep", Op::sleep, "", "<seconds>"},
    {"location", Op::note, "", "<file> <line>"},
    {"send", Op::send, "MPI_Send", send_form},
    {"ssend", Op::send, "MPI_Ssend", send_form},
    {"bsend", Op::send, "MPI_Bsend", send_form},
    {"isend", Op::isend, "MPI_Isend", send_form},
    {"issend", Op::isend, "MPI_Issend", send_form},
    {"recv", Op::recv, "MPI_Recv", recv_form},
    {"irecv", Op::irecv, "MPI_Irecv", recv_form},
    {"sendrecv", Op::sendrecv, "MPI_Sendrecv",
     "<send count> <destination> <receive count> <source> <send type> <receive type>"},
    {"start", Op::start, "MPI_Start", "<destination> <tag> <bytes> [type]"},
    {"test", Op::test, "MPI_Test", request_form},
    {"wait", Op::wait, "MPI_Wait", request_form},
    {"waitany", Op::waitany, "MPI_Waitany", "[n]"},
    {"waitsome", Op::waitany, "MPI_Waitsome", "[n]"},
    {"waitall", Op::waitall, "MPI_Waitall", "[n]"},
    {"barrier", Op::barrier, "MPI_Barrier", ""},
    {"ibarrier", Op::barrier, "MPI_Ibarrier", ""},
    {"bcast", Op::bcast, "MPI_Bcast", "<count> [root [type]]"},
    {"ibcast", Op::bcast, "MPI_Ibcast", "<count> [root [type]]"},
    {"reduce", Op::reduce, "MPI_Reduce", "<count> <flops> [root [type]]"},
    {"ireduce", Op::reduce, "MPI_Ireduce", "<count> <flops> [root [type]]"},
    {"allreduce", Op::allreduce, "MPI_Allreduce", reduction_form},
    {"iallreduce", Op::allreduce, "MPI_Iallreduce", reduction_form},
    {"scan", Op::allreduce, "MPI_Scan", reduction_form},
    {"iscan", Op::allreduce, "MPI_Iscan", reduction_form},
    {"exscan", Op::allreduce, "MPI_Exscan", reduction_form},
    {"iexscan", Op::allreduce, "MPI_Iexscan", reduction_form},
    {"alltoall", Op::alltoall, "MPI_Alltoall", all_form},
    {"ialltoall", Op::alltoall, "MPI_Ialltoall", all_form},
    {"gather", Op::gather, "MPI_Gather", rooted_form},
    {"igather", Op::gather, "MPI_Igather", rooted_form},
    {"scatter", Op::scatter, "MPI_Scatter", rooted_form},
    {"iscatter", Op::scatter, "MPI_Iscatter", rooted_form},
    {"allgather", Op::allgather, "MPI_Allgather", all_form},
    {"iallgather", Op::allgather, "MPI_Iallgather", all_form},
    {"gatherv", Op::gatherv, "MPI_Gatherv",
     "<send count> <receive count of each rank> [root [send type receive type]]"},
    {"igatherv", Op::gatherv, "MPI_Igatherv",
     "<send count> <receive count of each rank> [root [send type receive type]]"},
    {"scatterv", Op::scatterv, "MPI_Scatterv",
     "<send count of each rank> <receive count> [root [send type receive type]]"},
    {"iscatterv", Op::scatterv, "MPI_Iscatterv",
     "<send count of each rank> <receive count> [root [send type receive type]]"},
    {"allgatherv", Op::allgatherv, "MPI_Allgatherv",
     "<send count> <receive count of each rank> [send type receive type] [displacement of each rank]"},
    {"iallgatherv", Op::allgatherv, "MPI_Iallgatherv",
     "<send count> <receive count of each rank> [send type receive type] [displacement of each rank]"},
    {"alltoallv", Op::alltoallv, "MPI_Alltoallv",
     "<send buffer> <send count of each rank> <receive buffer> <receive count of each rank> [send type receive type]"},
    {"ialltoallv", Op::alltoallv, "MPI_Ialltoallv",
     "<send buffer> <send count of each rank> <receive buffer> <receive count of each rank> [send type receive type]"},
    {"reducescatter", Op::reducescatter, "MPI_Reduce_scatter", "<receive count of each rank> <flops> [type]"},
    {"ireducescatter", Op::reducescatter, "MPI_Ireduce_scatter", "<receive count of each rank> <flops> [type]"},
    {"put", Op::unsupported, "MPI_Put", ""},
    {"get", Op::unsupported, "MPI_Get", ""},
    {"accumulate", Op::unsupported, "MPI_Accumulate", ""},
    {"win_fence", Op::unsupported, "MPI_Win_fence", ""},
    {"testall", Op::tests, "MPI_Testall", "[n]"},
    {"testany", Op::tests, "MPI_Testany", "[n]"},
    {"testsome", Op::tests, "MPI_Testsome", "[n]"},
    {"startall", Op::startall, "MPI_Startall", "[n]"},
    {"iprobe", Op::probe, "MPI_Iprobe", ""},
    {"probe", Op::probe, "MPI_Probe", ""},
    {"alltoallw", Op::unsupported, "MPI_Alltoallw", ""},
});

// 45 is INTEGER1, which has the size of a C int; 50 to 56 are unknown.
constexpr std::array<std::uint8_t, 60> sizes{
    8, 4,  1,  2,  8,  4, 1,  8,  1, 1,  // DOUBLE INT CHAR SHORT LONG FLOAT BYTE LONG_LONG SIGNED_CHAR UNSIGNED_CHAR
    2, 4,  8,  8,  16, 4, 1,  1,  2, 4,  // USHORT UNSIGNED ULONG ULLONG LONG_DOUBLE WCHAR C_BOOL INT8 INT16 INT32
    8, 1,  2,  4,  8,  8, 16, 32, 8, 8,  // INT64 UINT8 UINT16 UINT32 UINT64 CFLOAT CDOUBLE CLDOUBLE AINT OFFSET
    8, 16, 16, 8,  8,  8, 16, 16, 4, 4,  // FLOAT_INT LONG_INT DOUBLE_INT SHORT_INT 2INT 2FLOAT 2DOUBLE 2LONG REAL REAL4
    8, 16, 8,  16, 32, 4, 2,  4,  8, 16,  // REAL8 REAL16 COMPLEX8 COMPLEX16 COMPLEX32 INTEGER1 2 4 8 16
    0, 0,  0,  0,  0,  0, 0,  1,  8, 8};  // ... PACKED PTR COUNT

}  // namespace

std::span<const Action> actions() { return table; }

const Action* find_action(std::string_view name) {
  constexpr std::size_t longest = 16;
  if (name.empty() || name.size() > longest) return nullptr;
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto* const found =
      std::find_if(table.begin(), table.end(), [&](const auto& each) { return each.name == lower; });
  return found == table.end() ? nullptr : found;
}

const Action* collective_action(std::string_view state) {
  const auto* const found = std::find_if(table.begin(), table.end(), [&](const Action& each) {
    return each.op >= Op::barrier && each.op < Op::unsupported && each.state == state;
  });
  return found == table.end() ? nullptr : found;
}

std::optional<std::uint64_t> type_size(std::int64_t type) {
  if (type < 0 || static_cast<std::size_t>(type) >= sizes.size()) return std::nullopt;
  const std::uint64_t size = sizes[static_cast<std::size_t>(type)];
  return size == 0 ? std::nullopt : std::optional(size);
}

}  // namespace trgen::formats::ti
