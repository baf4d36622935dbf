// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/container/content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "trgen/formats/common/state_name.hpp"
#include "trgen/formats/text/format.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::container {
namespace {

constexpr std::size_t block_size = std::size_t{1} << 16;
constexpr std::size_t longest_header = std::size_t{1} << 28;

}  // namespace

std::span<const char> Content::peek(std::size_t bytes) {
  if (filled_ - taken_ < bytes) {
    if (filled_ > taken_) std::memmove(buffer_.data(), buffer_.data() + taken_, filled_ - taken_);
    filled_ -= taken_;
    taken_ = 0;
    if (buffer_.size() < std::max(bytes, block_size)) buffer_.resize(std::max(bytes, block_size));
    for (std::size_t got = 1; got > 0 && filled_ < bytes; filled_ += got) {
      got = in_.read(std::span<char>(buffer_).subspan(filled_));
    }
  }
  return std::span<const char>(buffer_).subspan(taken_, std::min(filled_ - taken_, bytes));
}

std::string Content::read_to(char end) {
  std::string text;
  while (text.size() < longest_header) {
    peek(1);
    const char* const from = buffer_.data() + taken_;
    const std::size_t there = filled_ - taken_;
    if (there == 0) break;
    const auto* const found = static_cast<const char*>(std::memchr(from, end, there));
    const std::size_t size = found == nullptr ? there : static_cast<std::size_t>(found - from) + 1;
    text.append(from, size);
    take(size);
    if (found != nullptr) return text;
  }
  throw record::TraceError(
      fmt::format("{}: the header of the container has no end; copy or make the file again", in_.name()));
}

std::string Content::read_header(record::TraceFacts& facts) {
  std::string text = read_to('\0');
  text.pop_back();
  io::Input lines(in_.name(), text);
  text::read_header(lines, facts);
  if (!facts.header_ranks) throw record::TraceError(fmt::format("{}: its header does not say '#ranks'", in_.name()));
  read_states(facts.states);
  return text;
}

void Content::read_states(record::StateTable& states) {
  for (std::size_t count = 0;; ++count) {
    std::string name = read_to('\n');
    name.pop_back();
    if (name.empty()) return;
    if (!is_state_name(name) || states.number(name) != count) {
      throw record::TraceError(fmt::format(
          "{}: the {}th name of a state is not a name, or is repeated; make the file again", in_.name(), count + 1));
    }
  }
}

}  // namespace trgen::formats::container
