// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/ti_actions.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace trgen::formats {
namespace {

constexpr std::string_view send_form = "<destination> <tag> <count> [type]";
constexpr std::string_view recv_form = "<source> <tag> <count> [type]";
constexpr std::string_view request_form = "<source> <destination> <tag>";
constexpr std::string_view reduction_form = "<count> <flops> [type]";
constexpr std::string_view rooted_form = "<send count> <receive count> [root [send type receive type]]";
constexpr std::string_view all_form = "<send count> <receive count> [send type receive type]";

constexpr auto actions = std::to_array<TiAction>({
    {"init", TiOp::init, "MPI_Init", "[anything]"},
    {"finalize", TiOp::call, "MPI_Finalize", ""},
    {"comm_size", TiOp::call, "MPI_Comm_size", "[n]"},
    {"comm_split", TiOp::call, "MPI_Comm_split", ""},
    {"comm_dup", TiOp::call, "MPI_Comm_dup", ""},
    {"compute", TiOp::compute, "", "<flops>"},
    {"sleep", TiOp::sleep, "", "<seconds>"},
    {"location", TiOp::note, "", "<file> <line>"},
    {"send", TiOp::send, "MPI_Send", send_form},
    {"ssend", TiOp::send, "MPI_Ssend", send_form},
    {"bsend", TiOp::send, "MPI_Bsend", send_form},
    {"isend", TiOp::isend, "MPI_Isend", send_form},
    {"issend", TiOp::isend, "MPI_Issend", send_form},
    {"recv", TiOp::recv, "MPI_Recv", recv_form},
    {"irecv", TiOp::irecv, "MPI_Irecv", recv_form},
    {"sendrecv", TiOp::sendrecv, "MPI_Sendrecv",
     "<send count> <destination> <receive count> <source> <send type> <receive type>"},
    {"start", TiOp::start, "MPI_Start", "<source> <destination> <count> [type]"},
    {"test", TiOp::test, "MPI_Test", request_form},
    {"wait", TiOp::wait, "MPI_Wait", request_form},
    {"waitany", TiOp::wait, "MPI_Waitany", request_form},
    {"waitall", TiOp::waitall, "MPI_Waitall", "[n]"},
    {"barrier", TiOp::barrier, "MPI_Barrier", ""},
    {"ibarrier", TiOp::barrier, "MPI_Ibarrier", ""},
    {"bcast", TiOp::bcast, "MPI_Bcast", "<count> [root [type]]"},
    {"ibcast", TiOp::bcast, "MPI_Ibcast", "<count> [root [type]]"},
    {"reduce", TiOp::reduce, "MPI_Reduce", "<count> <flops> [root [type]]"},
    {"ireduce", TiOp::reduce, "MPI_Ireduce", "<count> <flops> [root [type]]"},
    {"allreduce", TiOp::allreduce, "MPI_Allreduce", reduction_form},
    {"iallreduce", TiOp::allreduce, "MPI_Iallreduce", reduction_form},
    {"scan", TiOp::allreduce, "MPI_Scan", reduction_form},
    {"iscan", TiOp::allreduce, "MPI_Iscan", reduction_form},
    {"exscan", TiOp::allreduce, "MPI_Exscan", reduction_form},
    {"iexscan", TiOp::allreduce, "MPI_Iexscan", reduction_form},
    {"alltoall", TiOp::alltoall, "MPI_Alltoall", all_form},
    {"ialltoall", TiOp::alltoall, "MPI_Ialltoall", all_form},
    {"gather", TiOp::gather, "MPI_Gather", rooted_form},
    {"igather", TiOp::gather, "MPI_Igather", rooted_form},
    {"scatter", TiOp::scatter, "MPI_Scatter", rooted_form},
    {"iscatter", TiOp::scatter, "MPI_Iscatter", rooted_form},
    {"allgather", TiOp::allgather, "MPI_Allgather", all_form},
    {"iallgather", TiOp::allgather, "MPI_Iallgather", all_form},
    {"gatherv", TiOp::gatherv, "MPI_Gatherv",
     "<send count> <receive count of each rank> [root [send type receive type]]"},
    {"scatterv", TiOp::scatterv, "MPI_Scatterv",
     "<send count of each rank> <receive count> [root [send type receive type]]"},
    {"allgatherv", TiOp::allgatherv, "MPI_Allgatherv",
     "<send count> <receive count of each rank> [send type receive type] [displacement of each rank]"},
    {"alltoallv", TiOp::alltoallv, "MPI_Alltoallv",
     "<send buffer> <send count of each rank> <receive buffer> <receive count of each rank> [send type receive type]"},
    {"reducescatter", TiOp::reducescatter, "MPI_Reduce_scatter", "<receive count of each rank> <flops> [type]"},
    {"put", TiOp::unsupported, "MPI_Put", ""},
    {"get", TiOp::unsupported, "MPI_Get", ""},
    {"accumulate", TiOp::unsupported, "MPI_Accumulate", ""},
    {"win_fence", TiOp::unsupported, "MPI_Win_fence", ""},
    {"waitsome", TiOp::unsupported, "MPI_Waitsome", ""},
    {"testall", TiOp::unsupported, "MPI_Testall", ""},
    {"testany", TiOp::unsupported, "MPI_Testany", ""},
    {"testsome", TiOp::unsupported, "MPI_Testsome", ""},
    {"iprobe", TiOp::unsupported, "MPI_Iprobe", ""},
    {"probe", TiOp::unsupported, "MPI_Probe", ""},
    {"ialltoallv", TiOp::unsupported, "MPI_Ialltoallv", ""},
    {"iallgatherv", TiOp::unsupported, "MPI_Iallgatherv", ""},
    {"igatherv", TiOp::unsupported, "MPI_Igatherv", ""},
    {"iscatterv", TiOp::unsupported, "MPI_Iscatterv", ""},
    {"ireducescatter", TiOp::unsupported, "MPI_Ireduce_scatter", ""},
    {"alltoallw", TiOp::unsupported, "MPI_Alltoallw", ""},
});

// 45 is INTEGER1, which has the size of a C int; 50 to 56 are not known.
constexpr std::array<std::uint8_t, 60> sizes{
    8, 4,  1,  2,  8,  4, 1,  8,  1, 1,  // DOUBLE INT CHAR SHORT LONG FLOAT BYTE LONG_LONG SIGNED_CHAR UNSIGNED_CHAR
    2, 4,  8,  8,  16, 4, 1,  1,  2, 4,  // USHORT UNSIGNED ULONG ULLONG LONG_DOUBLE WCHAR C_BOOL INT8 INT16 INT32
    8, 1,  2,  4,  8,  8, 16, 32, 8, 8,  // INT64 UINT8 UINT16 UINT32 UINT64 CFLOAT CDOUBLE CLDOUBLE AINT OFFSET
    8, 16, 16, 8,  8,  8, 16, 16, 4, 4,  // FLOAT_INT LONG_INT DOUBLE_INT SHORT_INT 2INT 2FLOAT 2DOUBLE 2LONG REAL REAL4
    8, 16, 8,  16, 32, 4, 2,  4,  8, 16,  // REAL8 REAL16 COMPLEX8 COMPLEX16 COMPLEX32 INTEGER1 2 4 8 16
    0, 0,  0,  0,  0,  0, 0,  1,  8, 8};  // ... PACKED PTR COUNT

}  // namespace

std::span<const TiAction> ti_actions() { return actions; }

const TiAction* find_ti_action(std::string_view name) {
  constexpr std::size_t longest = 16;
  if (name.empty() || name.size() > longest) return nullptr;
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  const auto* const found =
      std::find_if(actions.begin(), actions.end(), [&](const auto& each) { return each.name == lower; });
  return found == actions.end() ? nullptr : found;
}

const TiAction* ti_collective(std::string_view state) {
  const auto* const found = std::find_if(actions.begin(), actions.end(), [&](const TiAction& each) {
    return each.op >= TiOp::barrier && each.op < TiOp::unsupported && each.state == state;
  });
  return found == actions.end() ? nullptr : found;
}

std::optional<std::uint64_t> ti_type_size(std::int64_t type) {
  if (type < 0 || static_cast<std::size_t>(type) >= sizes.size()) return std::nullopt;
  const std::uint64_t size = sizes[static_cast<std::size_t>(type)];
  return size == 0 ? std::nullopt : std::optional(size);
}

}  // namespace trgen::formats
