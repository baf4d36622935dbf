// SPDX-License-Identifier: Apache-2.0
// Packet traces of netrace as schedules.
#include "fsin/imports/netrace/netrace.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "tests/imports/imported.hpp"
#include "trgen/io/compression.hpp"

namespace netrace_test {

using fsin::test::Imported;

std::string number(std::uint64_t value, std::size_t size) {
  std::string made;
  for (std::size_t i = 0; i < size; ++i) made += static_cast<char>(value >> (8 * i) & 0xffU);
  return made;
}

struct Region {
  std::uint64_t begin, cycles, packets;
};

std::string head(std::uint64_t nodes, std::uint64_t packets, const std::vector<Region>& regions = {},
                 float version = 1.0F) {
  std::string name = "made by hand";
  name.resize(30);
  std::string made = number(0x484A5455, 4) + number(std::bit_cast<std::uint32_t>(version), 4) + name +
                     number(nodes, 1) + number(0, 1) + number(1000, 8) + number(packets, 8) + number(6, 4) +
                     number(regions.size(), 4) + number(0, 8) + std::string("notes\0", 6);
  for (const Region& each : regions) made += number(each.begin, 8) + number(each.cycles, 8) + number(each.packets, 8);
  return made;
}

enum : std::uint64_t { read_request = 1, read_response = 2 };

std::string packet(std::uint64_t cycle, std::uint64_t id, std::uint64_t type, std::uint64_t from, std::uint64_t to,
                   const std::vector<std::uint64_t>& dependents = {}) {
  std::string made = number(cycle, 8) + number(id, 4) + number(0x1234, 4) + number(type, 1) + number(from, 1) +
                     number(to, 1) + number(2, 1) + number(dependents.size(), 1);
  for (const std::uint64_t each : dependents) made += number(each, 4);
  return made;
}

std::string packed(const std::string& text, std::string_view ending = ".bz2") {
  std::string made;
  const auto add = [&](std::span<const char> bytes) { made.append(bytes.data(), bytes.size()); };
  const auto encoder = trgen::io::compression_for(ending).encoder();
  encoder->write(text, add);
  encoder->finish(add);
  return made;
}

Imported trace(const std::string& bytes, const std::vector<std::string>& settings = {}) {
  return fsin::test::imported<fsin::imports::Netrace>(bytes, settings);
}

/// A request and its answer, then a request within a node whose end another packet awaits.
std::string request_and_answer() {
  return head(6, 4) + packet(100, 7, read_request, 0, 3, {8}) + packet(120, 8, read_response, 3, 0) +
         packet(120, 9, read_request, 3, 3, {10}) + packet(150, 10, read_response, 3, 5);
}

TEST_CASE("a packet leaves in its cycle, and not before those that it waits for have arrived") {
  const Imported made = trace(request_and_answer());
  CHECK(made.messages == "");
  CHECK(made.companion ==
        "num_ranks 6\n"
        "rank 0 {\ns0: send 8b to 3 tag 0\nr1: recv 72b from 3 tag 1\n}\nrank 1 {\n}\nrank 2 {\n}\n"
        "rank 3 {\nr0: recv 8b from 0 tag 0\nc0: calc 20 cpu 1\ns1: send 72b to 0 tag 1\ns1 requires c0\n"
        "s1 requires r0\ns2: calc 0 cpu 2\ns2 requires c0\nc1: calc 30 cpu 1\nc1 requires c0\n"
        "s3: send 72b to 5 tag 3\ns3 requires c1\ns3 requires s2\n}\nrank 4 {\n}\n"
        "rank 5 {\nr3: recv 72b from 3 tag 3\n}\n");
  CHECK(made.has("topology: {type: mesh, dims: [3, 2]}"));
  CHECK(made.has("bandwidth: 64 Gb/s"));
  CHECK(made.has("file: {companion.goal}  # made by hand: 4 packets, dependencies: 2"));
}

TEST_CASE("a packed trace is the same as the plain one, also in two parts") {
  const std::string plain = request_and_answer();
  for (const std::string_view ending : {".bz2", ".gz", ".zst"}) {
    CAPTURE(ending);
    CHECK(packed(plain, ending) != plain);
    CHECK(fsin::imports::Netrace::sniff(packed(plain, ending)));
    CHECK(trace(packed(plain, ending)).companion == trace(plain).companion);
  }
  CHECK(trace(plain + "?").left_out.find("what stands behind the 4 packets") != std::string::npos);
  CHECK(trace(packed(plain.substr(0, 90)) + packed(plain.substr(90))).companion == trace(plain).companion);
}

TEST_CASE("a region, the first packets and the length of a cycle are what the user says") {
  const std::string first = packet(10, 1, read_request, 0, 1, {2}), second = packet(500, 2, read_request, 1, 0);
  const std::string text = head(2, 2, {{0, 400, 1}, {first.size(), 600, 1}}) + first + second;
  const Imported region = trace(text, {"region=1", "cycle=2"});
  CHECK(region.messages == "");
  CHECK(region.companion ==
        "num_ranks 2\nrank 0 {\nr0: recv 8b from 1 tag 0\n}\nrank 1 {\ns0: send 8b to 0 tag 0\n}\n");
  CHECK(region.has("bandwidth: 32 Gb/s"));
  const Imported cut = trace(text, {"packets=1"});
  CHECK(cut.left_out.find("all but the first 1 of 2 packets") != std::string::npos);
  CHECK(cut.left_out.find("1 dependency: the packets that would wait are not among those that are read") !=
        std::string::npos);
  CHECK(trace(text, {"region=2"}).messages.find("has 2 regions, counted from 0: there is no region 2") !=
        std::string::npos);
}

TEST_CASE("packets that would wait for each other, or for others elsewhere, do not wait, and are told") {
  const Imported made = trace(head(4, 3) + packet(0, 1, read_request, 0, 1, {2, 3}) +
                              packet(5, 2, read_request, 1, 0, {1, 2}) + packet(9, 3, read_request, 2, 3));
  CHECK(made.messages == "");
  CHECK(made.companion.find("s1 requires r0\n") != std::string::npos);
  CHECK(made.companion.find("s0 requires") == std::string::npos);
  CHECK(made.companion.find("s2 requires r") == std::string::npos);
  CHECK(made.left_out.find("2 dependencies: the packets that would wait come before those that they wait for") !=
        std::string::npos);
  CHECK(made.left_out.find("1 dependency: a packet would wait for one that is delivered to another node") !=
        std::string::npos);
}

TEST_CASE("traces that are cut off, damaged or no traces are refused with the byte") {
  const std::string good = request_and_answer();
  const auto wrong = [](const std::string& bytes) { return trace(bytes).messages; };
  for (std::size_t i = 0; i < good.size(); ++i) {
    INFO("cut after " << i);
    const Imported made = trace(good.substr(0, i));
    // Between packets, the header says how many are missing.
    CHECK((made.messages != "" || made.left_out.find("that the header announces") != std::string::npos));
  }
  CHECK(wrong(good.substr(0, 150)).find("file: ends within packet 3 (byte 150)") != std::string::npos);
  const std::string small = packed(good);
  CHECK(wrong(small.substr(0, small.size() - 9)).find("truncated bzip2 data (within what stands behind the packets") !=
        std::string::npos);
  std::string damaged = small;
  damaged[small.size() / 2] = static_cast<char>(damaged[small.size() / 2] ^ 0x55);
  CHECK(wrong(damaged) != "");
  damaged = small;
  damaged[small.size() - 3] = static_cast<char>(damaged[small.size() - 3] ^ 0x55);  // of the check sum
  CHECK(wrong(damaged).find("corrupt bzip2 data (a check failed)") != std::string::npos);
  CHECK(wrong("BZh9 and no more").find("corrupt bzip2 data") != std::string::npos);
  CHECK(wrong(std::string(100, 'x')).find("is no trace of netrace") != std::string::npos);
  CHECK(wrong(head(4, 1, {}, 2.0F)).find("has version 2, and only 1.0 is known") != std::string::npos);
  CHECK(wrong(head(1, 1)).find("has 1 node, and a network needs two") != std::string::npos);
  CHECK(wrong(head(4, 0)).find("has no packets") != std::string::npos);
  const std::string many = head(4, 1);
  CHECK(wrong(many.substr(0, 56) + number(9000, 4) + many.substr(60)).find("announces notes of 9000 bytes") !=
        std::string::npos);
  CHECK(wrong(many.substr(0, 60) + number(1u << 31U, 4) + many.substr(64)).find("announces 2147483648 regions") !=
        std::string::npos);
}

TEST_CASE("packets that cannot be are refused with their number") {
  const auto wrong = [](const std::string& packets) { return trace(head(4, 9) + packets).messages; };
  CHECK(wrong(packet(0, 5, 7, 0, 1)).find("packet 0 (number 5, byte 78): there is no type 7") != std::string::npos);
  CHECK(wrong(packet(0, 5, 250, 0, 1)).find("there is no type 250") != std::string::npos);
  CHECK(wrong(packet(0, 5, read_request, 0, 4)).find("it goes from node 0 to node 4, and there are 4") !=
        std::string::npos);
  CHECK(wrong(packet(9, 5, read_request, 0, 1) + packet(8, 6, read_request, 0, 1))
            .find("packet 1 (number 6, byte 99): cycle 8 is before that of the packet before it") != std::string::npos);
  CHECK(wrong(packet(0, 5, read_request, 0, 1) + packet(8, 5, read_request, 0, 1))
            .find("another packet has this number") != std::string::npos);
  CHECK(
      wrong(packet(0, 5, read_request, 0, 1) + packet(~std::uint64_t{0}, 6, read_request, 0, 1)).find("is too late") !=
      std::string::npos);
}

}  // namespace netrace_test
