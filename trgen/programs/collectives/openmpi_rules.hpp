// SPDX-License-Identifier: Apache-2.0
// The fixed rules of the component "tuned" of Open MPI for collectives that move data, as data: a rule holds below a
// number of ranks and, among these, below a number of bytes; the first that holds counts.
//
// Source: the thresholds of coll_tuned_decision_fixed in Open MPI 4.1 (the same in 5.0 and 6.0). Numbers of algorithms
// are those of the library's parameters.
#pragma once

#include <array>
#include <cstdint>

namespace trgen::programs::collectives {

struct OpenMpiRule {
  std::uint32_t ranks_below;
  std::uint64_t bytes_below;
  std::uint8_t algorithm;
};

inline constexpr std::uint32_t any_ranks = 0xffffffff;
inline constexpr std::uint64_t any_bytes = 0xffffffffffffffff;

/// 1 linear, 2 double-ring, 3 recursive-doubling, 4 bruck, 5 two-proc, 6 tree.
inline constexpr OpenMpiRule openmpi_barrier[] = {{4, any_bytes, 3},    {8, any_bytes, 1},        {64, any_bytes, 3},
                                                  {256, any_bytes, 4},  {512, any_bytes, 6},      {1024, any_bytes, 4},
                                                  {4096, any_bytes, 6}, {any_ranks, any_bytes, 4}};

/// Rules by bytes of the buffer. 1 linear, 2 chain, 3 pipeline, 4 split-binary, 5 binary, 6 binomial, 7 k-nomial, 8 and
/// 9 scatter and allgather.
inline constexpr OpenMpiRule openmpi_broadcast[] = {{4, 32, 3},
                                                    {4, 256, 5},
                                                    {4, 512, 3},
                                                    {4, 1024, 7},
                                                    {4, 32768, 1},
                                                    {4, 131072, 5},
                                                    {4, 262144, 2},
                                                    {4, 524288, 1},
                                                    {4, 1048576, 6},
                                                    {4, any_bytes, 5},
                                                    {8, 64, 5},
                                                    {8, 128, 6},
                                                    {8, 2048, 5},
                                                    {8, 8192, 6},
                                                    {8, 1048576, 1},
                                                    {8, any_bytes, 2},
                                                    {16, 8, 7},
                                                    {16, 64, 5},
                                                    {16, 4096, 7},
                                                    {16, 16384, 5},
                                                    {16, 32768, 6},
                                                    {16, any_bytes, 1},
                                                    {32, 4096, 7},
                                                    {32, 1048576, 6},
                                                    {32, any_bytes, 8},
                                                    {64, 2048, 6},
                                                    {64, any_bytes, 7},
                                                    {128, any_bytes, 7},
                                                    {256, 2, 6},
                                                    {256, 16384, 5},
                                                    {256, 32768, 1},
                                                    {256, 65536, 5},
                                                    {256, any_bytes, 7},
                                                    {1024, 16384, 7},
                                                    {1024, 32768, 4},
                                                    {1024, any_bytes, 7},
                                                    {2048, 524288, 7},
                                                    {2048, any_bytes, 8},
                                                    {4096, 262144, 7},
                                                    {4096, any_bytes, 8},
                                                    {any_ranks, 8192, 7},
                                                    {any_ranks, 16384, 5},
                                                    {any_ranks, 262144, 7},
                                                    {any_ranks, any_bytes, 8}};

/// Rules by bytes of a block. 1 linear, 2 binomial, 3 linear-sync.
inline constexpr OpenMpiRule openmpi_gather[] = {
    {4, 2, 3},      {4, 4, 1},         {4, 32768, 2},       {4, 65536, 1},
    {4, 131072, 2}, {4, any_bytes, 3}, {8, 1024, 2},        {8, 8192, 1},
    {8, 32768, 2},  {8, 262144, 1},    {8, any_bytes, 3},   {256, any_bytes, 2},
    {512, 2048, 2}, {512, 8192, 1},    {512, any_bytes, 2}, {any_ranks, any_bytes, 2}};

/// Rules by bytes of a block. 1 linear in order, 2 binomial, 3 linear.
inline constexpr OpenMpiRule openmpi_scatter[] = {{4, 2, 3},           {4, 131072, 1},
                                                  {4, 262144, 3},      {4, any_bytes, 1},
                                                  {8, 2048, 2},        {8, 4096, 1},
                                                  {8, 8192, 2},        {8, 32768, 1},
                                                  {8, 1048576, 3},     {8, any_bytes, 1},
                                                  {16, 16384, 2},      {16, 1048576, 3},
                                                  {16, any_bytes, 1},  {32, 16384, 2},
                                                  {32, 32768, 1},      {32, any_bytes, 3},
                                                  {64, 512, 2},        {64, 8192, 3},
                                                  {64, 16384, 2},      {64, any_bytes, 3},
                                                  {any_ranks, 512, 2}, {any_ranks, any_bytes, 3}};

/// Rules by bytes of a block. 1 gather-bcast, 2 bruck, 3 recursive-doubling, 4 ring, 5 neighbour-exchange, 6 two-proc.
inline constexpr OpenMpiRule openmpi_all_gather[] = {{3, any_bytes, 6},
                                                     {32, any_bytes, 3},
                                                     {64, 1024, 3},
                                                     {64, 65536, 5},
                                                     {64, any_bytes, 4},
                                                     {128, 512, 3},
                                                     {128, 65536, 5},
                                                     {128, any_bytes, 4},
                                                     {256, 512, 3},
                                                     {256, 131072, 5},
                                                     {256, 524288, 4},
                                                     {256, 1048576, 5},
                                                     {256, any_bytes, 4},
                                                     {512, 32, 3},
                                                     {512, 128, 2},
                                                     {512, 1024, 3},
                                                     {512, 131072, 5},
                                                     {512, 524288, 4},
                                                     {512, 1048576, 5},
                                                     {512, any_bytes, 4},
                                                     {1024, 64, 3},
                                                     {1024, 256, 2},
                                                     {1024, 2048, 3},
                                                     {1024, any_bytes, 5},
                                                     {2048, 4, 3},
                                                     {2048, 8, 2},
                                                     {2048, 16, 3},
                                                     {2048, 32, 2},
                                                     {2048, 256, 3},
                                                     {2048, 512, 2},
                                                     {2048, 4096, 3},
                                                     {2048, any_bytes, 5},
                                                     {4096, 32, 2},
                                                     {4096, 128, 3},
                                                     {4096, 512, 2},
                                                     {4096, 4096, 3},
                                                     {4096, any_bytes, 5},
                                                     {any_ranks, 2, 3},
                                                     {any_ranks, 8, 2},
                                                     {any_ranks, 16, 3},
                                                     {any_ranks, 512, 2},
                                                     {any_ranks, 4096, 3},
                                                     {any_ranks, any_bytes, 5}};

/// Rules by the mean bytes of a block. 1 gather-bcast, 2 bruck, 3 ring, 4 neighbour-exchange, 5 two-proc.
inline constexpr OpenMpiRule openmpi_all_gather_v[] = {
    {3, 2048, 3},         {3, 4096, 5},         {3, 8192, 3},
    {3, any_bytes, 5},    {8, 256, 1},          {8, 4096, 4},
    {8, 8192, 3},         {8, 16384, 4},        {8, 262144, 2},
    {8, any_bytes, 4},    {16, 1024, 1},        {16, any_bytes, 2},
    {32, 128, 1},         {32, 262144, 2},      {32, any_bytes, 3},
    {64, 256, 1},         {64, 8192, 2},        {64, any_bytes, 3},
    {128, 256, 1},        {128, 4096, 2},       {128, any_bytes, 3},
    {256, 1024, 2},       {256, 65536, 4},      {256, any_bytes, 3},
    {512, 1024, 2},       {512, any_bytes, 3},  {1024, 512, 2},
    {1024, 1024, 1},      {1024, 4096, 2},      {1024, 1048576, 4},
    {1024, any_bytes, 3}, {any_ranks, 4096, 2}, {any_ranks, any_bytes, 4}};

/// Rules by bytes of a block. 1 linear, 2 pairwise, 3 bruck, 4 linear-sync, 5 two-proc.
inline constexpr OpenMpiRule openmpi_all_to_all[] = {{3, 2, 2},
                                                     {3, 4, 5},
                                                     {3, 16, 2},
                                                     {3, 64, 5},
                                                     {3, 256, 2},
                                                     {3, 4096, 5},
                                                     {3, 32768, 2},
                                                     {3, 262144, 4},
                                                     {3, 1048576, 5},
                                                     {3, any_bytes, 2},
                                                     {8, 8192, 4},
                                                     {8, 16384, 1},
                                                     {8, 65536, 4},
                                                     {8, 524288, 1},
                                                     {8, 1048576, 2},
                                                     {8, any_bytes, 1},
                                                     {16, 262144, 4},
                                                     {16, any_bytes, 1},
                                                     {32, 4, 4},
                                                     {32, 512, 3},
                                                     {32, 8192, 4},
                                                     {32, 32768, 1},
                                                     {32, 262144, 4},
                                                     {32, 524288, 1},
                                                     {32, any_bytes, 4},
                                                     {64, 512, 3},
                                                     {64, 524288, 1},
                                                     {64, any_bytes, 4},
                                                     {128, 1024, 3},
                                                     {128, 2048, 1},
                                                     {128, 4096, 4},
                                                     {128, 262144, 1},
                                                     {128, any_bytes, 2},
                                                     {256, 1024, 3},
                                                     {256, 2048, 4},
                                                     {256, 262144, 1},
                                                     {256, any_bytes, 2},
                                                     {512, 1024, 3},
                                                     {512, 8192, 4},
                                                     {512, 32768, 1},
                                                     {512, any_bytes, 2},
                                                     {1024, 512, 3},
                                                     {1024, 8192, 4},
                                                     {1024, 16384, 1},
                                                     {1024, 131072, 4},
                                                     {1024, 262144, 1},
                                                     {1024, any_bytes, 2},
                                                     {2048, 512, 3},
                                                     {2048, 1024, 4},
                                                     {2048, 2048, 1},
                                                     {2048, 16384, 4},
                                                     {2048, 262144, 1},
                                                     {2048, any_bytes, 4},
                                                     {4096, 1024, 3},
                                                     {4096, 4096, 4},
                                                     {4096, 8192, 1},
                                                     {4096, 131072, 4},
                                                     {4096, any_bytes, 1},
                                                     {any_ranks, 2048, 3},
                                                     {any_ranks, 8192, 4},
                                                     {any_ranks, 16384, 1},
                                                     {any_ranks, 32768, 4},
                                                     {any_ranks, 65536, 1},
                                                     {any_ranks, any_bytes, 4}};

/// 1 linear, 2 pairwise.
inline constexpr OpenMpiRule openmpi_all_to_all_v[] = {{4, any_bytes, 2},    {64, any_bytes, 1},
                                                       {128, any_bytes, 2},  {256, any_bytes, 1},
                                                       {1024, any_bytes, 2}, {any_ranks, any_bytes, 1}};

}  // namespace trgen::programs::collectives
