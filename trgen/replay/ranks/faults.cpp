// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/ranks/faults.hpp"

#include <fmt/core.h>

namespace trgen::replay {

std::string fault_text(const AllRanks& all, std::uint32_t number, Fault fault) {
  const programs::Operation& head = all.ranks[number].head;
  switch (fault) {
    case Fault::peer:
      return fmt::format("a message to or from rank {}, but there are {} ranks", head.peer, all.ranks.size());
    case Fault::communicator:
      return fmt::format(
          "a message of communicator {}, but where messages ask or receives are open there are only those below {}",
          head.communicator, Handshakes::communicators);
    case Fault::start:
      return "a message is started, but the program is said to have blocking messages only";
    case Fault::restart:
      return fmt::format("request {} is started again before it has been waited for", head.request);
    case Fault::none:
      break;
  }
  return {};
}

}  // namespace trgen::replay
