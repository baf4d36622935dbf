// SPDX-License-Identifier: Apache-2.0
#include "fsin/api/network_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "fsin/core/digest.hpp"

namespace fsin::api {
namespace {

constexpr std::string_view format_name = "fsin network ", format = "fsin network 1\n";
constexpr std::size_t digits = 32, digest_at = format.size() + sizeof(std::uint64_t), head = digest_at + digits;

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(fmt::format("this is no state for this network: {}", why));
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string_view next_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::string_view trimmed(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line.empty() ? "nothing" : line;
}

/// Refuses the state where two texts differ, with the first lines that do.
void compare(std::string_view what, std::string_view there, std::string_view here) {
  if (there == here) return;
  std::string_view in_state, in_network;
  do {
    in_state = next_line(there);
    in_network = next_line(here);
  } while (in_state == in_network);
  refuse(fmt::format("it is of another experiment, whose {} has \"{}\" where this one has \"{}\"", what,
                     trimmed(in_state), trimmed(in_network)));
}

void check_whole(std::string_view bytes) {
  if (bytes.substr(0, format.size()) != format) {
    if (bytes.size() >= format.size() && bytes.starts_with(format_name))
      refuse("it is written in another format, by another version of fsin");
    refuse(bytes.size() < format.size() ? "there are too few bytes" : "Network::save() has not written it");
  }
  if (bytes.size() < head) refuse(fmt::format("it is cut off after {} bytes", bytes.size()));
  std::uint64_t whole = 0;
  std::memcpy(&whole, bytes.data() + format.size(), sizeof whole);
  if (bytes.size() < whole) refuse(fmt::format("it is cut off after {} of {} bytes", bytes.size(), whole));
  if (bytes.size() > whole) refuse(fmt::format("{} bytes follow its end", bytes.size() - whole));
  if (digits_of_digest(bytes.substr(head)) != bytes.substr(digest_at, digits)) refuse("its bytes are damaged");
}

}  // namespace

std::string sealed(const StateOwner& owner, std::span<const std::byte> state) {
  ByteWriter owned;
  owned(owner);
  const std::uint64_t whole = head + owned.bytes().size() + state.size();
  std::string bytes;
  bytes.reserve(whole);
  bytes += format;
  bytes.append(reinterpret_cast<const char*>(&whole), sizeof whole);
  bytes.append(digits, ' ');
  bytes += as_text(owned.bytes());
  bytes += as_text(state);
  bytes.replace(digest_at, digits, digits_of_digest(std::string_view(bytes).substr(head)));
  return bytes;
}

std::span<const std::byte> opened(const StateOwner& owner, std::string_view bytes) {
  check_whole(bytes);
  ByteReader in(std::as_bytes(std::span(bytes)).subspan(head));
  StateOwner there;
  try {
    in(there);
  } catch (const std::runtime_error&) {
    refuse("its bytes are damaged");
  }
  if (there.program != owner.program) {
    refuse(
        fmt::format("it was saved by another build of fsin, {}, and this is {}; a state is for the build that wrote it",
                    there.revision, owner.revision));
  }
  if (there.engine != owner.engine)
    refuse(fmt::format("it is of the engine \"{}\", and this network runs on \"{}\"", there.engine, owner.engine));
  compare("configuration", there.experiment, owner.experiment);
  compare("list of files", there.files, owner.files);
  return in.rest();
}

}  // namespace fsin::api
