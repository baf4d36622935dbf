// SPDX-License-Identifier: Apache-2.0
//
// The file that the tracing library leaves for each rank: `rank-000000.raw` ... in one directory. C and C++ both
// include this header: the library writes with it, `trgen capture` and the format `capture` read with it.
//
// A header of 64 bytes, then entries of 40 bytes in program order; NAME, COMMUNICATOR and NOTE entries are followed by
// their payload, padded with zeros to a multiple of 8 bytes. Native little-endian. The file grows in chunks that are
// allocated (posix_fallocate) before they are mapped, so the tail after the last entry is zero, and kind 0 ends the
// data: that is all a reader needs to read what a killed program left.
//
// The order of entries is program order. A receive (MR) is written when the program completes it, which need not be the
// order in which it matched: among the MRs of one (source, tag, communicator), the posting order in `extra` is the
// matching order.
#ifndef TRGEN_RANK_FILE_H
#define TRGEN_RANK_FILE_H

#include <stdint.h>

#define TRGEN_RANK_MAGIC "TRGENRK1"
#define TRGEN_NO_PEER UINT32_C(0xffffffff)

enum trgen_clock {
  TRGEN_CLOCK_CPU = 0,         /* CPU time of the process, ns */
  TRGEN_CLOCK_WALL = 1,        /* wall time, ns */
  TRGEN_CLOCK_INSTRUCTIONS = 2 /* user-space instructions */
};

enum trgen_header_flags {
  TRGEN_HOOKS_PRESENT = 1, /* extended trace: the messages of collectives are recorded */
  TRGEN_STOPPED_EARLY = 2, /* the file could not grow (stop_error says why): what follows is missing */
  TRGEN_FINALIZED = 4,     /* MPI_Finalize was reached: absent in a file that a killed rank left */
  TRGEN_ABORTED = 8,       /* this rank called MPI_Abort */
  TRGEN_EXITED = 16        /* this rank called exit or _exit before MPI_Finalize: exit_code */
};

struct trgen_rank_header {
  char magic[8];          /* TRGEN_RANK_MAGIC without its final zero */
  uint32_t rank, ranks;   /* in MPI_COMM_WORLD */
  uint32_t clock;         /* enum trgen_clock */
  uint32_t flags;         /* enum trgen_header_flags */
  uint64_t clock_cost;    /* of one reading, in units of the clock; already subtracted from the times */
  uint64_t wall_start_ns; /* CLOCK_REALTIME at MPI_Init */
  uint64_t lost_records;  /* with TRGEN_STOPPED_EARLY: SS, SE, MS and MR that had no room; 0: not counted */
  uint32_t stop_error;    /* with TRGEN_STOPPED_EARLY: errno of what ended the recording; 0: not known */
  uint32_t exit_code;     /* with TRGEN_EXITED: what the system hands on, 0 to 255 */
  uint32_t reserved[2];
};

enum trgen_entry_kind {
  TRGEN_END = 0,
  TRGEN_SS,           /* a state (an MPI call) starts */
  TRGEN_SE,           /* a state ends */
  TRGEN_MS,           /* a message is sent */
  TRGEN_MR,           /* a message has been received */
  TRGEN_NAME,         /* state = number, bytes = length; the name follows */
  TRGEN_COMMUNICATOR, /* communicator = local number; tag = 0 user point-to-point, 1 collective; peer = context id;
                         bytes = number of members (of an intercommunicator: of both groups, first the one with the
                         lowest rank); the members follow as uint32_t world ranks in rank order */
  TRGEN_NOTE, /* bytes = length; the text follows; length 0: a record that was withdrawn (a send that was cancelled) */
  TRGEN_NOT_CAPTURED /* state = name (a NAME before it), bytes = calls, extra = bytes of payload; at the end */
};

enum trgen_entry_flags {
  TRGEN_ANY_SOURCE = 1, /* MR, SS of a probe: no source was named */
  TRGEN_ANY_TAG = 2,    /* MR, SS of a probe: no tag was named */
  TRGEN_COLLECTIVE = 4  /* SS: peer, communicator, bytes and extra hold the facts of a collective */
};

struct trgen_rank_entry {
  uint64_t time;  /* since MPI_Init, units of the clock, without the cost of the library */
  uint8_t kind;   /* enum trgen_entry_kind */
  uint8_t flags;  /* enum trgen_entry_flags */
  uint16_t state; /* SS, SE: number of the name, from 0, defined before by a NAME entry */
  uint32_t peer;  /* MS, MR: world rank; SS of a rooted collective: world rank of the root; else TRGEN_NO_PEER */
  int32_t tag;
  uint32_t communicator; /* local number, defined before by a COMMUNICATOR entry; the point-to-point and the collective
                            context of one communicator are two numbers */
  uint64_t bytes;        /* MS, MR: payload; SS of a collective: bytes that this rank contributes */
  uint64_t extra;        /* MR: number of the receive in posting order on this rank, from 1 (0: unknown);
                            SS of a collective: bytes that this rank receives */
};

#ifdef __cplusplus
static_assert(sizeof(struct trgen_rank_header) == 64, "layout of the file");
static_assert(sizeof(struct trgen_rank_entry) == 40, "layout of the file");
#else
_Static_assert(sizeof(struct trgen_rank_header) == 64, "layout of the file");
_Static_assert(sizeof(struct trgen_rank_entry) == 40, "layout of the file");
#endif

#endif
