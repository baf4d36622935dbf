// SPDX-License-Identifier: Apache-2.0
// The objects of libfabric that the provider gives out: tables of functions around the one card of the process. What no
// MPI library asks of a provider with these capabilities answers -FI_ENOSYS.
#pragma once

#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>

#include "fsin/live/provider/card.hpp"

namespace fsin::live::provider {

/// The address of a rank, which all ranks know by its bytes.
struct Address {
  std::uint64_t magic = live::magic;
  std::uint32_t rank = 0;
  std::uint32_t reserved = 0;
};

constexpr std::uint64_t offered_capabilities = FI_MSG | FI_TAGGED | FI_SEND | FI_RECV | FI_MULTI_RECV |
                                               FI_DIRECTED_RECV | FI_SOURCE | FI_LOCAL_COMM | FI_REMOTE_COMM;
constexpr std::size_t inject_bytes = 255;
constexpr std::size_t pieces_of_message = 32;

/// A queue of the program.
struct Queue {
  fid_cq of{};
  fi_cq_format format = FI_CQ_FORMAT_TAGGED;
  Completions done;
};
struct Counter {
  fid_cntr of{};
  Count count;
  std::uint64_t seen = 0;  ///< what was read last
};

/// For every place in a table: the call does not exist.
template <class R, class... A>
R unsupported(A... /*arguments*/) {
  return static_cast<R>(-FI_ENOSYS);
}

/// The card of this process; made at the first call. There is one only inside a live run.
Card& card();

int open_events(fid_fabric* fabric, fi_eq_attr* attributes, fid_eq** queue, void* context);
int open_domain(fid_fabric* fabric, fi_info* info, fid_domain** domain, void* context);
int open_addresses(fid_domain* domain, fi_av_attr* attributes, fid_av** av, void* context);
int open_queue(fid_domain* domain, fi_cq_attr* attributes, fid_cq** queue, void* context);
int open_counter(fid_domain* domain, fi_cntr_attr* attributes, fid_cntr** counter, void* context);
int open_endpoint(fid_domain* domain, fi_info* info, fid_ep** endpoint, void* context);

template <class Object>
void set_fid(Object& object, std::size_t kind, void* context, fi_ops* operations) {
  object.fid.fclass = kind;
  object.fid.context = context;
  object.fid.ops = operations;
}

/// Of objects that begin with their fid.
template <class Object>
int close_object(fid* object) {
  delete reinterpret_cast<Object*>(object);
  return 0;
}

/// Of objects that can be closed, and nothing else.
template <class Object>
fi_ops* operations_of() {
  static fi_ops operations{.size = sizeof(fi_ops),
                           .close = close_object<Object>,
                           .bind = unsupported,
                           .control = unsupported,
                           .ops_open = unsupported,
                           .tostr = unsupported,
                           .ops_set = unsupported};
  return &operations;
}

}  // namespace fsin::live::provider
