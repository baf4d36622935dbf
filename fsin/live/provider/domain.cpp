// SPDX-License-Identifier: Apache-2.0
// Domain, addresses, completion queue and counters.
#include <string.h>

#include <algorithm>
#include <new>

#include "fsin/live/provider/objects.hpp"

namespace fsin::live::provider {
namespace {

// Addresses. Each is the place of a rank in the card's table, for maps and tables alike.

int insert(fid_av* /*av*/, const void* addresses, std::size_t count, fi_addr_t* places, std::uint64_t /*flags*/,
           void* /*context*/) {
  const auto* each = static_cast<const Address*>(addresses);
  int known = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Address address;
    memcpy(&address, each + i, sizeof address);
    const bool ours = address.magic == live::magic;
    const std::uint64_t place = ours ? card().insert(address.rank) : FI_ADDR_NOTAVAIL;
    if (places != nullptr) places[i] = place;
    if (ours) ++known;
  }
  return known;
}

int look_up(fid_av* /*av*/, fi_addr_t place, void* address, std::size_t* bytes) {
  const std::uint32_t rank = card().rank_at(place);
  if (rank == anybody) return -FI_EINVAL;
  const Address found{live::magic, rank, 0};
  memcpy(address, &found, std::min(*bytes, sizeof found));
  *bytes = sizeof found;
  return 0;
}

const char* to_text(fid_av* /*av*/, const void* address, char* text, std::size_t* bytes) {
  Address known;
  memcpy(&known, address, sizeof known);
  const int wanted = snprintf(text, *bytes, "fsin:%u", known.rank);
  *bytes = static_cast<std::size_t>(wanted) + 1;
  return text;
}

int remove(fid_av* /*av*/, fi_addr_t* /*places*/, std::size_t /*count*/, std::uint64_t /*flags*/) { return 0; }

// Completion queue, in one of the four formats.

struct Queue {
  fid_cq of{};
  fi_cq_format format = FI_CQ_FORMAT_TAGGED;
};

std::size_t bytes_of_entry(fi_cq_format format) {
  switch (format) {
    case FI_CQ_FORMAT_CONTEXT:
      return sizeof(fi_cq_entry);
    case FI_CQ_FORMAT_MSG:
      return sizeof(fi_cq_msg_entry);
    case FI_CQ_FORMAT_DATA:
      return sizeof(fi_cq_data_entry);
    default:
      return sizeof(fi_cq_tagged_entry);
  }
}

/// Every shorter format is the beginning of the longest.
ssize_t read_from(fid_cq* queue, void* entries, std::size_t count, fi_addr_t* sources) {
  const std::size_t bytes = bytes_of_entry(reinterpret_cast<Queue*>(queue)->format);
  if (bytes == sizeof(fi_cq_tagged_entry)) {
    return card().read(static_cast<fi_cq_tagged_entry*>(entries), count, sources);
  }
  auto* to = static_cast<std::byte*>(entries);
  ssize_t taken = 0;
  for (; static_cast<std::size_t>(taken) < count; ++taken) {
    fi_cq_tagged_entry entry;
    const ssize_t found = card().read(&entry, 1, sources != nullptr ? sources + taken : nullptr);
    if (found <= 0) return taken > 0 ? taken : found;
    memcpy(to + static_cast<std::size_t>(taken) * bytes, &entry, bytes);
  }
  return taken;
}

ssize_t read(fid_cq* queue, void* entries, std::size_t count) { return read_from(queue, entries, count, nullptr); }
ssize_t read_error(fid_cq* /*queue*/, fi_cq_err_entry* entry, std::uint64_t /*flags*/) {
  return card().read_error(*entry);
}
const char* error_text(fid_cq* /*queue*/, int error, const void* /*data*/, char* text, std::size_t bytes) {
  const char* words = fi_strerror(error);
  if (text != nullptr && bytes != 0) snprintf(text, bytes, "%s", words);
  return words;
}

// Counters of remote access, which this provider has not: they keep what they are given.

struct Counter {
  fid_cntr of{};
  std::uint64_t value = 0;
};

Counter& counter_of(fid_cntr* counter) { return *reinterpret_cast<Counter*>(counter); }
std::uint64_t value(fid_cntr* counter) { return counter_of(counter).value; }
std::uint64_t errors(fid_cntr* /*counter*/) { return 0; }
int add(fid_cntr* counter, std::uint64_t amount) {
  counter_of(counter).value += amount;
  return 0;
}
int set(fid_cntr* counter, std::uint64_t amount) {
  counter_of(counter).value = amount;
  return 0;
}
int wait(fid_cntr* counter, std::uint64_t threshold, int /*milliseconds*/) {
  return counter_of(counter).value >= threshold ? 0 : -FI_ETIMEDOUT;
}

}  // namespace

