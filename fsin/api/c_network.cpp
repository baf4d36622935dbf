// SPDX-License-Identifier: Apache-2.0
// The C interface: fsin::Network without exceptions.
#include <algorithm>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "fsin/api/fsin.h"
#include "fsin/api/fsin.hpp"

struct fsin_network {
  fsin::Network network;
  std::string error{};
  std::string state{};  ///< given last
};

namespace {

void tell(std::string_view text, char* buffer, std::size_t size) {
  if (buffer == nullptr || size == 0) return;
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(buffer, text.data(), length);
  buffer[length] = '\0';
}

/// Calls what may throw; the text of the exception is kept.
template <class Call>
int status_of(fsin_network& network, Call call) {
  try {
    call();
    return 0;
  } catch (const std::exception& error) {
    network.error = error.what();
    return -1;
  }
}

}  // namespace

fsin_network* fsin_network_open(const char* file, const char* const* keys, int allow_deadlock, char* error,
                                size_t size) {
  try {
    fsin::Experiment experiment = file != nullptr ? fsin::Experiment::from_file(file) : fsin::Experiment();
    for (; keys != nullptr && *keys != nullptr; ++keys) {
      const std::string_view key = *keys;
      const std::size_t equals = key.find('=');
      if (equals == std::string_view::npos) {
        tell("\"" + std::string(key) + "\" is no key=value", error, size);
        return nullptr;
      }
      experiment.set(key.substr(0, equals), key.substr(equals + 1));
    }
    auto opened = std::make_unique<fsin_network>(fsin_network{fsin::Network(experiment, allow_deadlock != 0)});
    std::string warnings;
    for (const fsin::Message& each : opened->network.warnings()) {
      if (!warnings.empty()) warnings += '\n';
      warnings += (each.place.empty() ? "" : each.place + ": ") + each.text;
    }
    tell(warnings, error, size);
    return opened.release();
  } catch (const std::exception& exception) {
    tell(exception.what(), error, size);
    return nullptr;
  }
}

void fsin_network_close(fsin_network* network) { delete network; }

uint32_t fsin_network_nodes(const fsin_network* network) { return network->network.nodes(); }
double fsin_network_seconds_per_cycle(const fsin_network* network) { return network->network.seconds_per_cycle(); }
uint64_t fsin_network_now(const fsin_network* network) { return network->network.now(); }
uint64_t fsin_network_under_way(const fsin_network* network) { return network->network.under_way(); }

int fsin_network_send(fsin_network* network, uint32_t source, uint32_t destination, uint64_t bytes, uint64_t at,
                      uint64_t token) {
  return status_of(*network, [&] { network->network.send(source, destination, bytes, at, token); });
}

int fsin_network_advance(fsin_network* network, uint64_t until) {
  return status_of(*network, [&] { network->network.advance(until); });
}

int fsin_network_next_delivery(fsin_network* network, fsin_delivery* delivery) {
  const auto next = network->network.next_delivery();
  if (!next) return 0;
  *delivery = {next->token, next->cycle};
  return 1;
}

const void* fsin_network_save(fsin_network* network, size_t* size) {
  *size = 0;
  if (status_of(*network, [&] { network->state = network->network.save(); }) != 0) return nullptr;
  *size = network->state.size();
  return network->state.data();
}

int fsin_network_restore(fsin_network* network, const void* state, size_t size) {
  return status_of(*network, [&] { network->network.restore({static_cast<const char*>(state), size}); });
}

fsin_network* fsin_network_branch(fsin_network* network) {
  fsin_network* branch = nullptr;
  status_of(*network, [&] { branch = new fsin_network{network->network.branch()}; });
  return branch;
}

const char* fsin_network_error(const fsin_network* network) { return network->error.c_str(); }
