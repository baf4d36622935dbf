// SPDX-License-Identifier: Apache-2.0
// A ring of ranks over the interface of ASTRA-sim, without the rest of it: each rank passes a message on as soon as the
// one from its left has come, twice round. Prints the time of each round.
#include <cstdio>
#include <fsin_network.hpp>
#include <memory>
#include <vector>

namespace {

struct Rank {
  std::unique_ptr<FsinNetwork> network;
  Rank* right = nullptr;
  int left = 0;
  int rounds = 0;

  void pass_on() {
    network->sim_send(nullptr, 65536, 0, right->network->sim_comm_get_rank(), 7, nullptr, nullptr, nullptr);
  }
  void await() { network->sim_recv(nullptr, 65536, 0, left, 7, nullptr, &Rank::came, this); }
  static void came(void* self) {
    Rank& rank = *static_cast<Rank*>(self);
    ++rank.rounds;
    if (rank.network->sim_comm_get_rank() == 0) {
      std::printf("round %d ends at %.0Lf ns\n", rank.rounds, rank.network->sim_get_time().time_val);
      if (rank.rounds == 2) return;
    }
    rank.await();
    rank.network->sim_schedule(
        {AstraSim::US, 1}, [](void* same) { static_cast<Rank*>(same)->pass_on(); }, &rank);
  }
};

}  // namespace

int main(int argc, char** argv) {
  fsin::Network network(argc > 1 ? fsin::Experiment::from_file(argv[1]) : fsin::Experiment());
  FsinHost host(network);
  std::vector<Rank> ranks(network.nodes());
  const int count = static_cast<int>(ranks.size());
  for (int i = 0; i < count; ++i) {
    ranks[static_cast<std::size_t>(i)].network = std::make_unique<FsinNetwork>(i, host);
    ranks[static_cast<std::size_t>(i)].right = &ranks[static_cast<std::size_t>((i + 1) % count)];
    ranks[static_cast<std::size_t>(i)].left = (i + count - 1) % count;
  }
  for (Rank& rank : ranks) rank.await();
  ranks[0].pass_on();
  host.run();
  return ranks[0].rounds == 2 ? 0 : 1;
}
