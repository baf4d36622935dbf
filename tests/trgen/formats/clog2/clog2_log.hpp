// SPDX-License-Identifier: Apache-2.0
// CLOG-2 logs made by a test, record by record.
#pragma once

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <string>

#include "trgen/formats/clog2/layout.hpp"

namespace trgen::test {

/// A log as a program under MPE makes it: bytes in either order, two ranks.
class Clog2Log {
 public:
  explicit Clog2Log(bool big = true) : big_(big) {}

  Clog2Log& at(double time) {
    time_ = time;
    return *this;
  }
  Clog2Log& number(std::uint64_t value, int bytes = 4) {
    for (int i = 0; i < bytes; ++i) body_.push_back(static_cast<char>(value >> (8 * (big_ ? bytes - 1 - i : i))));
    return *this;
  }
  Clog2Log& text(std::string value, std::size_t size) {
    value.resize(size, '\0');
    body_ += value;
    return *this;
  }
  /// Ends a record whose body was made by the calls before.
  Clog2Log& add(formats::clog2::layout::Type type, int communicator = 0, int rank = 0) {
    const std::string body = std::move(body_);
    body_.clear();
    number(std::bit_cast<std::uint64_t>(time_), 8).number(static_cast<unsigned>(communicator));
    number(static_cast<unsigned>(rank)).number(0).number(static_cast<unsigned>(type));
    records_ += body_ + body;
    body_.clear();
    return *this;
  }
  Clog2Log& communicator(unsigned kind, unsigned number_of_it, unsigned rank, unsigned world) {
    number(kind).number(number_of_it).number(rank).number(world).text("", 32);
    return add(formats::clog2::layout::Type::communicator, static_cast<int>(number_of_it), static_cast<int>(rank));
  }
  Clog2Log& event(int number_of_it, int rank, int communicator = 0) {
    number(static_cast<unsigned>(number_of_it)).number(0);
    return add(formats::clog2::layout::Type::bare_event, communicator, rank);
  }
  Clog2Log& message(int event, int rank, unsigned peer, unsigned tag, unsigned bytes, int communicator = 0,
                    unsigned peer_communicator = 0) {
    number(static_cast<unsigned>(event)).number(peer_communicator).number(peer).number(tag).number(bytes).number(0);
    return add(formats::clog2::layout::Type::message, communicator, rank);
  }
  Clog2Log& state(unsigned id, unsigned begin, unsigned end, const std::string& name, const std::string& format = "") {
    number(id).number(begin).number(end).number(0).text("red", 24).text(name, 32).text(format, 40);
    return add(formats::clog2::layout::Type::state_definition);
  }
  Clog2Log& world() { return communicator(0, 0, 0, 0).communicator(0, 0, 1, 1); }

  std::string file(const std::string& version = "CLOG-02.44") const {
    std::string all;
    for (const std::string& field :
         {version, std::string("is_big_endian="), std::string(big_ ? "TRUE " : "FALSE "), std::string("is_finalzed="),
          std::string("TRUE "), std::string("block_size="), std::string("2048"), std::string("num_buffered_blocks="),
          std::string("128"), std::string("max_comm_world_size="), std::string("2")}) {
      all += field;
      all.push_back('\0');
    }
    all.resize(1024, '\0');
    Clog2Log end(big_);
    std::string blocks = records_ + end.add(formats::clog2::layout::Type::end_log).records_;
    REQUIRE(blocks.size() <= 2048);
    blocks.resize(2048, 'x');
    return all + blocks;
  }
  const std::string& records() const { return records_; }

 private:
  bool big_;
  double time_ = 0;
  std::string body_;
  std::string records_;
};

}  // namespace trgen::test
