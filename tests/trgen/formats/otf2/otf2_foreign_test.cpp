// SPDX-License-Identifier: Apache-2.0
// OTF2 archives with peculiarities of other tools, above all of EZTrace 2: numbers defined twice, receives and
// collectives without their end.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/trgen/formats/exchange_tools.hpp"
#include "tests/trgen/formats/otf2/otf2_archive.hpp"

namespace otf2_foreign_test {

using namespace trgen;
using test::read_foreign;

TEST_CASE("a number that the list of locations and a group of ranks share means the latter in a communicator") {
  const auto nothing = [](OTF2_EvtWriter*) {};
  const auto rank_0 = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::send_region);
    OTF2_EvtWriter_MpiSend(to, nullptr, 1002, 2, test::world_comm, 7, 100);
    OTF2_EvtWriter_MpiSend(to, nullptr, 1004, 0, test::sub_comm, 8, 200);
    OTF2_EvtWriter_Leave(to, nullptr, 1006, test::send_region);
  };
  const auto padding = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::user_region);
    OTF2_EvtWriter_Leave(to, nullptr, 1000, test::user_region);
  };
  const test::Folder folder;
  test::ForeignArchive::write(folder / "e", "run", "", {rank_0, padding, padding, padding}, test::Dialect::eztrace);
  const auto trace = formats::open_trace(folder / "e/run.otf2");
  CHECK(trace->warnings().empty());
  CHECK(trace->notes().comments ==
        std::vector<std::string>{
            "#group 0 is both the list of MPI's locations and a group of ranks; communicators have the latter",
            "#recorded by EZTrace 2"});
  const std::string text = test::as_text(*trace);
  CHECK(text.find("0 0 SS MPI_Send\n0 1 MS 2 7 0 100\n0 2 MS 2 8 1 200\n0 3 SE MPI_Send\n") != std::string::npos);
  // Where two groups of ranks have one number, a communicator has the last before it, and that is said.
  test::ForeignArchive::write(folder / "t", "run", "x", {rank_0, nothing, nothing, nothing}, test::Dialect::twice);
  const auto twice = formats::open_trace(folder / "t/run.otf2");
  REQUIRE(twice->warnings().size() == 1);
  CHECK(
      twice->warnings()[0].ends_with("the archive has more than one definition, with different contents, of: group 2 "
                                     "(a communicator has the last before it)"));
  CHECK(test::as_text(*twice).find("0 2 MS 2 8 1 200\n") != std::string::npos);
}

TEST_CASE(
    "communicators of threads and of the measurement system, as Score-P 7 has them, are no communicators of MPI") {
  const auto nothing = [](OTF2_EvtWriter*) {};
  const auto sending_in = [](std::uint32_t communicator) {
    return [communicator](OTF2_EvtWriter* to) {
      OTF2_EvtWriter_Enter(to, nullptr, 1000, test::send_region);
      OTF2_EvtWriter_MpiSend(to, nullptr, 1002, 0, communicator, 8, 200);
      OTF2_EvtWriter_Leave(to, nullptr, 1006, test::send_region);
    };
  };
  const test::Folder folder;
  const auto write = [&](const char* name, std::uint32_t communicator) {
    test::ForeignArchive::write(folder / name, "run", "Score-P 7.0",
                                {sending_in(communicator), nothing, nothing, nothing}, test::Dialect::score_p);
    return formats::open_trace(folder / (std::string(name) + "/run.otf2"));
  };
  const auto trace = write("s", test::sub_comm);
  CHECK(trace->warnings().empty());
  CHECK(trace->ranks() == 3);
  CHECK(trace->notes().communicators.size() == 3);  // the world, the one of ranks 2 and 0, the intercommunicator
  CHECK(test::as_text(*trace).find("0 1 MS 2 8 1 200\n") != std::string::npos);
  // A message of MPI cannot be in one of them.
  CHECK_THROWS_WITH_AS(test::as_text(*write("t", test::team_comm)),
                       doctest::Contains("names communicator 5, which belongs to OpenMP and not to MPI"),
                       record::TraceError);
}

TEST_CASE("receives that an archive posts and never completes make the rank incomplete") {
  std::vector<std::string> lost;
  const auto rank_0 = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::irecv_region);
    for (const std::uint64_t request : {11U, 12U, 11U, 13U}) OTF2_EvtWriter_MpiIrecvRequest(to, nullptr, 1000, request);
    OTF2_EvtWriter_Leave(to, nullptr, 1000, test::irecv_region);
    OTF2_EvtWriter_MpiIrecv(to, nullptr, 1002, 1, test::world_comm, 5, 12, 12);
    OTF2_EvtWriter_MpiRequestCancelled(to, nullptr, 1007, 13);
  };
  const std::string text = read_foreign("Score-P 7", {rank_0}, &lost);
  CHECK(lost == std::vector<std::string>{"2 receives that were posted and whose message was not recorded"});
}

TEST_CASE("a collective that ends in no event does not take the facts of the next one") {
  std::vector<std::string> lost;
  const auto rank_0 = [](OTF2_EvtWriter* to) {
    OTF2_EvtWriter_Enter(to, nullptr, 1000, test::ibcast_region);
    OTF2_EvtWriter_MpiCollectiveBegin(to, nullptr, 1000);
    OTF2_EvtWriter_Leave(to, nullptr, 1002, test::ibcast_region);
    OTF2_EvtWriter_Enter(to, nullptr, 1004, test::bcast_region);
    OTF2_EvtWriter_MpiCollectiveBegin(to, nullptr, 1004);
    OTF2_EvtWriter_MpiCollectiveEnd(to, nullptr, 1006, OTF2_COLLECTIVE_OP_BCAST, test::world_comm, 1, 0, 8);
    OTF2_EvtWriter_Leave(to, nullptr, 1006, test::bcast_region);
  };
  CHECK(read_foreign("x", {rank_0}, &lost) ==
        "0 0 SS MPI_Ibcast\n0 1 SE MPI_Ibcast\n0 2 SS MPI_Bcast communicator=0 root=1 sent=0 received=8\n"
        "0 3 SE MPI_Bcast\n");
  CHECK(lost == std::vector<std::string>{"1 collectives whose end is missing or far away"});
}

}  // namespace otf2_foreign_test
