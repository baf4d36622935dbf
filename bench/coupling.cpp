// SPDX-License-Identifier: Apache-2.0
// Messages a second through the C interface of Network: as many as the network has nodes are under way, and each that
// comes is answered by the next one. Light load: a message of 64 bytes from each node every 64 cycles or less often.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "fsin/api/fsin.h"

namespace {

constexpr std::uint32_t gap = 64;  ///< cycles between a delivery and the message that follows it

/// CPU time of this process.
double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void measure(const char* model, std::uint64_t messages) {
  const std::string key = std::string("network.model=") + model;
  const char* const keys[] = {"network.topology={type: torus, dims: [8, 8]}", "network.preset=adaptive-3vc",
                              key.c_str(), nullptr};
  char why[4000];
  const bool routed = model[0] == 'r';
  const char* const others[] = {keys[0], key.c_str(), nullptr};
  fsin_network* const network = fsin_network_open(nullptr, routed ? keys : others, 0, why, sizeof why);
  if (network == nullptr) {
    std::fprintf(stderr, "%s\n", why);
    std::exit(1);
  }
  const std::uint32_t nodes = fsin_network_nodes(network);
  std::uint64_t sent = 0, random = 1;
  const auto send = [&](std::uint32_t source, std::uint64_t at) {
    random = random * 6364136223846793005ULL + 1442695040888963407ULL;
    const auto away = 1 + static_cast<std::uint32_t>((random >> 33U) % (nodes - 1));
    if (fsin_network_send(network, source, (source + away) % nodes, 64, at, (source + away) % nodes) != 0) std::abort();
    ++sent;
  };
  const double begin = seconds();
  for (std::uint32_t node = 0; node < nodes; ++node) send(node, node);
  while (fsin_network_under_way(network) > 0) {
    if (fsin_network_advance(network, FSIN_NO_END) != 0) std::abort();
    fsin_delivery came;
    while (fsin_network_next_delivery(network, &came) == 1) {
      if (sent < messages) send(static_cast<std::uint32_t>(came.token), came.cycle + gap);
    }
  }
  const double used = seconds() - begin;
  std::printf("%-8s %9.0f messages a second of CPU time (%llu messages, %u nodes, %llu cycles)\n", model,
              static_cast<double>(sent) / used, static_cast<unsigned long long>(sent), nodes,
              static_cast<unsigned long long>(fsin_network_now(network)));
  fsin_network_close(network);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t messages = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 500'000;
  for (const char* model : {"loggps", "flow", "routers"}) measure(model, messages);
  return 0;
}
