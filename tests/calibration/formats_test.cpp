// SPDX-License-Identifier: Apache-2.0
// Every reader: what it takes, in nanoseconds one way, and what it refuses, with the line.
#include "fsin/calibration/formats.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace formats_test {

using namespace fsin;
using namespace fsin::calibration;

namespace {

struct Read {
  std::optional<Measurements> measurements;
  std::string messages;

  std::vector<std::pair<std::uint64_t, double>> times() const {
    std::vector<std::pair<std::uint64_t, double>> times;
    for (const Sample& each : measurements->samples) times.emplace_back(each.bytes, each.ns);
    return times;
  }
};

Read read(const std::string& text, const ReadOptions& options = {}) {
  Diagnostics diagnostics;
  Read read;
  read.measurements = read_text(text, Mark("file"), options, diagnostics);
  read.messages = diagnostics.text();
  return read;
}

void check_refused(const std::string& text, const std::string& message, const ReadOptions& options = {}) {
  CAPTURE(text);
  const Read refused = read(text, options);
  CHECK_FALSE(refused.measurements);
  CHECK(refused.messages.substr(0, message.size()) == message);
}

using Times = std::vector<std::pair<std::uint64_t, double>>;

const std::string osu = "# OSU MPI Latency Test v7.1\n# Size          Latency (us)\n1                 0.25\n2  0.5\n";
const std::string imb =
    "# Benchmarking PingPong \n# #processes = 2 \n       #bytes #repetitions      t[usec]   Mbytes/sec\n"
    "            0         1000         0.25         0.00\n            8         1000         0.50        16.00\n\n";
const std::string netpipe = "       1 7.629395   0.00000100\n     100 381.469727   0.00000200\n";
const std::string skampi =
    "# SKaMPI Version 5.0\n# begin result \"Pingpong_Send_Recv\"\ncount= 1 4 2.5 0.1 8 2.5 2.4\n"
    "count= 2 8 3.0 0.1 8 3.0 2.9\n# end result \"Pingpong_Send_Recv\"\n";

}  // namespace

TEST_CASE("each format is recognised by its content, and its times become nanoseconds one way") {
  const Read from_osu = read(osu);
  CHECK(from_osu.measurements->format == "osu");
  CHECK(from_osu.times() == Times{{1, 250}, {2, 500}});
  const Read from_imb = read(imb);
  CHECK(from_imb.measurements->format == "imb");
  CHECK(from_imb.times() == Times{{0, 250}, {8, 500}});
  const Read from_netpipe = read(netpipe);
  CHECK(from_netpipe.measurements->format == "netpipe");
  REQUIRE(from_netpipe.times().size() == 2);
  CHECK(from_netpipe.times()[1].second == doctest::Approx(2000));
  const Read from_skampi = read(skampi);
  CHECK(from_skampi.measurements->format == "skampi");
  CHECK(from_skampi.measurements->taken.find("halved") != std::string::npos);
  CHECK(from_skampi.times() == Times{{4, 1250}, {8, 1500}});
  const Read from_csv = read("size_B,time_us\n1,0.25\n2,0.5\n1,0.75\n");
  CHECK(from_csv.measurements->format == "csv");
  CHECK(from_csv.times() == Times{{1, 250}, {2, 500}, {1, 750}});
}

TEST_CASE("NetPIPE 5 with five columns is read by its least time") {
  const Read five = read("1 6.0 7.0 8.0 0.000001\n10 60 70 80 0.000001\n");
  CHECK(five.measurements->format == "netpipe");
  CHECK(five.times()[0].second == doctest::Approx(1000));
}

TEST_CASE("columns of a CSV table have any order, units and separators") {
  CHECK(read("latency (ms);node;size [KiB]\n1.5;7;2\n").times() == Times{{2048, 1.5e6}});
  CHECK(read("# a comment\n\nbytes\ttime_ns\n3\t4\n").times() == Times{{3, 4}});
  CHECK(read("size_B,rtt_us\n1,2\n").times() == Times{{1, 1000}});
  CHECK(read("size_B,time_us\n1,2\n", {.format = {}, .time_ns = {}, .round_trip = true}).times() == Times{{1, 1000}});
  CHECK(read("1,2\n2,3\n", {.format = {}, .time_ns = 1000.0, .round_trip = false}).times() ==
        Times{{1, 2000}, {2, 3000}});
}

