// SPDX-License-Identifier: Apache-2.0
// The communicators of a DUMPI trace that is being written: the calls by which every rank makes them at its start, so
// that a reader can find their members.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/formats/common/rank_addresses.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats::dumpi {

class CommunicatorPlan {
 public:
  /// Reads the whole trace once.
  explicit CommunicatorPlan(const record::TraceSource& trace);

  /// MPI_Comm_split or, where no color is set, MPI_Comm_dup of MPI_COMM_WORLD by all ranks; the new communicator has
  /// the handle first_user_comm + index.
  struct Making {
    std::vector<std::int32_t> color;  ///< by rank; negative: the rank is not in it
    std::vector<std::uint32_t> key;
  };
  const std::vector<Making>& makings() const { return makings_; }

  struct Place {
    std::int64_t handle = 0;
    std::uint32_t rank = 0;  ///< rank of the peer in the communicator
    std::uint32_t size = 0;
  };
  /// Communicator and rank in which rank `from` addresses `to`, for communicator `number`; `to` may be record::no_rank.
  Place place(std::uint32_t number, std::uint32_t from, std::uint32_t to);

 private:
  std::int64_t split(const record::TraceSource& trace, std::size_t first, const std::vector<std::uint32_t>& members);

  RankAddresses addresses_;
  std::vector<Making> makings_;
  std::vector<std::int64_t> handles_;  ///< by entry of addresses_
  std::vector<std::uint32_t> sizes_;
};

}  // namespace trgen::formats::dumpi
