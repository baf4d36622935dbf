// SPDX-License-Identifier: Apache-2.0
#include "fsin/core/units.hpp"

#include <doctest/doctest.h>

#include <limits>

namespace units_test {

using namespace fsin;

namespace {

template <class Q>
Q read(std::string_view text) {
  std::string error;
  const std::optional<Q> quantity = parse_quantity<Q>(text, error);
  INFO(error);
  REQUIRE(quantity.has_value());
  return *quantity;
}

template <class Q>
std::string error_of(std::string_view text) {
  std::string error;
  CHECK_FALSE(parse_quantity<Q>(text, error).has_value());
  return error;
}

}  // namespace

TEST_CASE("sizes have decimal and binary prefixes") {
  CHECK(read<Bytes>("64 B").value == 64);
  CHECK(read<Bytes>("2 KiB").value == 2048);
  CHECK(read<Bytes>("2 kB").value == 2000);
  CHECK(read<Bytes>("1.5 KiB").value == 1536);
  CHECK(read<Bytes>("0.25 MiB").value == 262144);
  CHECK(read<Bytes>("3 GB").value == 3'000'000'000);
  CHECK(read<Bytes>("16 TiB").value == std::uint64_t{16} << 40U);
  CHECK(read<Bytes>("64B").value == 64);
  CHECK(read<Bytes>("0 B").value == 0);
}

TEST_CASE("bit rates count bits or bytes") {
  CHECK(read<BitRate>("1 Gb/s").value == 1'000'000'000);
  CHECK(read<BitRate>("1.5 Gb/s").value == 1'500'000'000);
  CHECK(read<BitRate>("1 GB/s").value == 8'000'000'000);
  CHECK(read<BitRate>("100 kb/s").value == 100'000);
  CHECK(read<BitRate>("1 KiB/s").value == 8192);
}

TEST_CASE("times are nanoseconds, packets and cycles are counted") {
  CHECK(read<Nanoseconds>("205 ns").value == 205);
  CHECK(read<Nanoseconds>("1.5 us").value == 1500);
  CHECK(read<Nanoseconds>("3 ps").value == 0.003);
  CHECK(read<Nanoseconds>("2 s").value == 2e9);
  CHECK(read<PacketCount>("1 packet").value == 1);
  CHECK(read<PacketCount>("4 packets").value == 4);
  CHECK(read<CycleCount>("3 cycles").value == 3);
  CHECK(read<CycleCount>("3").value == 3);
}

TEST_CASE("fractions are exact, so that no rounding decides a size") {
  CHECK(read<Bytes>("0.001 kB").value == 1);
  CHECK(read<BitRate>("12345678.901234567 Gb/s").value == 12'345'678'901'234'567);
  CHECK(read<Bytes>("1.50000000000000000000 kB").value == 1500);
  CHECK(error_of<Bytes>("0.3 B") == "\"0.3 B\" is not a whole number of B");
  CHECK(error_of<Bytes>("1.0001 KiB") == "\"1.0001 KiB\" is not a whole number of B");
  CHECK(error_of<PacketCount>("1.5 packets") == "\"1.5 packets\" is not a whole number of packets");
  CHECK(error_of<BitRate>("0.5 b/s") == "\"0.5 b/s\" is not a whole number of b/s");
}

TEST_CASE("a wrong unit is named, with the units that are right") {
  const std::string rates =
      "valid units: b/s, kb/s, Mb/s, Gb/s, Tb/s, B/s, kB/s, KiB/s, MB/s, MiB/s, GB/s, GiB/s, TB/s";
  const std::string sizes = "valid units: B, kB, KiB, MB, MiB, GB, GiB, TB, TiB";
  CHECK(error_of<Bytes>("64 Gb/s") == "\"64 Gb/s\" is a bit rate, not a size; " + sizes);
  CHECK(error_of<BitRate>("1 ns") == "\"1 ns\" is a time, not a bit rate; " + rates);
  CHECK(error_of<Nanoseconds>("3 cycles") ==
        "\"3 cycles\" is a number of cycles, not a time; valid units: ps, ns, us, ms, s");
  CHECK(error_of<Bytes>("64") == "\"64\" has no unit; " + sizes);
  CHECK(error_of<BitRate>("10") == "\"10\" has no unit; " + rates);
  CHECK(error_of<PacketCount>("4") == "\"4\" has no unit; write \"4 packets\"");
  CHECK(error_of<PacketCount>("4 pakets") ==
        "\"4 pakets\" has an unknown unit; did you mean \"packets\"? valid units: packet, packets");
  CHECK(error_of<Nanoseconds>("1 fortnight") == "\"1 fortnight\" has an unknown unit; valid units: ps, ns, us, ms, s");
}

TEST_CASE("the number of one kind of quantity is never offered with the unit of another") {
  CHECK(error_of<PacketCount>("64 B") == "\"64 B\" is a size, not a number of packets; valid units: packet, packets");
  CHECK(error_of<CycleCount>("10 us") == "\"10 us\" is a time, not a number of cycles; valid units: cycle, cycles");
}

TEST_CASE("bits and bytes keep what they are in every spelling") {
  for (const char* text : {"10 Gb/s", "10 Gbps", "10 Gbit/s", "10 Gbits/s", "10Gbps", "10 GBit/s"}) {
    CAPTURE(text);
    CHECK(read<BitRate>(text).value == 10'000'000'000);
  }
  for (const char* text : {"10 GB/s", "10 GBps", "10 GByte/s", "10 Gbytes/s", "10 GB/sec"}) {
    CAPTURE(text);
    CHECK(read<BitRate>(text).value == 80'000'000'000);
  }
  CHECK(read<BitRate>("1 KiBps").value == 8192);
  CHECK(read<BitRate>("5 bps").value == 5);
  CHECK(read<Bytes>("64 bytes").value == 64);
  CHECK(read<Bytes>("2 KiByte").value == 2048);
  CHECK(read<Nanoseconds>("3 \xc2\xb5s").value == 3000);
  CHECK(error_of<Bytes>("64 bits").find("has an unknown unit; a small b is a bit, write B for bytes; valid") !=
        std::string::npos);
  CHECK(error_of<Bytes>("64 kb").find("did you mean") == std::string::npos);
}

TEST_CASE("a unit that can mean several things is answered with all of them and their sizes") {
  CHECK(error_of<Bytes>("64 KB").find("did you mean \"kB\" (1000 B) or \"KiB\" (1024 B)? valid units: B,") !=
        std::string::npos);
  CHECK(error_of<BitRate>("1 gb/s").find(
            "did you mean \"Gb/s\" (1000000000 b/s) or \"GB/s\" (8000000000 b/s)? valid") != std::string::npos);
  CHECK(error_of<BitRate>("1 gbps").find("did you mean \"Gb/s\" (1000000000 b/s) or \"GB/s\" (8000000000 b/s)?") !=
        std::string::npos);
  CHECK(error_of<BitRate>("1 Kbps").find("did you mean \"kb/s\" (1000 b/s)?") != std::string::npos);
  CHECK(error_of<BitRate>("1 KB/s").find("did you mean \"kB/s\" (8000 b/s) or \"KiB/s\" (8192 b/s)?") !=
        std::string::npos);
  CHECK(error_of<Nanoseconds>("1 NS").find("did you mean \"ns\"?") != std::string::npos);
  CHECK(error_of<Nanoseconds>("1 Ms").find("did you mean") == std::string::npos);
}

TEST_CASE("a quantity may have an exponent, and is exact") {
  CHECK(read<CycleCount>("1e4").value == 10000);
  CHECK(read<CycleCount>("2.5e3 cycles").value == 2500);
  CHECK(read<Bytes>("1e3 B").value == 1000);
  CHECK(error_of<Bytes>("1.5e-3 kB") == "\"1.5e-3 kB\" is not a whole number of B");
  CHECK(read<BitRate>("1e10 b/s").value == 10'000'000'000);
  CHECK(read<Nanoseconds>("1e-1 us").value == 100);
  CHECK(error_of<CycleCount>("1.5e0") == "\"1.5e0\" is not a whole number of cycles");
  CHECK_FALSE(error_of<CycleCount>("1e").empty());
  CHECK_FALSE(error_of<CycleCount>("1e99").empty());
}

TEST_CASE("a quantity of any kind can be read to speak about it") {
  CHECK(parse_any_quantity("64 B")->dimension == Dimension::size);
  CHECK(parse_any_quantity("10 us")->value == 10000);
  CHECK_FALSE(parse_any_quantity("64").has_value());
  CHECK_FALSE(parse_any_quantity("x B").has_value());
}

TEST_CASE("what is no quantity is refused") {
  CHECK(error_of<Bytes>("-64 B") == "\"-64 B\" is negative; write for example \"64 B\"");
  CHECK(error_of<Bytes>("") == "\"\" is not a size; write for example \"64 B\"");
  CHECK(error_of<Nanoseconds>("soon") == "\"soon\" is not a time; write for example \"64 ns\"");
  for (const char* bad : {"1.2.3 B", ".5 kB", "1. kB", "010 B", "0x10 B", "+1 B", "B", "64 B B", "64  "}) {
    CAPTURE(bad);
    CHECK_FALSE(error_of<Bytes>(bad).empty());
  }
}

TEST_CASE("too large is an error, never a wrap") {
  CHECK(read<Bytes>("18446744073709551615 B").value == std::numeric_limits<std::uint64_t>::max());
  CHECK(error_of<Bytes>("18446744073709551616 B") == "\"18446744073709551616 B\" is too large");
  CHECK(error_of<Bytes>("99999999 TB") == "\"99999999 TB\" is too large");
  CHECK(error_of<Nanoseconds>("1000000001 s") == "\"1000000001 s\" is too long; give at most 1000000000 s");
}

TEST_CASE("canonical texts take the largest unit that divides") {
  CHECK(to_text(Bytes{64}) == "64 B");
  CHECK(to_text(Bytes{2048}) == "2 KiB");
  CHECK(to_text(Bytes{1'000'000}) == "1 MB");
  CHECK(to_text(Bytes{0}) == "0 B");
  CHECK(to_text(BitRate{1'500'000'000}) == "1500 Mb/s");
  CHECK(to_text(BitRate{8}) == "8 b/s");
  CHECK(to_text(Nanoseconds{0.003}) == "0.003 ns");
  CHECK(to_text(Nanoseconds{1e9}) == "1000000000 ns");
  CHECK(to_text(PacketCount{1}) == "1 packet");
  CHECK(to_text(CycleCount{20}) == "20 cycles");
}

TEST_CASE("canonical texts read back as the same quantity") {
  std::uint64_t value = 1;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(value);
    CHECK(read<Bytes>(to_text(Bytes{value})) == Bytes{value});
    CHECK(read<BitRate>(to_text(BitRate{value})) == BitRate{value});
    CHECK(read<PacketCount>(to_text(PacketCount{value})) == PacketCount{value});
    CHECK(read<CycleCount>(to_text(CycleCount{value})) == CycleCount{value});
    const Nanoseconds time{static_cast<double>(value % 1'000'000'007) / 1000.0};
    CHECK(read<Nanoseconds>(to_text(time)) == time);
    value = value * 6364136223846793005U + 1442695040888963407U;
  }
}

TEST_CASE("help pages can list the units of a dimension") {
  CHECK(unit_list(Dimension::time) == "ps, ns, us, ms, s");
  CHECK(dimension_name(Dimension::rate) == "a bit rate");
}

}  // namespace units_test