TEST_CASE("other tables of IMB and other results of SKaMPI are passed over") {
  CHECK(
      read("# Benchmarking PingPing \n#bytes #repetitions t[usec] Mbytes/sec\n 1 1 9.0 1.0\n\n" + imb).times().size() ==
      2);
  CHECK(read("# begin result \"MPI_Bcast\"\ncount= 1 1 9.0 0.1 8\n# end result \"MPI_Bcast\"\n" + skampi)
            .times()
            .size() == 2);
  CHECK(read(osu + "# OSU MPI Latency Test v7.1\n# Size  Latency (us)\n1 0.26\n").times().size() == 3);
}

TEST_CASE("what is no ping-pong is told from one") {
  check_refused("# OSU MPI Bandwidth Test v7.1\n# Size      Bandwidth (MB/s)\n1 0.5\n",
                "file:1: \"OSU MPI Bandwidth Test v7.1\" is no ping-pong");
  check_refused("# Benchmarking Bcast \n#bytes #repetitions t[usec]\n1 1 1\n\n",
                "file: has no table of PingPong, only of Bcast");
  check_refused("# begin result \"MPI_Bcast\"\ncount= 1 1 9.0 0.1 8\n# end result \"MPI_Bcast\"\n",
                "file: has no result with pingpong in its name, only \"MPI_Bcast\"");
  check_refused("a text without numbers\n", "file: is in none of the formats that are recognised: osu, imb, skampi");
}

TEST_CASE("times that cannot be, sizes that go back and units that do not fit are refused with their line") {
  check_refused("size_B,time_us\n1,0\n", "file:2: the time of 1 bytes is 0; a message takes more than no time");
  check_refused("size_B,time_us\n1,-2\n", "file:2: the time of 1 bytes is -2");
  check_refused("size_B,time_us\n1.5,2\n", "file:2: \"1.5\" is no size of a message");
  check_refused("size_B,time_us\n-1,2\n", "file:2: \"-1\" is no size of a message");
  check_refused("size_B,time_us\n1,nan\n", "file:2: \"nan\" is no time");
  check_refused("size_B,time_s\n1,1e9\n", "file:2: \"1e9\" is more than eleven days");
  check_refused("size_B,time_us\n1,2\n2,3 ms\n", "file:3: \"3 ms\" has a unit of its own");
  check_refused("size_B,time_us,time_ms\n1,2,3\n", "file:1: two columns of times");
  check_refused("size_B,time\n1,2\n", "file:1: the unit of the times is not known");
  check_refused("1,2\n2,3\n", "file:1: the unit of the times is not known");
  check_refused("size_B,time_us\n1,2\n", "file:1: the head names another unit of time than --time-unit",
                {.format = {}, .time_ns = 1.0, .round_trip = false});
  check_refused("size_B,bandwidth_time\n1,2\n", "file:1: the unit of the times is not known");
  check_refused("bytes,rate\n1,2\n", "file: is in none of the formats");
  check_refused(osu + "1 0.5\n", "file:5: 1 bytes follow 2, but sizes ascend in a table of this format");
}

TEST_CASE("a file that was cut off is refused wherever it was cut") {
  for (const std::string& whole : {osu, imb, skampi, netpipe}) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      if (size > 0 && whole[size - 1] == '\n') continue;  // whole lines may be a whole, shorter file
      CAPTURE(whole.substr(0, size));
      CHECK_FALSE(read(whole.substr(0, size)).measurements);
    }
  }
  check_refused("", "file: is empty");
  check_refused("size_B,time_us\n1,2\n2\n", "file:3: 1 field where the first line has more; the file was cut off here");
  check_refused("size_B,time_us\n1,2\n2,3", "file:3: the last line does not end");
  check_refused(imb.substr(0, imb.size() - 1), "file: ends within a table of PingPong");
  check_refused(skampi.substr(0, skampi.find("# end")), "file:2: this result has no end");
  check_refused("# OSU MPI Latency Test v7.1\n1 2\n", "file:2: a value before the line");
  check_refused("# OSU MPI Latency Test v7.1\n# Size Latency (us)\n1\n", "file:3: a size without a latency");
}

TEST_CASE("--format overrides what the content says") {
  check_refused(osu, "file: ", {.format = "imb", .time_ns = {}, .round_trip = false});
  check_refused(netpipe, "file:1: the unit of the times", {.format = "csv", .time_ns = {}, .round_trip = false});
  CHECK(read("1 2 3\n4 5 6\n", {.format = "csv", .time_ns = 1.0, .round_trip = false}).times() ==
        Times{{1, 2}, {4, 5}});
}

}  // namespace formats_test
