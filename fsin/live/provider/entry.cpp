// SPDX-License-Identifier: Apache-2.0
// The entry of the provider for libfabric 1.17 (fi_prov_ini): what it offers, and the fabric. Outside a live run it
// offers nothing.
#include <rdma/providers/fi_prov.h>
#include <stdlib.h>
#include <string.h>

#include "fsin/live/provider/objects.hpp"

namespace fsin::live::provider {
namespace {

constexpr std::uint64_t offered_orders = FI_ORDER_SAS;
constexpr std::size_t queue_entries = 1U << 20U;
constexpr std::size_t longest_message = std::size_t{1} << 40U;

bool in_live_run() { return fsin_live_rank != nullptr && fsin_live_rank() != nullptr; }

std::uint64_t or_else(std::uint64_t asked, std::uint64_t otherwise) { return asked != 0 ? asked : otherwise; }

bool can_serve(const fi_info* hints) {
  if (hints == nullptr) return true;
  if ((hints->caps & ~offered_capabilities) != 0) return false;
  if (hints->ep_attr != nullptr) {
    if (hints->ep_attr->type != FI_EP_UNSPEC && hints->ep_attr->type != FI_EP_RDM) return false;
    if (hints->ep_attr->max_msg_size > longest_message) return false;
    if (hints->ep_attr->tx_ctx_cnt > 1 || hints->ep_attr->rx_ctx_cnt > 1) return false;
  }
  if (hints->tx_attr != nullptr &&
      ((hints->tx_attr->msg_order & ~offered_orders) != 0 || hints->tx_attr->inject_size > inject_bytes ||
       hints->tx_attr->iov_limit > pieces_of_message)) {
    return false;
  }
  if (hints->rx_attr != nullptr &&
      ((hints->rx_attr->msg_order & ~offered_orders) != 0 || hints->rx_attr->iov_limit > pieces_of_message)) {
    return false;
  }
  return hints->domain_attr == nullptr || hints->domain_attr->cq_data_size <= 8;
}

void fill(fi_info& info, const fi_info* hints, std::uint32_t version) {
  info.caps = hints != nullptr && hints->caps != 0 ? (hints->caps & offered_capabilities) | FI_SEND | FI_RECV |
                                                         FI_SOURCE | FI_LOCAL_COMM | FI_REMOTE_COMM
                                                   : offered_capabilities;
  info.mode = 0;
  info.addr_format = FI_PROV_SPECIFIC | 0x66U;
  fi_tx_attr& tx = *info.tx_attr;
  fi_rx_attr& rx = *info.rx_attr;
  tx.caps = info.caps;
  rx.caps = info.caps;
  tx.msg_order = rx.msg_order = offered_orders;
  tx.op_flags = hints != nullptr && hints->tx_attr != nullptr ? hints->tx_attr->op_flags : 0;
  rx.op_flags = hints != nullptr && hints->rx_attr != nullptr ? hints->rx_attr->op_flags : 0;
  tx.inject_size = inject_bytes;
  tx.size = or_else(hints != nullptr && hints->tx_attr != nullptr ? hints->tx_attr->size : 0, queue_entries);
  rx.size = or_else(hints != nullptr && hints->rx_attr != nullptr ? hints->rx_attr->size : 0, queue_entries);
  tx.iov_limit = rx.iov_limit = pieces_of_message;
  rx.total_buffered_recv = 0;
  fi_ep_attr& ep = *info.ep_attr;
  ep.type = FI_EP_RDM;
  ep.protocol = FI_PROTO_UNSPEC;
  ep.max_msg_size = longest_message;
  ep.mem_tag_format = ~std::uint64_t{0};
  ep.tx_ctx_cnt = ep.rx_ctx_cnt = 1;
  fi_domain_attr& domain = *info.domain_attr;
  const fi_domain_attr* asked = hints != nullptr ? hints->domain_attr : nullptr;
  domain.name = strdup("fsin");
  domain.threading = asked != nullptr && asked->threading != FI_THREAD_UNSPEC ? asked->threading : FI_THREAD_DOMAIN;
  domain.control_progress = FI_PROGRESS_MANUAL;
  domain.data_progress = FI_PROGRESS_MANUAL;
  domain.resource_mgmt = FI_RM_ENABLED;
  domain.av_type = asked != nullptr && asked->av_type != FI_AV_UNSPEC ? asked->av_type : FI_AV_TABLE;
  domain.mr_mode = 0;
  domain.mr_key_size = 8;
  domain.cq_data_size = 8;
  domain.cq_cnt = domain.ep_cnt = domain.tx_ctx_cnt = domain.rx_ctx_cnt = domain.cntr_cnt = 16;
  domain.max_ep_tx_ctx = domain.max_ep_rx_ctx = 1;
  domain.mr_iov_limit = 1;
  domain.caps = FI_LOCAL_COMM | FI_REMOTE_COMM;
  fi_fabric_attr& fabric = *info.fabric_attr;
  fabric.name = strdup("fsin");
  fabric.api_version = version;
}

int get_info(std::uint32_t version, const char* /*node*/, const char* /*service*/, std::uint64_t /*flags*/,
             const fi_info* hints, fi_info** info) {
  if (!in_live_run() || !can_serve(hints)) return -FI_ENODATA;
  fi_info* made = fi_allocinfo();
  if (made == nullptr) return -FI_ENOMEM;
  fill(*made, hints, version);
  *info = made;
  return 0;
}

int open_fabric(fi_fabric_attr* /*attributes*/, fid_fabric** fabric, void* context) {
  if (!in_live_run()) return -FI_ENODATA;
  static fi_ops_fabric table{.size = sizeof(fi_ops_fabric),
                             .domain = open_domain,
                             .passive_ep = unsupported,
                             .eq_open = open_events,
                             .wait_open = unsupported,
                             .trywait = unsupported,
                             .domain2 = unsupported};
  auto* made = new fid_fabric{};
  set_fid(*made, FI_CLASS_FABRIC, context, operations_of<fid_fabric>());
  made->ops = &table;
  *fabric = made;
  return 0;
}

void clean_up() {}

}  // namespace

Card& card() {
  static Card one(*fsin_live_rank());
  return one;
}

}  // namespace fsin::live::provider

extern "C" __attribute__((visibility("default"))) fi_provider* fi_prov_ini() {
  static fi_provider provider{.version = FI_VERSION(1, 0),
                              .fi_version = FI_VERSION(1, 17),
                              .context = {},
                              .name = "fsin",
                              .getinfo = fsin::live::provider::get_info,
                              .fabric = fsin::live::provider::open_fabric,
                              .cleanup = fsin::live::provider::clean_up};
  return &provider;
}
