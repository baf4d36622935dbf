// SPDX-License-Identifier: Apache-2.0
// Reads a script: a YAML file with the actions of each rank.
//
//   program: 1                       the version of the format
//   title: ring with overlap
//   ranks: 16                        optional; by default as many as the network has nodes, or as ranks says
//   let: {next: (rank + 1) % ranks, n: 64 KiB}
//   communicators: {row: {color: rank / 4, key: rank}}
//   do:
//     - repeat: 100
//       as: i                        optional: the number of the repetition, from 0
//       do:
//         - irecv: {from: (rank + ranks - 1) % ranks, bytes: n, tag: i, request: a}
//         - isend: {to: next, bytes: n, tag: i}
//         - compute: 50 us
//         - waitall
//         - if: rank == 0
//           do: [{send: {to: 1, bytes: 0}}]
//           else: [...]
//         - allreduce: {bytes: 8, communicator: row}
//
// Statements: send, recv, isend, irecv, wait (a request by name), waitall, waitany (of all that the rank has started),
// compute, repeat, if, and the collectives by the names of collective_kind.hpp that have blocks of one size.
#pragma once

#include <optional>
#include <string>

#include "fsin/config/document.hpp"
#include "trgen/programs/script/statements.hpp"

namespace trgen::programs::script {

/// Compiles the document. Empty after an error, which is in `diagnostics`.
std::optional<Script> read_script(const fsin::config::Document& document, fsin::Diagnostics& diagnostics);

}  // namespace trgen::programs::script
