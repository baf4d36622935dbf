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

Queue& queue_of(fid_cq* queue) { return *reinterpret_cast<Queue*>(queue); }

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
ssize_t take(Queue& queue, void* entries, std::size_t count, fi_addr_t* sources) {
  const std::size_t bytes = bytes_of_entry(queue.format);
  if (bytes == sizeof(fi_cq_tagged_entry)) {
    return card().read(queue.done, static_cast<fi_cq_tagged_entry*>(entries), count, sources);
  }
  auto* to = static_cast<std::byte*>(entries);
  ssize_t taken = 0;
  for (; static_cast<std::size_t>(taken) < count; ++taken) {
    fi_cq_tagged_entry entry;
    const ssize_t found = card().read(queue.done, &entry, 1, sources != nullptr ? sources + taken : nullptr);
    if (found <= 0) return taken > 0 ? taken : found;
    memcpy(to + static_cast<std::size_t>(taken) * bytes, &entry, bytes);
  }
  return taken;
}

ssize_t read_from(fid_cq* queue, void* entries, std::size_t count, fi_addr_t* sources) {
  const Called called(FabricCall::cq_read, CallKind::test);
  return take(queue_of(queue), entries, count, sources);
}
ssize_t read(fid_cq* queue, void* entries, std::size_t count) { return read_from(queue, entries, count, nullptr); }

/// A program without MPI waits itself; within MPI, its library never does so in this way.
ssize_t wait_from(fid_cq* queue, void* entries, std::size_t count, fi_addr_t* sources, const void* /*condition*/,
                  int milliseconds) {
  if (fsin_live_rank()->memory.shared().without_mpi == 0) return -FI_ENOSYS;
  if (milliseconds == 0) return read_from(queue, entries, count, sources);
  const Called called(FabricCall::cq_wait, CallKind::plain);
  Queue& self = queue_of(queue);
  if (!card().wait_for(self.done, card().deadline(milliseconds))) return -FI_EAGAIN;
  return take(self, entries, count, sources);
}
ssize_t wait_read(fid_cq* queue, void* entries, std::size_t count, const void* condition, int milliseconds) {
  return wait_from(queue, entries, count, nullptr, condition, milliseconds);
}

ssize_t read_error(fid_cq* queue, fi_cq_err_entry* entry, std::uint64_t /*flags*/) {
  return card().read_error(queue_of(queue).done, *entry);
}
int close_queue(fid* queue) {
  card().unbind(&reinterpret_cast<Queue*>(queue)->done);
  return close_object<Queue>(queue);
}
const char* error_text(fid_cq* /*queue*/, int error, const void* /*data*/, char* text, std::size_t bytes) {
  const char* words = fi_strerror(error);
  if (text != nullptr && bytes != 0) snprintf(text, bytes, "%s", words);
  return words;
}

// Counters: of sends and receives that are complete. Those of remote access, which this provider has not, keep what
// they are given.

Counter& counter_of(fid_cntr* counter) { return *reinterpret_cast<Counter*>(counter); }

/// A look at what has come costs the time of a test, where nothing has changed since the last one.
Count& looked_at(fid_cntr* counter) {
  Counter& self = counter_of(counter);
  if (self.count.value + self.count.errors == self.seen) {
    const Called called(FabricCall::counter_read, CallKind::test);
    if (fsin_live_rank()->memory.shared().without_mpi != 0) card().look_around();
  }
  self.seen = self.count.value + self.count.errors;
  return self.count;
}
std::uint64_t value(fid_cntr* counter) { return looked_at(counter).value; }
std::uint64_t errors(fid_cntr* counter) { return looked_at(counter).errors; }
int add(fid_cntr* counter, std::uint64_t amount) {
  counter_of(counter).count.value += amount;
  return 0;
}
int set(fid_cntr* counter, std::uint64_t amount) {
  counter_of(counter).count.value = amount;
  return 0;
}
int add_error(fid_cntr* counter, std::uint64_t amount) {
  counter_of(counter).count.errors += amount;
  return 0;
}
int set_error(fid_cntr* counter, std::uint64_t amount) {
  counter_of(counter).count.errors = amount;
  return 0;
}
int wait(fid_cntr* counter, std::uint64_t threshold, int milliseconds) {
  const Count& count = counter_of(counter).count;
  const std::uint64_t errors = count.errors;
  if (fsin_live_rank()->memory.shared().without_mpi != 0) {
    const Called called(FabricCall::counter_wait, CallKind::plain);
    card().wait_for(count, threshold, card().deadline(milliseconds));
  }
  if (count.errors != errors) return -FI_EAVAIL;
  return count.value >= threshold ? 0 : -FI_ETIMEDOUT;
}
int close_counter(fid* counter) {
  card().unbind(&reinterpret_cast<Counter*>(counter)->count);
  return close_object<Counter>(counter);
}

// Event queue, which never has an event: addresses are inserted at once, and nothing is connected.

ssize_t read_event(fid_eq* /*queue*/, std::uint32_t* /*event*/, void* /*entry*/, std::size_t /*bytes*/,
                   std::uint64_t /*flags*/) {
  return -FI_EAGAIN;
}
const char* event_error_text(fid_eq* /*queue*/, int error, const void* /*data*/, char* text, std::size_t bytes) {
  const char* words = fi_strerror(error);
  if (text != nullptr && bytes != 0) snprintf(text, bytes, "%s", words);
  return words;
}

}  // namespace

int open_events(fid_fabric* /*fabric*/, fi_eq_attr* attributes, fid_eq** queue, void* context) {
  if (attributes != nullptr && attributes->wait_obj != FI_WAIT_NONE && attributes->wait_obj != FI_WAIT_UNSPEC) {
    return -FI_ENOSYS;
  }
  static fi_ops_eq table{.size = sizeof(fi_ops_eq),
                         .read = read_event,
                         .readerr = unsupported,
                         .write = unsupported,
                         .sread = unsupported,
                         .strerror = event_error_text};
  auto* made = new fid_eq{};
  set_fid(*made, FI_CLASS_EQ, context, operations_of<fid_eq>());
  made->ops = &table;
  *queue = made;
  return 0;
}

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
                         .sread = wait_read,
                         .sreadfrom = wait_from,
                         .signal = unsupported,
                         .strerror = error_text};
  // There is nothing outside this library on which a thread could wait.
  if (attributes != nullptr && attributes->wait_obj != FI_WAIT_NONE && attributes->wait_obj != FI_WAIT_UNSPEC) {
    return -FI_ENOSYS;
  }
  auto* made = new Queue;
  if (attributes != nullptr) {
    if (attributes->format == FI_CQ_FORMAT_UNSPEC) attributes->format = FI_CQ_FORMAT_TAGGED;
    made->format = attributes->format;
  }
  static fi_ops operations = *operations_of<Queue>();
  operations.close = close_queue;
  set_fid(made->of, FI_CLASS_CQ, context, &operations);
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
                           .adderr = add_error,
                           .seterr = set_error};
  auto* made = new Counter;
  static fi_ops operations = *operations_of<Counter>();
  operations.close = close_counter;
  set_fid(made->of, FI_CLASS_CNTR, context, &operations);
  made->of.ops = &table;
  *counter = &made->of;
  return 0;
}

}  // namespace fsin::live::provider
