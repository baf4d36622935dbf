// SPDX-License-Identifier: Apache-2.0
// Values as bytes and back: nothing changes on the way, and a message that is cut short is refused.
#include "fsin/core/bytes.hpp"

#include <doctest/doctest.h>

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
