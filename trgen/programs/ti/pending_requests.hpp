// SPDX-License-Identifier: Apache-2.0
// The requests of a rank that have been started and not completed, as far as the trace says, in the order of starting.
//
// A time-independent trace names a request by source, destination and tag. Requests of one name are completed in the
// order in which they were started. MPI_Waitany completes requests that the trace does not name; their least possible
// number is known, and so is the point at which all are complete.
#pragma once

#include <cstdint>
#include <vector>

#include "trgen/programs/operation.hpp"
#include "trgen/programs/ti/operation_store.hpp"

namespace trgen::programs::ti {

struct Pending {
  enum class Sort : std::uint8_t {
    send,
    receive,
    started,    ///< a persistent receive that was posted, and whose source only its wait names
    collective  ///< a non-blocking collective; `tag`: by which a wait names it
  };
  Sort sort = Sort::send;
  std::int32_t tag = 0;       ///< or any_tag
  std::uint32_t peer = 0;     ///< or any_rank
  std::uint32_t request = 0;  ///< its number
  std::uint32_t communicator = 0;
  std::uint64_t bytes = 0;
  OperationStoreBuilder::Place test{};    ///< its last test
  OperationStoreBuilder::Place source{};  ///< of a started receive
  bool tested_with_others = false;        ///< its last test was one of several requests

  bool is_tested() const { return test.offset != 0; }
};

class PendingRequests {
 public:
  using Sort = Pending::Sort;

  /// A number that no pending request has.
  std::uint32_t allocate();
  void release(std::uint32_t number) { free_.push_back(number); }
  void add(const Pending& pending) { list_.push_back(pending); }

  std::size_t size() const { return list_.size() - begin_; }
  bool empty() const { return size() == 0; }
  Pending* begin() { return list_.data() + begin_; }
  Pending* end() { return list_.data() + list_.size(); }
  /// Upper bound of the numbers of all requests so far.
  std::uint32_t numbers() const { return next_; }

  /// The first request of that name; null where there is none.
  Pending* find(Sort sort, std::uint32_t peer, std::int32_t tag);
  /// The receive that a wait for a message from `peer` with `tag` may mean: one of that name, else one from any source
  /// or with any tag, else any from the source.
  Pending* find_receive(std::uint32_t peer, std::int32_t tag);
  Pending* find_collective(std::int32_t tag);

  /// Removes a completed request; its number becomes free.
  void remove(Pending* pending);
  void clear();

  /// Records that an unnamed request has been completed. True when all must be complete by now.
  bool complete_any();
  bool some_are_complete() const { return complete_ > 0; }

 private:
  std::vector<Pending> list_;  ///< from begin_ on
  std::size_t begin_ = 0;
  std::vector<std::uint32_t> free_;
  std::uint32_t next_ = 0;
  std::size_t complete_ = 0;  ///< least number of requests in the list that are complete
};

}  // namespace trgen::programs::ti
