// SPDX-License-Identifier: Apache-2.0
// Values as bytes and back: nothing changes on the way, and a message that is cut short is refused.
#include "fsin/core/bytes.hpp"

#include <doctest/doctest.h>

namespace bytes_test {

using namespace fsin;

namespace {

struct Inner {
  int number = 0;
  std::vector<std::string> words;
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.number, self.words);
  }
  bool operator==(const Inner&) const = default;
};

struct Outer {
  double value = 0;
  std::vector<Inner> inner;
  std::vector<std::uint16_t> numbers;
  template <class Self, class Archive>
  static void archive(Self& self, Archive& a) {
    a(self.value, self.inner, self.numbers);
  }
  bool operator==(const Outer&) const = default;
};

std::vector<std::byte> sample_bytes(const Outer& outer) {
  ByteWriter writer;
  writer(outer, std::string("end"));
  return writer.bytes();
}

const Outer sample{2.5, {{7, {"a", "", "long enough to live on the heap"}}, {8, {}}}, {1, 2, 65535}};

}  // namespace

TEST_CASE("what is written is read back") {
  const auto bytes = sample_bytes(sample);
  ByteReader reader(bytes);
  Outer outer;
  std::string end;
  reader(outer, end);
  CHECK(outer == sample);
  CHECK(end == "end");
  CHECK(reader.at_end());
}

TEST_CASE("bytes cut short anywhere are refused") {
  const auto bytes = sample_bytes(sample);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    ByteReader reader({bytes.data(), length});
    Outer outer;
    std::string end;
    CHECK_THROWS_WITH(reader(outer, end), "a message between processes is cut short");
  }
}

namespace {

/// A pipe that hands over three bytes at a time.
struct Pipe final : fsin::ByteSink, fsin::ByteSource {
  std::vector<std::byte> bytes;
  std::size_t read = 0;

  void take(std::span<const std::byte> more) override { bytes.insert(bytes.end(), more.begin(), more.end()); }
  std::size_t give(std::span<std::byte> room) override {
    const std::size_t n = std::min({std::size_t{3}, room.size(), bytes.size() - read});
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(read), n, room.begin());
    read += n;
    return n;
  }
};

}  // namespace

TEST_CASE("what is too long to keep goes through a sink and a source, however these cut it") {
  std::vector<std::uint32_t> numbers(400'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::uint32_t>(i * i);
  Pipe pipe;
  fsin::ByteWriter writer(&pipe);
  writer(std::string("before"), numbers, 7U);
  CHECK(writer.bytes().size() < numbers.size());  // the rest has gone
  writer.flush();

  fsin::ByteReader reader(pipe);
  std::string before;
  std::vector<std::uint32_t> back;
  unsigned seven = 0, more = 0;
  reader(before, back, seven);
  CHECK(before == "before");
  CHECK(back == numbers);
  CHECK(seven == 7);
  CHECK_THROWS_WITH(reader(more), "it ends too early");
}

}  // namespace bytes_test