int open_domain(fid_fabric* /*fabric*/, fi_info* /*info*/, fid_domain** domain, void* context) {
  static fi_ops_domain table{.size = sizeof(fi_ops_domain),
                             .av_open = open_addresses,
                             .cq_open = open_queue,
                             .endpoint = open_endpoint,
                             .scalable_ep = unsupported,
                             .cntr_open = open_counter,
                             .poll_open = unsupported,
                             .stx_ctx = unsupported,
                             .srx_ctx = unsupported,
                             .query_atomic = unsupported,
                             .query_collective = unsupported,
                             .endpoint2 = unsupported};
  static fi_ops_mr regions{.size = sizeof(fi_ops_mr), .reg = unsupported, .regv = unsupported, .regattr = unsupported};
  auto* made = new fid_domain{};
  set_fid(*made, FI_CLASS_DOMAIN, context, operations_of<fid_domain>());
  made->ops = &table;
  made->mr = &regions;
  *domain = made;
  return 0;
}

int open_addresses(fid_domain* /*domain*/, fi_av_attr* attributes, fid_av** av, void* context) {
  if (attributes != nullptr && attributes->name != nullptr) return -FI_ENOSYS;
  static fi_ops_av table{.size = sizeof(fi_ops_av),
                         .insert = insert,
                         .insertsvc = unsupported,
                         .insertsym = unsupported,
                         .remove = remove,
                         .lookup = look_up,
                         .straddr = to_text,
                         .av_set = unsupported};
  auto* made = new fid_av{};
  set_fid(*made, FI_CLASS_AV, context, operations_of<fid_av>());
  made->ops = &table;
  *av = made;
  return 0;
}

int open_queue(fid_domain* /*domain*/, fi_cq_attr* attributes, fid_cq** queue, void* context) {
  static fi_ops_cq table{.size = sizeof(fi_ops_cq),
                         .read = read,
                         .readfrom = read_from,
                         .readerr = read_error,
                         .sread = unsupported,
                         .sreadfrom = unsupported,
                         .signal = unsupported,
                         .strerror = error_text};
  auto* made = new Queue;
  if (attributes != nullptr) {
    if (attributes->format == FI_CQ_FORMAT_UNSPEC) attributes->format = FI_CQ_FORMAT_TAGGED;
    made->format = attributes->format;
  }
  set_fid(made->of, FI_CLASS_CQ, context, operations_of<Queue>());
  made->of.ops = &table;
  *queue = &made->of;
  return 0;
}

int open_counter(fid_domain* /*domain*/, fi_cntr_attr* /*attributes*/, fid_cntr** counter, void* context) {
  static fi_ops_cntr table{.size = sizeof(fi_ops_cntr),
                           .read = value,
                           .readerr = errors,
                           .add = add,
                           .set = set,
                           .wait = wait,
                           .adderr = add,
                           .seterr = set};
  auto* made = new Counter;
  set_fid(made->of, FI_CLASS_CNTR, context, operations_of<Counter>());
  made->of.ops = &table;
  *counter = &made->of;
  return 0;
}

}  // namespace fsin::live::provider
