// SPDX-License-Identifier: Apache-2.0
#include "trgen/commands/meeting_place.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "fsin/core/text.hpp"
#include "trgen/record/source.hpp"

namespace trgen::commands {
namespace {

struct FreeAddresses {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

[[noreturn]] void fail(const std::string& name, std::string_view why, std::string_view remedy) {
  throw record::TraceError(fmt::format("trgen capture: the ranks cannot meet at {} ({}): {}; {}", fsin::in_quotes(name),
                                       meeting_variable, why, remedy));
}

/// The error when there is no route to the address; 0 when there is one. Nothing is sent.
int no_way_to(const addrinfo& address) {
  const int fd = ::socket(address.ai_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return errno;
  const int error = ::connect(fd, address.ai_addr, address.ai_addrlen) == 0 ? 0 : errno;
  ::close(fd);
  return error;
}

}  // namespace

void check_meeting_place(const std::string& name) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  // MPICH's device uses TCP; any port makes the address complete.
  if (const int fault = ::getaddrinfo(name.c_str(), "9", &hints, &found); fault != 0) {
    fail(name, ::gai_strerror(fault), "unset the variable, or add the name to /etc/hosts");
  }
  const std::unique_ptr<addrinfo, FreeAddresses> addresses(found);
  if (const int error = no_way_to(*addresses); error != 0) {
    fail(name, std::strerror(error),
         name == meeting_default ? "start the loopback interface: ip link set lo up" : "unset the variable");
  }
}

}  // namespace trgen::commands
