// SPDX-License-Identifier: Apache-2.0
// Two processes that call libfabric themselves, without MPI. "times SIZE..." prints half a round trip by size, waiting
// in fi_cq_sread and then reading fi_cq_read in a loop; "uses" tells which calls do what the manual says.
#include <fsin_live.h>
#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_bytes = 1 << 20 };

static int rank;
static struct fid_domain* domain;
static struct fid_ep* ep;
static struct fid_cq *sent, *received;
static struct fid_cntr *sends, *receives;
static fi_addr_t other;
static char out[most_bytes], in[most_bytes];

static void must(ssize_t result, const char* what) {
  if (result >= 0) return;
  fprintf(stderr, "wrong %s: %s\n", what, fi_strerror((int)-result));
  exit(1);
}

static void tell(const char* name, int right) {
  if (rank == 0 || !right) fprintf(stderr, "%s %s\n", right ? "ok" : "wrong", name);
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// The other process's address, over a file each.
static void exchange(void) {
  char own[64], name[64], temporary[64];
  size_t bytes = sizeof own;
  must(fi_getname(&ep->fid, own, &bytes), "fi_getname");
  snprintf(name, sizeof name, "address-%d", rank);
  snprintf(temporary, sizeof temporary, "address-%d.new", rank);
  FILE* file = fopen(temporary, "w");
  if (file == NULL || fwrite(own, 1, bytes, file) != bytes) exit(2);
  fclose(file);
  rename(temporary, name);
  snprintf(name, sizeof name, "address-%d", 1 - rank);
  while ((file = fopen(name, "r")) == NULL) sched_yield();
  if (fread(own, 1, bytes, file) != bytes) exit(2);
  fclose(file);
  struct fi_av_attr attributes = {.type = FI_AV_TABLE};
  struct fid_av* addresses;
  must(fi_av_open(domain, &attributes, &addresses, NULL), "fi_av_open");
  must(fi_ep_bind(ep, &addresses->fid, 0), "fi_ep_bind");
  if (fi_av_insert(addresses, own, 1, &other, 0, NULL) != 1) exit(2);
  char text[64];
  size_t length = sizeof text;
  tell("straddr", strncmp(fi_av_straddr(addresses, own, text, &length), "fsin:", 5) == 0);
}

static void set_up(void) {
  struct fi_info *hints = fi_allocinfo(), *info;
  hints->caps = FI_MSG | FI_TAGGED | FI_DIRECTED_RECV | FI_MULTI_RECV | FI_SOURCE;
  hints->ep_attr->type = FI_EP_RDM;
  struct fid_fabric* fabric;
  must(fi_getinfo(FI_VERSION(1, 17), NULL, NULL, 0, hints, &info), "fi_getinfo");
  must(fi_fabric(info->fabric_attr, &fabric, NULL), "fi_fabric");
  must(fi_domain(fabric, info, &domain, NULL), "fi_domain");
  must(fi_endpoint(domain, info, &ep, NULL), "fi_endpoint");
  struct fi_cq_attr queue = {.format = FI_CQ_FORMAT_TAGGED, .wait_obj = FI_WAIT_UNSPEC};
  must(fi_cq_open(domain, &queue, &sent, NULL), "fi_cq_open");
  must(fi_cq_open(domain, &queue, &received, NULL), "fi_cq_open");
  struct fi_cntr_attr counter = {.events = FI_CNTR_EVENTS_COMP};
  must(fi_cntr_open(domain, &counter, &sends, NULL), "fi_cntr_open");
  must(fi_cntr_open(domain, &counter, &receives, NULL), "fi_cntr_open");
  must(fi_ep_bind(ep, &sent->fid, FI_TRANSMIT | FI_SELECTIVE_COMPLETION), "fi_ep_bind");
  must(fi_ep_bind(ep, &received->fid, FI_RECV), "fi_ep_bind");
  must(fi_ep_bind(ep, &sends->fid, FI_SEND), "fi_ep_bind");
  must(fi_ep_bind(ep, &receives->fid, FI_RECV), "fi_ep_bind");
  must(fi_enable(ep), "fi_enable");
  exchange();
}

static struct fi_cq_tagged_entry wait_one(struct fid_cq* queue) {
  struct fi_cq_tagged_entry entry;
  must(fi_cq_sread(queue, &entry, 1, NULL, -1), "fi_cq_sread");
  return entry;
}
static struct fi_cq_tagged_entry poll_one(struct fid_cq* queue) {
  struct fi_cq_tagged_entry entry;
  ssize_t found;
  while ((found = fi_cq_read(queue, &entry, 1)) == -FI_EAGAIN) {
  }
  must(found, "fi_cq_read");
  return entry;
}

/// Both begin at one time.
static void meet(void) {
  must(fi_trecv(ep, in, 0, NULL, other, 99, 0, NULL), "fi_trecv");
  must(fi_tinject(ep, out, 0, other, 99), "fi_tinject");
  wait_one(received);
}

static void times(int count, char** sizes) {
  for (int polls = 0; polls < 2; ++polls) {
    for (int i = 0; i < count; ++i) {
      const size_t bytes = (size_t)atol(sizes[i]);
      meet();
      must(fi_recv(ep, in, most_bytes, NULL, FI_ADDR_UNSPEC, NULL), "fi_recv");
      meet();
      const double begin = now();
      if (rank == 0) must(fi_send(ep, out, bytes, NULL, other, NULL), "fi_send");
      const struct fi_cq_tagged_entry entry = polls ? poll_one(received) : wait_one(received);
      if (rank == 1) must(fi_send(ep, out, bytes, NULL, other, NULL), "fi_send");
      if (entry.len != bytes) tell("length", 0);
      if (rank == 0) fprintf(stderr, "%s %zu %.12g\n", polls ? "polled" : "waited", bytes, (now() - begin) / 2);
    }
  }
}

static void uses(void) {
  struct fi_cq_tagged_entry entry;
  struct fi_cq_err_entry error = {0};
  fi_addr_t from = FI_ADDR_NOTAVAIL;
  // Tags: the second receive fits the first message; pieces; data for the receiver.
  char a[4] = "", b[4] = "";
  must(fi_trecv(ep, a, 4, NULL, other, 0x100, 0, a), "fi_trecv");
  must(fi_trecv(ep, b, 4, NULL, FI_ADDR_UNSPEC, 0x200, 0xff, b), "fi_trecv");
  const struct iovec pieces[2] = {{"ab", 2}, {"cd", 2}};
  must(fi_tsendv(ep, pieces, NULL, 2, other, 0x2a5, NULL), "fi_tsendv");
  must(fi_tsenddata(ep, "wxyz", 4, NULL, 77, other, 0x100, NULL), "fi_tsenddata");
  entry = wait_one(received);
  tell("tags", entry.op_context == b && entry.tag == 0x2a5 && memcmp(b, "abcd", 4) == 0);
  must(fi_cq_sreadfrom(received, &entry, 1, &from, NULL, -1), "fi_cq_sreadfrom");
  tell("data", entry.op_context == a && entry.data == 77 && (entry.flags & FI_REMOTE_CQ_DATA) != 0 && from == other);
  // Completions of sends where they are asked for, in a queue of their own.
  must(fi_recv(ep, in, 8, NULL, other, NULL), "fi_recv");
  const struct iovec piece = {"12345678", 8};
  const struct fi_msg message = {.msg_iov = &piece, .iov_count = 1, .addr = other, .context = out};
  must(fi_sendmsg(ep, &message, FI_COMPLETION), "fi_sendmsg");
  entry = poll_one(sent);
  tell("selective",
       entry.op_context == out && (entry.flags & FI_SEND) != 0 && fi_cq_read(sent, &entry, 1) == -FI_EAGAIN);
  entry = wait_one(received);
  tell("untagged", entry.len == 8 && memcmp(in, "12345678", 8) == 0);
  // A message that is too long.
  must(fi_recv(ep, in, 3, NULL, other, in), "fi_recv");
  must(fi_inject(ep, "12345", 5, other), "fi_inject");
  ssize_t found = fi_cq_sread(received, &entry, 1, NULL, -1);
  tell("too-long", found == -FI_EAVAIL && fi_cq_readerr(received, &error, 0) == 1 && error.err == FI_ETRUNC &&
                       error.olen == 2 && error.op_context == in);
  // A buffer for several messages.
  size_t least = 64;
  must(fi_setopt(&ep->fid, FI_OPT_ENDPOINT, FI_OPT_MIN_MULTI_RECV, &least, sizeof least), "fi_setopt");
  const struct iovec room = {in, 160};
  const struct fi_msg several = {.msg_iov = &room, .iov_count = 1, .addr = other, .context = in};
  must(fi_recvmsg(ep, &several, FI_MULTI_RECV), "fi_recvmsg");
  int right = 1;
  for (int i = 0; i < 2; ++i) must(fi_inject(ep, out, 50, other), "fi_inject");
  for (int i = 0; i < 2; ++i) {
    entry = wait_one(received);
    right &= entry.len == 50 && entry.buf == in + 50 * i && ((entry.flags & FI_MULTI_RECV) != 0) == (i == 1);
  }
  tell("several", right);
  // A receive that is cancelled.
  must(fi_trecv(ep, b, 4, NULL, other, 5, 0, b), "fi_trecv");
  must(fi_cancel(&ep->fid, b), "fi_cancel");
  found = fi_cq_sread(received, &entry, 1, NULL, -1);
  tell("cancelled", found == -FI_EAVAIL && fi_cq_readerr(received, &error, 0) == 1 && error.err == FI_ECANCELED &&
                        error.op_context == b);
  // A wait ends in simulated time.
  const double begin = now();
  found = fi_cq_sread(received, &entry, 1, NULL, 20);
  const double took = now() - begin;
  tell("time-out", found == -FI_EAGAIN && took > 0.0199 && took < 0.0201);
  // Counters: so many of this and of that so far, the errors apart.
  const uint64_t before = fi_cntr_read(receives);
  meet();
  tell("counters", fi_cntr_wait(receives, before + 1, -1) == 0 && fi_cntr_read(receives) == before + 1 &&
                       fi_cntr_readerr(receives) == 2 && fi_cntr_read(sends) == 7 &&
                       fi_cntr_wait(receives, before + 2, 1) == -FI_ETIMEDOUT);
  // What this card does not do says so.
  struct fi_cq_attr queue = {.wait_obj = FI_WAIT_FD};
  struct fid_cq* none;
  struct fid_mr* region;
  tell("refused", fi_cq_open(domain, &queue, &none, NULL) == -FI_ENOSYS && fi_cq_signal(received) == -FI_ENOSYS &&
                      fi_mr_reg(domain, in, 8, FI_REMOTE_WRITE, 0, 0, 0, &region, NULL) == -FI_ENOSYS &&
                      fi_write(ep, out, 8, NULL, other, 0, 0, NULL) == -FI_ENOSYS);
}

int main(int count, char** words) {
  rank = atoi(getenv("OMPI_COMM_WORLD_RANK"));
  set_up();
  if (count > 1 && strcmp(words[1], "times") == 0) {
    times(count - 2, words + 2);
  } else if (count > 1 && strcmp(words[1], "deadlock") == 0) {
    wait_one(received);
  } else if (count > 1 && strcmp(words[1], "samples") == 0) {
    FSIN_SAMPLE_LOCAL(2) must(fi_inject(ep, out, 8, other), "fi_inject");
  } else if (count > 1 && strcmp(words[1], "fails") == 0) {
    if (rank == 1) exit(7);
    must(fi_recv(ep, in, 8, NULL, other, NULL), "fi_recv");
    wait_one(received);
  } else {
    uses();
  }
  meet();
  fi_close(&ep->fid);
  return 0;
}
