// SPDX-License-Identifier: Apache-2.0
// The records that routers take while headers wait in them.
#include "fsin/engine/event/wait_records.hpp"

#include <doctest/doctest.h>

namespace wait_records_test {

using namespace fsin;
using engine::event::RecordPool;
using network::RecordLayout;
using network::WaitRecord;

namespace {

const RecordLayout layout(19, 1, true);

WaitRecord record(const RecordPool& pool, std::uint32_t number) { return {pool.at(number), layout, 1}; }

}  // namespace

TEST_CASE("the record given back last is taken next, and none is used before all that were used are taken") {
  RecordPool pool(10, layout);
  CHECK(pool.take() == 0);
  CHECK(pool.take() == 1);
  CHECK(pool.take() == 2);
  pool.give_back(0);
  pool.give_back(2);
  CHECK(pool.take() == 2);
  CHECK(pool.take() == 0);
  CHECK(pool.take() == 3);
}

TEST_CASE("the parts of a record and of the next one lie apart") {
  RecordPool pool(2, layout);
  const WaitRecord first = record(pool, pool.take()), second = record(pool, pool.take());
  second.wanted() = 7;
  first.wanted() = first.apart() = ~0ULL;
  for (unsigned q = 0; q < layout.queues; ++q) {
    first.of_queue()[q] = ~0ULL;
    first.since()[q] = 100 + q;
    first.asked()[q] = 200 + q;
  }
  first.history() = {network::RoomHistory::most, 0, {}};
  CHECK(first.of_queue()[layout.queues - 1] == ~0ULL);
  CHECK(first.since()[0] == 100);
  CHECK(first.since()[layout.queues - 1] == 100 + layout.queues - 1);
  CHECK(first.asked()[0] == 200);
  CHECK(first.asked()[layout.queues - 1] == 200 + layout.queues - 1);
  CHECK(second.wanted() == 7);
}

TEST_CASE("records, and which of them are free, come back from a checkpoint") {
  RecordPool before(10, layout);
  for (unsigned i = 0; i < 3; ++i) record(before, before.take()).since()[5] = 40 + i;
  before.give_back(1);
  ByteWriter writer;
  before.save(writer);
  RecordPool after(10, layout);
  ByteReader reader(writer.bytes());
  after.load(reader);
  CHECK(reader.at_end());
  CHECK(record(after, 0).since()[5] == 40);
  CHECK(record(after, 2).since()[5] == 42);
  CHECK(after.take() == 1);
  CHECK(after.take() == 3);
}

TEST_CASE("ticks of records become smaller with the others, and none becomes negative") {
  RecordPool pool(1, layout);
  const WaitRecord only = record(pool, pool.take());
  for (unsigned q = 0; q < layout.queues; ++q) {
    only.since()[q] = q == 3 ? 60 : 1000;
    only.asked()[q] = q == 3 ? 61 : 1001;
  }
  pool.shift_time(100);
  CHECK(only.since()[2] == 900);
  CHECK(only.asked()[2] == 901);
  CHECK(only.since()[3] == 0);
  CHECK(only.asked()[3] == 0);
}

}  // namespace wait_records_test
