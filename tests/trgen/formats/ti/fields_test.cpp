// SPDX-License-Identifier: Apache-2.0
// What trgen's own time-independent traces say beyond those of SimGrid: communicators, numbers of requests, elements,
// and which ranks are incomplete.
#include "trgen/formats/ti/fields.hpp"

#include <doctest/doctest.h>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "trgen/formats/ti/groups.hpp"
#include "trgen/formats/ti/write_calls.hpp"

namespace fields_test {

using namespace trgen;

namespace {

std::string read_as_text(const std::string& text) { return test::as_text(*test::read_text(text)); }

std::vector<std::string> messages(const std::string& text) {
  return test::messages_of(*test::read_text("#clock ns\n#ranks 2\n" + text))[0];
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a field is a name and a value, and requests are one number or a range") {
  using formats::ti::field;
  using formats::ti::is_field;
  using formats::ti::request_range;
  CHECK(is_field("comm=2"));
  for (const char* each : {"", "12", "1=2", "MPI_INT"}) CHECK_FALSE(is_field(each));
  const std::vector<std::string_view> fields{"com=1", "comm=2", "comm=3", "req="};
  CHECK(field(fields, "comm") == "2");
  CHECK(field(fields, "req").empty());
  CHECK(field(fields, "element").empty());
  CHECK(request_range("4-7")->first == 4);
  CHECK(request_range("4-7")->count == 4);
  CHECK(request_range("3")->count == 1);
  for (const char* each : {"", "x", "7-4", "1-", "1048576"}) CHECK_FALSE(request_range(each));
}

TEST_CASE("a rank is in one group of a communicator at most") {
  formats::ti::Groups groups;
  CHECK(groups.add(3, {4, 0}).empty());
  CHECK(groups.add(3, {1, 5}).empty());
  CHECK(groups.add(3, {4, 0}).empty());
  CHECK(*groups.members(3, 5) == std::vector<std::uint32_t>{1, 5});
  CHECK(groups.number_of(3, 0) == 1);
  CHECK(groups.number_of(0, 7) == 7);
  CHECK(groups.members(3, 2) == nullptr);
  CHECK(groups.all_members() == 4);
  CHECK(groups.largest() == 5);
  CHECK(has(groups.add(3, {7, 5}), "rank 5 is in it twice, or in two groups of it"));
  CHECK(groups.members(3, 7) == nullptr);  // what is refused leaves nothing behind
  CHECK(groups.add(3, {7}).empty());
  CHECK(*groups.members(3, 7) == std::vector<std::uint32_t>{7});
  CHECK(has(groups.add(0, {1}), "numbers are 1 to "));
}

TEST_CASE("collectives are of the communicator that their line names, with roots as ranks of the trace") {
  const std::string text = read_as_text(
      "#clock ns\n#ranks 4\n#comm 2 3,1\n#comm 2 0,2\n1 bcast 4 0 comm=2\n3 bcast 4 0 comm=2\n"
      "1 alltoall 5 6 comm=2\n1 gatherv 5 1 2 1 6 6 comm=2\n1 reducescatter 8 16 0 6 element=8 block=0 comm=2\n"
      "1 reducescatter 8 8 0 6 element=8 block=1 comm=2\n0 bcast 7 1 comm=2\n0 barrier\n");
  for (const char* each :
       {"#communicator 2 3,1\n#communicator 2 0,2\n", "1 0 SS MPI_Bcast communicator=2 root=3 sent=0 received=4\n",
        "3 0 SS MPI_Bcast communicator=2 root=3 sent=4 received=0\n",
        "1 0 SS MPI_Alltoall communicator=2 sent=10 received=12\n",
        "1 0 SS MPI_Gatherv communicator=2 root=1 sent=5 received=3\n",
        "1 0 SS MPI_Reduce_scatter communicator=2 sent=24 received=16\n",
        "1 0 SS MPI_Reduce_scatter_block communicator=2 sent=16 received=8\n",
        "0 0 SS MPI_Bcast communicator=2 root=2 sent=0 received=7\n",
        "0 0 SS MPI_Barrier communicator=0 sent=0 received=0\n"})
    CHECK_MESSAGE(has(text, each), text);
}

TEST_CASE("messages of equal tags on two communicators are told apart, also where a wait completes them") {
  const std::string text = read_as_text(
      "#clock ns\n#ranks 2\n0 isend 1 7 8 6 comm=2\n0 issend 1 7 16 6 comm=4\n1 irecv 0 7 16 6 comm=4\n"
      "1 recv 0 7 8 6 comm=2\n1 wait 0 1 7\n");
  for (const char* each : {"0 0 MS 1 7 2 8\n", "0 0 MS 1 7 4 16\n", "1 0 MR 0 7 2 8\n", "1 0 MR 0 7 4 16\n"})
    CHECK_MESSAGE(has(text, each), text);
  CHECK(text.find("MR 0 7 2 8") < text.find("MR 0 7 4 16"));
}

TEST_CASE("waits complete the requests that they name by numbers") {
  const std::string posted = "0 irecv 1 1 10 6 req=4\n0 irecv 1 2 20 6 req=5\n0 irecv 1 3 30 6 req=9\n";
  using Words = std::vector<std::string>;
  CHECK(messages(posted + "0 waitall 1 req=9\n0 waitall 2 req=4-5\n") == Words{"MR 1 3 30", "MR 1 1 10", "MR 1 2 20"});
  CHECK(messages(posted + "0 waitany 2 req=5-9\n0 waitall 2 req=9,4\n") ==
        Words{"MR 1 2 20", "MR 1 3 30", "MR 1 1 10"});
  CHECK(messages(posted + "0 wait 1 0 1 req=4\n0 irecv 1 4 40 6 req=4\n0 wait 1 0 4 req=4\n0 waitall 2\n") ==
        Words{"MR 1 1 10", "MR 1 4 40", "MR 1 2 20", "MR 1 3 30"});
}

TEST_CASE("an element of a reduction that is not what the bytes suggest is counted as lost") {
  CHECK(test::read_text("0 allreduce 16 0 6 element=8\n0 allreduce 12 0 6 element=4\n")->losses().empty());
  CHECK(test::lost(test::read_text("0 allreduce 16 0 6 element=4\n")->losses()) ==
        std::vector<std::string>{"1 sizes of the elements of reductions, where not 8 bytes (or 4, 2, 1 that divide "
                                 "them)"});
}

TEST_CASE("faults in fields and in comments that name ranks are told") {
  const auto fault = [](const std::string& text) { return test::fault_of("0 init\n" + text); };
  CHECK(fault("0 send 0 1 8 6 comm=x\n") == "t.txt:2: comm=x is no number of a communicator");
  CHECK(fault("0 barrier comm=3\n") ==
        "t.txt:2: rank 0 is in no communicator 3; name its ranks in a line before, #comm 3 <ranks>");
  CHECK(has(fault("#comm 3 0,0\n"), "t.txt:2: communicator 3: rank 0 is in it twice"));
  CHECK(has(fault("#comm x 0\n"), "t.txt:2: no communicator; it reads '#comm <number> <ranks>'"));
  CHECK(has(fault("#comm 3 0-1\n0 bcast 8 2 comm=3\n"), "t.txt:3: faulty bcast"));
  CHECK(has(fault("0 irecv 0 1 8 6 req=x\n"), "t.txt:2: req=x is no number of a request"));
  CHECK(has(fault("0 waitall 2 req=2-1\n"), "t.txt:2: req=2-1 is no list of ranges of requests"));
  CHECK(has(fault("#incomplete x\n"), "t.txt:2: the line reads '#incomplete <ranks> <why>'"));
}

TEST_CASE("ranks that are incomplete are noted, with the reason") {
  const std::string text =
      read_as_text("#clock ns\n#ranks 4\n#incomplete 2-3 killed in MPI_Recv\n#incomplete 0\n0 init\n");
  CHECK(has(text,
            "#incomplete 0 the trace does not say why\n#incomplete 2 killed in MPI_Recv\n#incomplete 3 killed in "
            "MPI_Recv\n"));
}

TEST_CASE("communicators and incomplete ranks survive in a trace of calls that is written and read") {
  const std::string text =
      "#insee-trace 1\n#ranks 4\n#clock instructions\n#communicator 2 3,1\n#communicator 2 0,2\n#communicator 3 0-1\n"
      "#incomplete 3 killed in MPI_Recv\n"
      "0 0 SS MPI_Init\n0 0 SE MPI_Init\n0 0 SS MPI_Bcast communicator=2 root=2 sent=0 received=7\n0 0 SE MPI_Bcast\n"
      "0 0 SS MPI_Barrier communicator=3 sent=0 received=0\n0 0 SE MPI_Barrier\n0 0 SS MPI_Isend\n0 0 MS 1 7 3 8\n"
      "0 0 SE MPI_Isend\n0 0 SS MPI_Finalize\n0 0 SE MPI_Finalize\n"
      "1 0 SS MPI_Init\n1 0 SE MPI_Init\n1 0 SS MPI_Bcast communicator=2 root=3 sent=0 received=4\n1 0 SE MPI_Bcast\n"
      "1 0 SS MPI_Finalize\n1 0 SE MPI_Finalize\n"
      "2 0 SS MPI_Init\n2 0 SE MPI_Init\n2 0 SS MPI_Finalize\n2 0 SE MPI_Finalize\n"
      "3 0 SS MPI_Init\n3 0 SE MPI_Init\n";
  const test::Folder folder;
  record::Losses losses;
  formats::ti::write_calls(*test::read_text(text), folder / "t.ti", {}, losses);
  std::string back = test::as_text(*formats::open_trace(folder / "t.ti"));
  CHECK(back.size() == text.size());
  for (const char* each : {"#communicator 2 0,2\n", "#communicator 2 3,1\n", "#communicator 3 0-1\n",
                           "#incomplete 3 killed in MPI_Recv\n"})
    CHECK_MESSAGE(has(back, each), back);
  const auto records = [](const std::string& all) { return all.substr(all.find("0 0 SS MPI_Init")); };
  CHECK(records(back) == records(text));
}

}  // namespace fields_test
