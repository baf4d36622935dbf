// SPDX-License-Identifier: Apache-2.0
// The endpoint: the calls that send and receive, in all forms that libfabric has, as calls of the card.
#include <string.h>

#include <algorithm>

#include "fsin/live/provider/objects.hpp"

namespace fsin::live::provider {
namespace {

struct Endpoint {
  fid_ep of{};
  std::uint64_t send_flags = 0;  ///< of calls that give none
  std::uint64_t receive_flags = 0;
  bool some_sends_complete = false;  ///< FI_SELECTIVE_COMPLETION for sends
  bool some_receives_complete = false;
  bool directed = false;  ///< FI_DIRECTED_RECV; else a receive takes what comes, whatever source it is given
};

Endpoint& endpoint_of(fid_ep* endpoint) { return *reinterpret_cast<Endpoint*>(endpoint); }

/// Endpoints of a program without MPI: it has one a process.
bool has_endpoint = false;

/// Whether a receive with these flags has a completion.
bool completes(fid_ep* ep, std::uint64_t flags) {
  return !endpoint_of(ep).some_receives_complete || (flags & FI_COMPLETION) != 0;
}

ssize_t post(Receive receive, bool tagged) {
  const Called called(FabricCall::receive, CallKind::immediate);
  return card().receive(std::move(receive), tagged);
}

struct Marks {
  bool tagged = false;
  bool has_data = false;
};

/// A message without a completion.
Outgoing outgoing_of(const iovec* pieces, std::size_t count, fi_addr_t to, std::uint64_t tag, std::uint64_t data,
                     const Marks& marks) {
  Outgoing message;
  message.pieces = pieces;
  message.count = count;
  message.destination = to;
  message.tag = tag;
  message.data = data;
  message.tagged = marks.tagged;
  message.has_data = marks.has_data;
  return message;
}

ssize_t send(fid_ep* ep, const iovec* pieces, std::size_t count, fi_addr_t to, std::uint64_t tag, std::uint64_t data,
             void* context, const Marks& marks, std::uint64_t flags) {
  const Called called(FabricCall::send, CallKind::immediate);
  Outgoing message = outgoing_of(pieces, count, to, tag, data, marks);
  message.completes = !endpoint_of(ep).some_sends_complete || (flags & FI_COMPLETION) != 0;
  message.context = context;
  return card().send(message);
}

ssize_t send_one(fid_ep* ep, const void* bytes, std::size_t count, fi_addr_t to, std::uint64_t tag, std::uint64_t data,
                 void* context, const Marks& marks) {
  const iovec piece{const_cast<void*>(bytes), count};
  return send(ep, &piece, 1, to, tag, data, context, marks, endpoint_of(ep).send_flags);
}

/// The buffer is free when the call returns, and there is no completion.
ssize_t inject_one(fid_ep* /*ep*/, const void* bytes, std::size_t count, fi_addr_t to, std::uint64_t tag,
                   std::uint64_t data, const Marks& marks) {
  const Called called(FabricCall::send, CallKind::immediate);
  const iovec piece{const_cast<void*>(bytes), count};
  return card().send(outgoing_of(&piece, 1, to, tag, data, marks));
}

Receive receive_of(fid_ep* ep, const iovec* pieces, std::size_t count, fi_addr_t from, void* context,
                   std::uint64_t flags) {
  Receive receive;
  receive.pieces.assign(pieces, pieces + count);
  if (endpoint_of(ep).directed && from != FI_ADDR_UNSPEC) receive.source = card().rank_at(from);
  receive.context = context;
  receive.flags = flags;
  receive.completes = completes(ep, flags);
  return receive;
}

// Tagged messages.

ssize_t tagged_receive(fid_ep* ep, void* buffer, std::size_t bytes, void* /*desc*/, fi_addr_t from, std::uint64_t tag,
                       std::uint64_t ignore, void* context) {
  const iovec piece{buffer, bytes};
  Receive receive = receive_of(ep, &piece, 1, from, context, endpoint_of(ep).receive_flags & ~FI_MULTI_RECV);
  receive.tag = tag;
  receive.ignore = ignore;
  return post(std::move(receive), true);
}
ssize_t tagged_receive_pieces(fid_ep* ep, const iovec* pieces, void** /*desc*/, std::size_t count, fi_addr_t from,
                              std::uint64_t tag, std::uint64_t ignore, void* context) {
  Receive receive = receive_of(ep, pieces, count, from, context, endpoint_of(ep).receive_flags & ~FI_MULTI_RECV);
  receive.tag = tag;
  receive.ignore = ignore;
  return post(std::move(receive), true);
}
ssize_t tagged_receive_message(fid_ep* ep, const fi_msg_tagged* message, std::uint64_t flags) {
  Receive receive =
      receive_of(ep, message->msg_iov, message->iov_count, message->addr, message->context, flags & ~FI_MULTI_RECV);
  receive.tag = message->tag;
  receive.ignore = message->ignore;
  if ((flags & (FI_PEEK | FI_CLAIM)) != 0) {
    const Called called(FabricCall::receive, CallKind::immediate);
    return card().look(receive);
  }
  return post(std::move(receive), true);
}
ssize_t tagged_send(fid_ep* ep, const void* bytes, std::size_t count, void* /*desc*/, fi_addr_t to, std::uint64_t tag,
                    void* context) {
  return send_one(ep, bytes, count, to, tag, 0, context, {true, false});
}
ssize_t tagged_send_pieces(fid_ep* ep, const iovec* pieces, void** /*desc*/, std::size_t count, fi_addr_t to,
                           std::uint64_t tag, void* context) {
  return send(ep, pieces, count, to, tag, 0, context, {true, false}, endpoint_of(ep).send_flags);
}
ssize_t tagged_send_message(fid_ep* ep, const fi_msg_tagged* message, std::uint64_t flags) {
  return send(ep, message->msg_iov, message->iov_count, message->addr, message->tag, message->data, message->context,
              {true, (flags & FI_REMOTE_CQ_DATA) != 0}, flags);
}
ssize_t tagged_inject(fid_ep* ep, const void* bytes, std::size_t count, fi_addr_t to, std::uint64_t tag) {
  return inject_one(ep, bytes, count, to, tag, 0, {true, false});
}
ssize_t tagged_send_data(fid_ep* ep, const void* bytes, std::size_t count, void* /*desc*/, std::uint64_t data,
                         fi_addr_t to, std::uint64_t tag, void* context) {
  return send_one(ep, bytes, count, to, tag, data, context, {true, true});
}
ssize_t tagged_inject_data(fid_ep* ep, const void* bytes, std::size_t count, std::uint64_t data, fi_addr_t to,
                           std::uint64_t tag) {
  return inject_one(ep, bytes, count, to, tag, data, {true, true});
}

// Untagged messages.

ssize_t plain_receive(fid_ep* ep, void* buffer, std::size_t bytes, void* /*desc*/, fi_addr_t from, void* context) {
  const iovec piece{buffer, bytes};
  return post(receive_of(ep, &piece, 1, from, context, endpoint_of(ep).receive_flags), false);
}
ssize_t plain_receive_pieces(fid_ep* ep, const iovec* pieces, void** /*desc*/, std::size_t count, fi_addr_t from,
                             void* context) {
  return post(receive_of(ep, pieces, count, from, context, endpoint_of(ep).receive_flags), false);
}
ssize_t plain_receive_message(fid_ep* ep, const fi_msg* message, std::uint64_t flags) {
  return post(receive_of(ep, message->msg_iov, message->iov_count, message->addr, message->context, flags), false);
}
ssize_t plain_send(fid_ep* ep, const void* bytes, std::size_t count, void* /*desc*/, fi_addr_t to, void* context) {
  return send_one(ep, bytes, count, to, 0, 0, context, {});
}
ssize_t plain_send_pieces(fid_ep* ep, const iovec* pieces, void** /*desc*/, std::size_t count, fi_addr_t to,
                          void* context) {
  return send(ep, pieces, count, to, 0, 0, context, {}, endpoint_of(ep).send_flags);
}
ssize_t plain_send_message(fid_ep* ep, const fi_msg* message, std::uint64_t flags) {
  return send(ep, message->msg_iov, message->iov_count, message->addr, 0, message->data, message->context,
              {false, (flags & FI_REMOTE_CQ_DATA) != 0}, flags);
}
ssize_t plain_inject(fid_ep* ep, const void* bytes, std::size_t count, fi_addr_t to) {
  return inject_one(ep, bytes, count, to, 0, 0, {});
}
ssize_t plain_send_data(fid_ep* ep, const void* bytes, std::size_t count, void* /*desc*/, std::uint64_t data,
                        fi_addr_t to, void* context) {
  return send_one(ep, bytes, count, to, 0, data, context, {false, true});
}
ssize_t plain_inject_data(fid_ep* ep, const void* bytes, std::size_t count, std::uint64_t data, fi_addr_t to) {
  return inject_one(ep, bytes, count, to, 0, data, {false, true});
}

// The endpoint itself.

ssize_t cancel(fid* /*endpoint*/, void* context) {
  const Called called(FabricCall::cancel, CallKind::immediate);
  return card().cancel(context) ? 0 : -FI_ENOENT;
}

int set_option(fid* /*endpoint*/, int level, int name, const void* value, std::size_t bytes) {
  if (level != FI_OPT_ENDPOINT || name != FI_OPT_MIN_MULTI_RECV || bytes != sizeof(std::size_t)) return -FI_ENOPROTOOPT;
  memcpy(&card().least_room, value, bytes);
  return 0;
}
int get_option(fid* /*endpoint*/, int level, int name, void* value, std::size_t* bytes) {
  if (level != FI_OPT_ENDPOINT || name != FI_OPT_MIN_MULTI_RECV || *bytes < sizeof(std::size_t)) return -FI_ENOPROTOOPT;
  memcpy(value, &card().least_room, sizeof(std::size_t));
  *bytes = sizeof(std::size_t);
  return 0;
}

int bind(fid* endpoint, fid* other, std::uint64_t flags) {
  auto& self = *reinterpret_cast<Endpoint*>(endpoint);
  if (other->fclass == FI_CLASS_CQ) {
    const bool selective = (flags & FI_SELECTIVE_COMPLETION) != 0;
    if ((flags & FI_TRANSMIT) != 0) self.some_sends_complete = selective;
    if ((flags & FI_RECV) != 0) self.some_receives_complete = selective;
    card().bind(&reinterpret_cast<Queue*>(other)->done, flags);
  }
  if (other->fclass == FI_CLASS_CNTR) card().bind(&reinterpret_cast<Counter*>(other)->count, flags);
  return 0;
}

int control(fid* /*endpoint*/, int command, void* /*argument*/) {
  if (command != FI_ENABLE) return -FI_ENOSYS;
  fsin_live_rank()->has_endpoint = true;
  fsin_live_begin();
  return 0;
}

int close_endpoint(fid* endpoint) {
  has_endpoint = false;
  return close_object<Endpoint>(endpoint);
}

int get_name(fid* /*endpoint*/, void* address, std::size_t* bytes) {
  const Address own{live::magic, fsin_live_rank()->rank, 0};
  const bool fits = *bytes >= sizeof own;
  if (*bytes != 0) memcpy(address, &own, std::min(*bytes, sizeof own));  // else `address` may be null
  *bytes = sizeof own;
  return fits ? 0 : -FI_ETOOSMALL;
}

}  // namespace

int open_endpoint(fid_domain* /*domain*/, fi_info* info, fid_ep** endpoint, void* context) {
  static fi_ops operations{.size = sizeof(fi_ops),
                           .close = close_endpoint,
                           .bind = bind,
                           .control = control,
                           .ops_open = unsupported,
                           .tostr = unsupported,
                           .ops_set = unsupported};
  static fi_ops_ep general{.size = sizeof(fi_ops_ep),
                           .cancel = cancel,
                           .getopt = get_option,
                           .setopt = set_option,
                           .tx_ctx = unsupported,
                           .rx_ctx = unsupported,
                           .rx_size_left = unsupported,
                           .tx_size_left = unsupported};
  static fi_ops_cm names{.size = sizeof(fi_ops_cm),
                         .setname = unsupported,
                         .getname = get_name,
                         .getpeer = unsupported,
                         .connect = unsupported,
                         .listen = unsupported,
                         .accept = unsupported,
                         .reject = unsupported,
                         .shutdown = unsupported,
                         .join = unsupported};
  static fi_ops_tagged tagged{sizeof(fi_ops_tagged), tagged_receive,     tagged_receive_pieces, tagged_receive_message,
                              tagged_send,           tagged_send_pieces, tagged_send_message,   tagged_inject,
                              tagged_send_data,      tagged_inject_data};
  static fi_ops_msg plain{sizeof(fi_ops_msg), plain_receive,     plain_receive_pieces, plain_receive_message,
                          plain_send,         plain_send_pieces, plain_send_message,   plain_inject,
                          plain_send_data,    plain_inject_data};
  static fi_ops_rma remote{sizeof(fi_ops_rma), unsupported, unsupported, unsupported, unsupported,
                           unsupported,        unsupported, unsupported, unsupported, unsupported};
  static fi_ops_atomic atomic{sizeof(fi_ops_atomic), unsupported, unsupported, unsupported, unsupported,
                              unsupported,           unsupported, unsupported, unsupported, unsupported,
                              unsupported,           unsupported, unsupported, unsupported};
  // The card has one place for messages and one for receives.
  if (fsin_live_rank()->memory.shared().without_mpi != 0 && has_endpoint) return -FI_EBUSY;
  has_endpoint = true;
  auto* made = new Endpoint;
  if (info != nullptr) made->directed = (info->caps & FI_DIRECTED_RECV) != 0;
  if (info != nullptr && info->tx_attr != nullptr) made->send_flags = info->tx_attr->op_flags;
  if (info != nullptr && info->rx_attr != nullptr) made->receive_flags = info->rx_attr->op_flags;
  set_fid(made->of, FI_CLASS_EP, context, &operations);
  made->of.ops = &general;
  made->of.cm = &names;
  made->of.tagged = &tagged;
  made->of.msg = &plain;
  made->of.rma = &remote;
  made->of.atomic = &atomic;
  *endpoint = &made->of;
  return 0;
}

}  // namespace fsin::live::provider
