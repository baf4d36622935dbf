// SPDX-License-Identifier: Apache-2.0
#include "trgen/record/mpi_traffic.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace trgen::record {
namespace {

constexpr std::array<std::string_view, 23> collectives{"allgather",
                                                       "allgatherv",
                                                       "allreduce",
                                                       "alltoall",
                                                       "alltoallv",
                                                       "alltoallw",
                                                       "barrier",
                                                       "bcast",
                                                       "exscan",
                                                       "gather",
                                                       "gatherv",
                                                       "reduce",
                                                       "reduce_scatter",
                                                       "scan",
                                                       "scatter",
                                                       "scatterv",
                                                       "neighbor_allgather",
                                                       "neighbor_alltoall",
                                                       "neighbor_alltoallv",
                                                       "neighbor_alltoallw",
                                                       "neighbor_allgatherv",
                                                       "reduce_scatter_block",
                                                       "collective"};

constexpr std::array<std::string_view, 37> messages{"send",
                                                    "bsend",
                                                    "ssend",
                                                    "rsend",
                                                    "isend",
                                                    "ibsend",
                                                    "issend",
                                                    "irsend",
                                                    "recv",
                                                    "irecv",
                                                    "mrecv",
                                                    "imrecv",
                                                    "sendrecv",
                                                    "sendrecv_replace",
                                                    "isendrecv",
                                                    "send_init",
                                                    "bsend_init",
                                                    "ssend_init",
                                                    "rsend_init",
                                                    "recv_init",
                                                    "psend_init",
                                                    "precv_init",
                                                    "isendrecv_replace",
                                                    "start",
                                                    "startall",
                                                    "wait",
                                                    "waitall",
                                                    "waitany",
                                                    "waitsome",
                                                    "test",
                                                    "testall",
                                                    "testany",
                                                    "testsome",
                                                    "pready",
                                                    "pready_range",
                                                    "pready_list",
                                                    "parrived"};

constexpr std::array<std::string_view, 22> one_sided{"put",
                                                     "get",
                                                     "accumulate",
                                                     "get_accumulate",
                                                     "fetch_and_op",
                                                     "compare_and_swap",
                                                     "rput",
                                                     "rget",
                                                     "raccumulate",
                                                     "rget_accumulate",
                                                     "win_fence",
                                                     "win_start",
                                                     "win_complete",
                                                     "win_post",
                                                     "win_wait",
                                                     "win_lock",
                                                     "win_lock_all",
                                                     "win_unlock",
                                                     "win_unlock_all",
                                                     "win_flush",
                                                     "win_flush_all",
                                                     "win_flush_local"};

constexpr std::array<std::string_view, 41> setup{"init",
                                                 "init_thread",
                                                 "finalize",
                                                 "abort",
                                                 "session_init",
                                                 "session_finalize",
                                                 "comm_create",
                                                 "comm_create_group",
                                                 "comm_create_from_group",
                                                 "comm_dup",
                                                 "comm_dup_with_info",
                                                 "comm_idup",
                                                 "comm_idup_with_info",
                                                 "comm_split",
                                                 "comm_split_type",
                                                 "comm_free",
                                                 "comm_disconnect",
                                                 "comm_spawn",
                                                 "comm_spawn_multiple",
                                                 "comm_accept",
                                                 "comm_connect",
                                                 "comm_join",
                                                 "intercomm_create",
                                                 "intercomm_create_from_groups",
                                                 "intercomm_merge",
                                                 "cart_create",
                                                 "cart_sub",
                                                 "graph_create",
                                                 "dist_graph_create",
                                                 "dist_graph_create_adjacent",
                                                 "win_create",
                                                 "win_create_dynamic",
                                                 "win_allocate",
                                                 "win_allocate_shared",
                                                 "win_free",
                                                 "file_open",
                                                 "file_close",
                                                 "file_set_view",
                                                 "file_set_size",
                                                 "file_preallocate",
                                                 "file_sync"};

template <std::size_t Size>
bool is_one_of(std::string_view name, const std::array<std::string_view, Size>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool moves_file_data(std::string_view name) {
  if (!name.starts_with("file_")) return false;
  name.remove_prefix(5);
  if (name.starts_with('i')) name.remove_prefix(1);
  return name.starts_with("read") || name.starts_with("write");
}

}  // namespace

std::string bare_name(std::string_view function) {
  std::string name(function);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  if (name.starts_with("pmpi_")) name.erase(0, 1);
  if (!name.starts_with("mpi_")) return {};
  name.erase(0, 4);
  if (name.ends_with("()")) name.resize(name.size() - 2);
  while (name.ends_with('_')) name.pop_back();
  if (name.ends_with("_c")) name.resize(name.size() - 2);
  return name;
}

Traffic traffic_of(std::string_view function) {
  const std::string name = bare_name(function);
  if (name.empty()) return Traffic::other;
  if (is_one_of(name, messages)) return Traffic::messages;
  if (is_one_of(name, collectives)) return Traffic::collective;
  if (is_one_of(name, setup)) return Traffic::setup;
  if (is_one_of(name, one_sided) || name == "win_flush_local_all") return Traffic::one_sided;
  if (moves_file_data(name)) return Traffic::files;
  const std::string_view view(name);
  const bool persistent = view.ends_with("_init") && is_one_of(view.substr(0, view.size() - 5), collectives);
  const bool begins = view.starts_with('i') && is_one_of(view.substr(1), collectives);
  return persistent || begins ? Traffic::nonblocking : Traffic::local;
}

}  // namespace trgen::record
