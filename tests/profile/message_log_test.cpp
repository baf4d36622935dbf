// SPDX-License-Identifier: Apache-2.0
#include "fsin/profile/message_log.hpp"

#include <doctest/doctest.h>

namespace message_log_test {

using fsin::profile::MessageLog;

namespace {

MessageLog log_of(std::uint64_t messages) {
  MessageLog log;
  for (std::uint64_t i = 0; i < messages; ++i) {
    fsin::workload::MessageLife life;
    life.bytes = i;
    log.message(life);
  }
  return log;
}

}  // namespace

TEST_CASE("a short run has all its messages") {
  const MessageLog log = log_of(1000);
  CHECK(log.whole());
  CHECK(log.told() == 1000);
  REQUIRE(log.entries().size() == 1000);
  CHECK(log.entries()[999].bytes == 999);
}

TEST_CASE("a long run has whole blocks at equal distances, in bounded memory") {
  const std::uint64_t messages = MessageLog::block * MessageLog::most_blocks * 5;
  const MessageLog log = log_of(messages);
  CHECK_FALSE(log.whole());
  CHECK(log.told() == messages);
  CHECK(log.entries().size() < MessageLog::block * MessageLog::most_blocks);
  REQUIRE(log.entries().size() % MessageLog::block == 0);
  const std::uint64_t apart = log.entries()[MessageLog::block].bytes;
  CHECK(apart == 8 * MessageLog::block);
  for (std::size_t i = 0; i < log.entries().size(); ++i) {
    REQUIRE(log.entries()[i].bytes == i / MessageLog::block * apart + i % MessageLog::block);
  }
}

}  // namespace message_log_test
