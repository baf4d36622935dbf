// SPDX-License-Identifier: Apache-2.0
// Lines of a time-independent trace that begin with '#'.
#include <fmt/format.h>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/formats/ti/reader.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::ti {
namespace {

constexpr std::uint32_t most_members = std::uint64_t{1} << 24;
constexpr std::uint32_t most_incomplete = std::uint32_t{1} << 20;
constexpr std::size_t longest_why = 200;

}  // namespace

void Reader::comment(std::string_view text) {
  io::Fields fields(text);
  const std::string_view word = fields.next();
  if (word == "#comm") return communicator(fields.rest());
  if (word == "#incomplete") return incomplete(fields.rest());
  const std::string_view value = fields.next();
  if (word == "#clock") {
    if (record::is_clock(value)) facts_.notes.clock = value;
    if (value == "ns") facts_.notes.clock.clear();
  } else if (word == "#ranks" && !facts_.header_ranks && facts_.records == 0) {
    const auto ranks = fsin::parse_natural(value);
    if (ranks && *ranks > 0 && *ranks <= most_announced_ranks) announce(static_cast<std::uint32_t>(*ranks));
  }
}

/// `<number> <ranks>`: a communicator, and its members, such as 0-6:2,9.
void Reader::communicator(std::string_view text) {
  io::Fields fields(text);
  const auto number = fsin::parse_natural(fields.next());
  std::vector<std::uint32_t> members;
  if (!number || *number >= Groups::most || !record::parse_ranks(fields.next(), most_members, members)) {
    problems_->add(line_, "no communicator; it reads '#comm <number> <ranks>', e.g. #comm 3 0-6:2,9");
    return;
  }
  if (!steps_.exists(*std::max_element(members.begin(), members.end()), "rank", place())) return;
  if (groups_.all_members() + members.size() > most_members)
    problems_->stop(line_, fmt::format("the communicators have more than {} members in all", most_members));
  if (const std::string why = groups_.add(static_cast<std::uint32_t>(*number), members); !why.empty())
    problems_->add(line_, why);
}

/// `<ranks> <why>`: ranks whose lines end before their program did.
void Reader::incomplete(std::string_view text) {
  io::Fields fields(text);
  std::vector<std::uint32_t> ranks;
  if (!record::parse_ranks(fields.next(), most_incomplete, ranks)) {
    problems_->add(line_, "the line reads '#incomplete <ranks> <why>', e.g. #incomplete 0-6:2,9 ended in MPI_Recv");
    return;
  }
  if (!steps_.exists(*std::max_element(ranks.begin(), ranks.end()), "rank", place())) return;
  const std::string why = fsin::one_line(fields.rest().substr(0, longest_why));
  for (const std::uint32_t each : ranks) incomplete_.emplace(each, why.empty() ? "the trace does not say why" : why);
}

}  // namespace trgen::formats::ti
