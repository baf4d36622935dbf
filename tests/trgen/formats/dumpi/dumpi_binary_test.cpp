// SPDX-License-Identifier: Apache-2.0
// The binary form of DUMPI, made here byte by byte: calls with their numbers, arguments and statuses, calls that were
// not recorded, and files that were cut or damaged.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "trgen/formats/dumpi/signatures.hpp"

namespace dumpi_binary_test {

using namespace trgen;

namespace {

std::string number(std::uint64_t value, unsigned bytes) {
  std::string text;
  for (unsigned i = bytes; i-- > 0;) text += static_cast<char>(value >> (8 * i));
  return text;
}

unsigned number_of(std::string_view function) {
  for (unsigned each = 0; each < formats::dumpi::function_enter; ++each) {
    if (formats::dumpi::function_name(each) == function) return each;
  }
  FAIL("no function " << function);
  return 0;
}

/// A file of one rank: greeting, calls, header, counts of calls, index.
class BinaryFile {
 public:
  /// Arguments as the signature of the function has them; wall times are `start` and `stop` ns behind second 5.
  BinaryFile& call(std::string_view function, unsigned start, unsigned stop, const std::string& arguments) {
    constexpr unsigned wall_times_and_statuses = 0x08 | 0x03;
    calls_ += number(number_of(function), 2) + number(wall_times_and_statuses, 1);
    for (const unsigned ns : {start, stop}) calls_ += number(0, 2) + number(ns, 4);
    calls_ += arguments;
    return *this;
  }
  /// A function that the library was told not to record, and how often it was called.
  BinaryFile& ignore(std::string_view function, unsigned times) {
    ignored_[number_of(function)] = times;
    return *this;
  }

  std::string bytes() const {
    constexpr unsigned end_of_calls = 293;
    constexpr std::uint64_t magic = 0xffaadd44554d5049;
    std::string all = number(magic, 8) + number(0, 4) + number(5, 4);  // second 0 of CPU times, and of wall times
    const std::size_t body = all.size();
    all += calls_ + number(end_of_calls, 2);
    const std::size_t header = all.size();
    all += number(0x010000, 3);
    const std::size_t footer = all.size();
    all += number(0xf007fee7, 8);
    for (unsigned count = 0; count < functions; ++count) all += number(0, 4);
    for (const unsigned count : ignored_) all += number(count, 4);
    const std::size_t keys = all.size();
    all += number(magic, 8);
    for (const std::size_t place : {header, body, footer, keys}) all += number(place, 8);
    return all;
  }

 private:
  static constexpr unsigned functions = formats::dumpi::function_enter + 1;

  std::string calls_;
  std::vector<unsigned> ignored_ = std::vector<unsigned>(functions);
};

std::string comm_size(unsigned ranks) { return number(2, 2) + number(ranks, 4); }

/// count, datatype, peer, tag, MPI_COMM_WORLD
std::string message(unsigned count, unsigned type, unsigned peer, unsigned tag) {
  return number(count, 4) + number(type, 2) + number(peer, 4) + number(tag, 4) + number(2, 2);
}

std::string status(unsigned bytes, unsigned source, unsigned tag) {
  return number(1, 4) + number(bytes, 4) + number(source, 4) + number(0, 2) + number(tag, 4);
}

/// Four ranks; rank 0 receives from 1, in the call that awaits it, and sends to 3.
BinaryFile small_file() {
  constexpr unsigned mpi_int = 9, mpi_double = 14, request = 2;
  BinaryFile file;
  file.call("MPI_Comm_size", 0, 0, comm_size(4))
      .call("MPI_Irecv", 1, 2, message(8, mpi_int, 1, 5) + number(request, 4))
      .call("MPI_Wait", 3, 4, number(request, 4) + status(20, 1, 5))
      .call("MPI_Send", 5, 7, message(3, mpi_double, 3, 6))
      .call("MPI_Allreduce", 8, 9, number(2, 4) + number(mpi_int, 2) + number(1, 1) + number(2, 2));
  return file;
}

}  // namespace

TEST_CASE("a binary file says what its calls, arguments and statuses say") {
  const auto trace = test::read_text(small_file().bytes());
  CHECK(trace->ranks() == 4);
  CHECK(trace->losses().empty());
  const std::string text = test::as_text(*trace);
  CHECK(text.substr(text.find("SE MPI_Comm_size\n")) ==
        "SE MPI_Comm_size\n0 1 SS MPI_Irecv\n0 2 SE MPI_Irecv\n0 3 SS MPI_Wait\n0 4 MR 1 5 0 20\n0 4 SE MPI_Wait\n"
        "0 5 SS MPI_Send\n0 5 MS 3 6 0 24\n0 7 SE MPI_Send\n"
        "0 8 SS MPI_Allreduce communicator=0 sent=8 received=8\n0 9 SE MPI_Allreduce\n");
}

TEST_CASE("calls that the library was told not to record are counted, by name") {
  const auto trace = test::read_text(small_file().ignore("MPI_Barrier", 12).bytes());
  CHECK(test::lost(trace->losses()) == std::vector<std::string>{"12 calls of MPI_Barrier (not recorded)"});
}

TEST_CASE("a damaged binary file is one clear line") {
  const std::string whole = small_file().bytes();
  for (std::size_t size = 8; size < whole.size(); size += 7) {
    CAPTURE(size);
    CHECK(test::fault_of(whole.substr(0, size)) ==
          "t.txt: the index at the end of this DUMPI file is missing or damaged; was the whole file copied?");
  }
  const std::size_t end_of_calls = whole.find(number(0xf007fee7, 8)) - 5;
  for (std::size_t at = 16; at < end_of_calls; ++at) {
    std::string odd = whole;
    odd[at] = static_cast<char>(odd[at] ^ 0x55);
    CHECK(test::fault_of(odd).find('\n') == std::string::npos);
  }
}

}  // namespace dumpi_binary_test
