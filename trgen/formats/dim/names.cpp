// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dim/names.hpp"

#include <algorithm>
#include <array>

namespace trgen::formats::dim {
namespace {

enum class Group : std::uint8_t { point = 1, collective, other, one_sided };

struct Function {
  std::string_view name;
  Group group;
};

constexpr Group p = Group::point;
constexpr Group c = Group::collective;
constexpr Group o = Group::other;
constexpr Group r = Group::one_sided;

// Functions by value of the event, from 1.
constexpr auto functions = std::to_array<Function>({
    {"MPI_Send", p},
    {"MPI_Recv", p},
    {"MPI_Isend", p},
    {"MPI_Irecv", p},
    {"MPI_Wait", p},
    {"MPI_Waitall", p},
    {"MPI_Bcast", c},
    {"MPI_Barrier", c},
    {"MPI_Reduce", c},
    {"MPI_Allreduce", c},
    {"MPI_Alltoall", c},
    {"MPI_Alltoallv", c},
    {"MPI_Gather", c},
    {"MPI_Gatherv", c},
    {"MPI_Scatter", c},
    {"MPI_Scatterv", c},
    {"MPI_Allgather", c},
    {"MPI_Allgatherv", c},
    {"MPI_Comm_rank", o},
    {"MPI_Comm_size", o},
    {"MPI_Comm_create", o},
    {"MPI_Comm_dup", o},
    {"MPI_Comm_split", o},
    {"MPI_Comm_group", o},
    {"MPI_Comm_free", o},
    {"MPI_Comm_remote_group", o},
    {"MPI_Comm_remote_size", o},
    {"MPI_Comm_test_inter", o},
    {"MPI_Comm_compare", o},
    {"MPI_Scan", c},
    {"MPI_Init", o},
    {"MPI_Finalize", o},
    {"MPI_Bsend", p},
    {"MPI_Ssend", p},
    {"MPI_Rsend", p},
    {"MPI_Ibsend", p},
    {"MPI_Issend", p},
    {"MPI_Irsend", p},
    {"MPI_Test", p},
    {"MPI_Cancel", p},
    {"MPI_Sendrecv", p},
    {"MPI_Sendrecv_replace", p},
    {"MPI_Cart_create", o},
    {"MPI_Cart_shift", o},
    {"MPI_Cart_coords", o},
    {"MPI_Cart_get", o},
    {"MPI_Cart_map", o},
    {"MPI_Cart_rank", o},
    {"MPI_Cart_sub", o},
    {"MPI_Cartdim_get", o},
    {"MPI_Dims_create", o},
    {"MPI_Graph_get", o},
    {"MPI_Graph_map", o},
    {"MPI_Graph_create", o},
    {"MPI_Graph_neighbors", o},
    {"MPI_Graphdims_get", o},
    {"MPI_Graph_neighbors_count", o},
    {"MPI_Topo_test", o},
    {"MPI_Waitany", p},
    {"MPI_Waitsome", p},
    {"MPI_Probe", p},
    {"MPI_Iprobe", p},
    {"MPI_Win_create", r},
    {"MPI_Win_free", r},
    {"MPI_Put", r},
    {"MPI_Get", r},
    {"MPI_Accumulate", r},
    {"MPI_Win_fence", r},
    {"MPI_Win_start", r},
    {"MPI_Win_complete", r},
    {"MPI_Win_post", r},
    {"MPI_Win_wait", r},
    {"MPI_Win_test", r},
    {"MPI_Win_lock", r},
    {"MPI_Win_unlock", r},
    {"MPI_Pack", o},
    {"MPI_Unpack", o},
    {"MPI_Op_create", o},
    {"MPI_Op_free", o},
    {"MPI_Reduce_scatter", c},
    {"MPI_Attr_delete", o},
    {"MPI_Attr_get", o},
    {"MPI_Attr_put", o},
    {"MPI_Group_difference", o},
    {"MPI_Group_excl", o},
    {"MPI_Group_free", o},
    {"MPI_Group_incl", o},
    {"MPI_Group_intersection", o},
    {"MPI_Group_rank", o},
    {"MPI_Group_range_excl", o},
    {"MPI_Group_range_incl", o},
    {"MPI_Group_size", o},
    {"MPI_Group_translate_ranks", o},
    {"MPI_Group_union", o},
    {"MPI_Group_compare", o},
    {"MPI_Intercomm_create", o},
    {"MPI_Intercomm_merge", o},
    {"MPI_Keyval_free", o},
    {"MPI_Keyval_create", o},
    {"MPI_Abort", o},
    {"MPI_Error_class", o},
    {"MPI_Errhandler_create", o},
    {"MPI_Errhandler_free", o},
    {"MPI_Errhandler_get", o},
    {"MPI_Error_string", o},
    {"MPI_Errhandler_set", o},
    {"MPI_Get_processor_name", o},
    {"MPI_Initialized", o},
    {"MPI_Wtick", o},
    {"MPI_Wtime", o},
    {"MPI_Address", o},
    {"MPI_Bsend_init", p},
    {"MPI_Buffer_attach", p},
    {"MPI_Buffer_detach", p},
    {"MPI_Request_free", p},
    {"MPI_Recv_init", p},
    {"MPI_Send_init", p},
    {"MPI_Get_count", o},
    {"MPI_Get_elements", o},
    {"MPI_Pack_size", o},
    {"MPI_Rsend_init", p},
    {"MPI_Ssend_init", p},
    {"MPI_Start", p},
    {"MPI_Startall", p},
    {"MPI_Testall", p},
    {"MPI_Testany", p},
    {"MPI_Test_cancelled", p},
    {"MPI_Testsome", p},
    {"MPI_Type_commit", o},
    {"MPI_Type_contiguous", o},
    {"MPI_Type_extent", o},
    {"MPI_Type_free", o},
    {"MPI_Type_hindexed", o},
    {"MPI_Type_hvector", o},
    {"MPI_Type_indexed", o},
    {"MPI_Type_lb", o},
    {"MPI_Type_size", o},
    {"MPI_Type_struct", o},
    {"MPI_Type_ub", o},
    {"MPI_Init_thread", o},
    {"MPI_Type_vector", o},
});
static_assert(functions.size() == 141);

// Functions by number of the operation, from 0.
constexpr std::array<std::string_view, 14> operations{
    "MPI_Barrier",  "MPI_Bcast",     "MPI_Gather",         "MPI_Gatherv",  "MPI_Scatter",
    "MPI_Scatterv", "MPI_Allgather", "MPI_Allgatherv",     "MPI_Alltoall", "MPI_Alltoallv",
    "MPI_Reduce",   "MPI_Allreduce", "MPI_Reduce_scatter", "MPI_Scan"};

}  // namespace

std::string_view function_of(std::uint64_t value) {
  return value == 0 || value > functions.size() ? std::string_view{} : functions[value - 1].name;
}

std::optional<Event> event_of(std::string_view function) {
  const auto* const found =
      std::find_if(functions.begin(), functions.end(), [&](const Function& each) { return each.name == function; });
  if (found == functions.end()) return std::nullopt;
  return Event{first_mpi_type - 1 + static_cast<std::uint64_t>(found->group),
               static_cast<std::uint64_t>(found - functions.begin()) + 1};
}

std::string_view operation_of(std::uint64_t number) {
  return number < operations.size() ? operations[number] : std::string_view{};
}

std::optional<std::uint64_t> operation_number(std::string_view function) {
  const auto* const found = std::find(operations.begin(), operations.end(), function);
  if (found == operations.end()) return std::nullopt;
  return static_cast<std::uint64_t>(found - operations.begin());
}

bool has_root(std::uint64_t number) {
  constexpr std::uint64_t reduce = 10;
  constexpr std::uint64_t scatterv = 5;
  return number == reduce || (number >= 1 && number <= scatterv);
}

}  // namespace trgen::formats::dim
