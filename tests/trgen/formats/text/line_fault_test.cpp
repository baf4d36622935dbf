// SPDX-License-Identifier: Apache-2.0
// Every kind of bad trace is told by its exact message.
#include <doctest/doctest.h>

#include <string>

#include "tests/trgen/trace_tools.hpp"

namespace line_fault_test {

using trgen::test::fault_of;

namespace {

const std::string good = "0 1 SS MPI_Send\n";

}  // namespace

TEST_CASE("numbers that are none, negative or too large are told with the text of the field") {
  CHECK(fault_of(good + "x 1 MS 1 0 0 8\n") == "t.txt:2: rank \"x\" must be a whole number from 0 to 4294967294");
  CHECK(fault_of(good + "-1 1 MS 1 0 0 8\n") == "t.txt:2: rank \"-1\" must be a whole number from 0 to 4294967294");
  CHECK(fault_of(good + "0 1.5 MS 1 0 0 8\n") ==
        "t.txt:2: time \"1.5\" must be whole nanoseconds, 0 to 9223372036854775808");
  CHECK(fault_of(good + "0 99999999999999999999 MS 1 0 0 8\n") ==
        "t.txt:2: time \"99999999999999999999\" must be whole nanoseconds, 0 to 9223372036854775808");
  CHECK(fault_of(good + "0 1 MS b 0 0 8\n") == "t.txt:2: peer rank \"b\" must be a whole number from 0 to 4294967294");
  CHECK(fault_of(good + "0 1 MS 1 2147483648 0 8\n") ==
        "t.txt:2: tag \"2147483648\" must be a whole number of 32 bits, -2147483648 to 2147483647");
  CHECK(fault_of(good + "0 1 MR 1 -2147483649 0 8\n") ==
        "t.txt:2: tag \"-2147483649\" must be a whole number of 32 bits, -2147483648 to 2147483647");
  CHECK(fault_of(good + "0 1 MS 1 0 4294967296 8\n") ==
        "t.txt:2: communicator \"4294967296\" must be a whole number from 0 to 4294967295");
  CHECK(fault_of(good + "0 1 MS 1 0 0 -8\n") ==
        "t.txt:2: number of bytes \"-8\" is negative; a message has 0 bytes or more");
  CHECK(fault_of(good + "0 1 MS 1 0 0 281474976710657\n") ==
        "t.txt:2: number of bytes \"281474976710657\" must be a whole number from 0 to 281474976710656");
}

TEST_CASE("the largest values that are allowed are read") {
  CHECK(fault_of("0 9223372036854775808 MS 1 -2147483648 4294967295 281474976710656\n").empty());
}

TEST_CASE("an unknown record kind is told with those there are") {
  CHECK(fault_of(good + "0 1 MZ 1 0 0 8\n") == "t.txt:2: unknown record kind \"MZ\"; valid kinds: SS, SE, MS, MR");
  CHECK(fault_of(good + "0 1 SEND 1 0 0 8\n") == "t.txt:2: unknown record kind \"SEND\"; valid kinds: SS, SE, MS, MR");
}

TEST_CASE("missing and superfluous fields are told with the form that is wanted") {
  CHECK(fault_of(good + "0\n" + good) ==
        "t.txt:2: the line ends where the time should be; a record reads '<rank> <time> MS|MR <peer> <tag> "
        "<communicator> <bytes>' or '<rank> <time> SS|SE <MPI_Function>'");
  CHECK(fault_of(good + "0 1 MS 1 0\n" + good) ==
        "t.txt:2: the line ends where the communicator should be; a record reads '<rank> <time> MS|MR <peer> <tag> "
        "<communicator> <bytes>'");
  CHECK(fault_of(good + "0 1 SE\n" + good) ==
        "t.txt:2: the line ends where the MPI function should be; a record reads '<rank> <time> SS|SE <MPI_Function>'");
  CHECK(fault_of(good + "0 1 MS 1 0 0 8 9\n") ==
        "t.txt:2: unexpected \"9\" after the last field; a record reads '<rank> <time> MS|MR <peer> <tag> "
        "<communicator> <bytes>'");
  CHECK(fault_of(good + "0 1 SE MPI_Send ANY_SOURCE\n") ==
        "t.txt:2: unexpected \"ANY_SOURCE\" after the last field; a record reads '<rank> <time> SS|SE "
        "<MPI_Function>'");
  CHECK(fault_of(good + "0 1 SS MPI_Send ANY_TAG\n") == "t.txt:2: mark \"ANY_TAG\" must be ANY_SOURCE or nothing");
}

TEST_CASE("a last line that ends within a record tells that the file may be cut short") {
  CHECK(fault_of(good + "0 1 MS 1 0") ==
        "t.txt:2: the line ends where the communicator should be; a record reads '<rank> <time> MS|MR <peer> <tag> "
        "<communicator> <bytes>'; the file seems to be cut short");
}

TEST_CASE("ranks and peers beyond the header are told with the range") {
  CHECK(fault_of("#ranks 4\n4 1 MS 1 0 0 8\n") ==
        "t.txt:2: rank 4 does not exist: the header says '#ranks 4' (ranks 0 to 3)");
  CHECK(fault_of("#ranks 4\n0 1 MS 70 0 0 8\n") ==
        "t.txt:2: destination 70 does not exist: the header says '#ranks 4' (ranks 0 to 3)");
  CHECK(fault_of("#ranks 4\n0 1 MR 4 0 0 8\n") ==
        "t.txt:2: source 4 does not exist: the header says '#ranks 4' (ranks 0 to 3)");
  CHECK(fault_of("0 1 MS 5 0 0 8\n#ranks 4\n") ==
        "t.txt:1: rank 5 does not exist: the header in line 2 says '#ranks 4' (ranks 0 to 3)");
}

TEST_CASE("a rank that would take much memory must be announced") {
  CHECK(fault_of("4194304 1 SS MPI_Init\n") ==
        "t.txt:1: rank 4194304 would take much memory; if the trace has that many ranks, announce them in a first line "
        "'#ranks 4194305'");
  CHECK(fault_of("0 1 MS 4000000000 0 0 1\n") ==
        "t.txt:1: destination 4000000000 would take much memory; if the trace has that many ranks, announce them in a "
        "first line '#ranks 4000000001'");
  CHECK(fault_of("#ranks 4194305\n0 1 MS 4194304 0 0 1\n").empty());
}

TEST_CASE("faulty header lines are told") {
  CHECK(fault_of("#ranks many\n" + good) ==
        "t.txt:1: '#ranks many': the number of ranks must be a whole number from 1 to 16777216");
  CHECK(fault_of("#ranks 0\n" + good) ==
        "t.txt:1: '#ranks 0': the number of ranks must be a whole number from 1 to 16777216");
  CHECK(fault_of("#ranks\n" + good) ==
        "t.txt:1: '#ranks ': the number of ranks must be a whole number from 1 to 16777216");
  CHECK(fault_of("#ranks 4\n#ranks 5\n" + good) ==
        "t.txt:2: '#ranks 5', but an earlier header says '#ranks 4'; keep one of them");
  CHECK(fault_of("#insee-trace 2\n" + good) ==
        "t.txt:1: trace version \"2\" is not known; this program reads version 1");
}

TEST_CASE("an empty file and a file without records are told apart") {
  CHECK(fault_of("") == "t.txt: the file is empty; was it written to the end?");
  CHECK(fault_of("#insee-trace 1\n#ranks 4\n\n") == "t.txt: no records in 3 lines, only comments and blank lines");
}

TEST_CASE("bytes that are not text are told with their place") {
  CHECK(fault_of(good + "0 1 SS MPI\x01_Init\n") ==
        "t.txt:2: byte 0x01 in column 11 is not text; is the file damaged, or of another format?");
  CHECK(fault_of(good + "0 1 SS MPI_\xC3\xA9t\xC3\n") ==
        "t.txt:2: byte 0xc3 in column 15 is not text; is the file damaged, or of another format?");
  CHECK(fault_of(good + "0 1 SS \xC2\x9B\n") ==
        "t.txt:2: byte 0xc2 in column 8 is not text; is the file damaged, or of another format?");
  CHECK(fault_of(good + "0 1 M\xC3\xA9 1 0 0 8\n") ==
        "t.txt:2: unknown record kind \"M\xC3\xA9\"; valid kinds: SS, SE, MS, MR");
  CHECK(fault_of("#what \x02\n" + good) ==
        "t.txt:1: byte 0x02 in column 7 is not text; is the file damaged, or of another format?");
  CHECK(fault_of(std::string("\x7F"
                             "ELF\0\0",
                             6))
            .starts_with("t.txt: not a known trace format; this is a program; "));
}

TEST_CASE("a line without end is no trace") {
  CHECK(fault_of(good + std::string(2000000, '1')) == "t.txt:2: the line is longer than 65536 bytes; is this a trace?");
}

TEST_CASE("more functions than MPI has are no trace") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += fmt::format("0 0 SS f{}\n", i);
  CHECK(fault_of(text).starts_with(
      "t.txt:4097: \"f4096\": the file names more than 4096 different functions; is it a trace?\nt.txt:4098: "));
  CHECK(fault_of("0 0 SS " + std::string(256, 'f') + "\n").ends_with("must be a name of at most 255 letters"));
}

TEST_CASE("several faults are told together, and after five the reader stops") {
  const std::string fault = "0 1 SX MPI_Init\n";
  const std::string said = ": unknown record kind \"SX\"; valid kinds: SS, SE, MS, MR";
  CHECK(fault_of(fault + good + fault) == "t.txt:1" + said + "\nt.txt:3" + said);
  std::string text;
  for (int i = 0; i < 9; ++i) text += fault;
  CHECK(fault_of(text).ends_with("t.txt:5" + said + "\nt.txt: stopped reading at line 5 after 5 faults"));
}

}  // namespace line_fault_test
