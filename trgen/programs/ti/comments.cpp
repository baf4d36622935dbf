// SPDX-License-Identifier: Apache-2.0
// Lines of a time-independent trace that begin with '#': the unit of its numbers, and its ranks.
#include <fmt/format.h>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/contract.hpp"
#include "trgen/io/lines.hpp"
#include "trgen/programs/ti/translator.hpp"
#include "trgen/programs/ti/translator_state.hpp"

namespace trgen::programs::ti {
namespace {

constexpr std::uint32_t most_incomplete = std::uint32_t{1} << 20;
constexpr std::size_t longest_why = 200;
constexpr std::uint64_t most_rate = 1'000'000'000'000'000'000;

}  // namespace

void Translator::comment(std::string_view text) {
  io::Fields fields(text);
  const std::string_view word = fields.next();
  if (word == "#comm") return communicator(fields.rest());
  if (word == "#seat") return other_rank("seat", fields.rest(), seats_);
  if (word == "#stream") return other_rank("stream", fields.rest(), stream_of_);
  if (word == "#incomplete") return incomplete(fields.rest());
  const std::string_view value = fields.next();
  if (word == "#clock" && (value == "ns" || record::is_clock(value))) clock_ = value;
  if (word == "#rate" && !settings_.rates) {
    const auto rate = fsin::parse_natural(value);
    if (!rate || *rate == 0 || *rate > most_rate) {
      problems_->add(number_, 1, fmt::format("no rate; it reads '#rate <amount per second>', 1 to {}", most_rate));
    } else {
      rates_ = Rates::by_rank({*rate});
      has_own_rate_ = true;
    }
  }
  if (word != "#ranks" || announced_) return;
  const auto ranks = fsin::parse_natural(value);
  if (ranks && *ranks > 0 && *ranks <= formats::most_announced_ranks) announced_ = static_cast<std::uint32_t>(*ranks);
}

/// `#comm <number> <ranks>`: the members of a communicator, such as 0-6:2,9.
void Translator::communicator(std::string_view text) {
  io::Fields fields(text);
  const auto number = fsin::parse_natural(fields.next());
  std::vector<std::uint32_t> members;
  const std::uint32_t most = announced_.value_or(settings_.most_ranks);
  if (!number || *number >= Communicators::most || !record::parse_ranks(fields.next(), most, members)) {
    problems_->add(number_, 1, "no communicator; it reads '#comm <number> <ranks>', e.g. #comm 3 0-6:2,9");
    return;
  }
  if (std::string why = communicators_.add(static_cast<std::uint32_t>(*number), members); !why.empty())
    problems_->add(number_, 1, why);
}

/// `#seat <rank> <seat>`: ranks with one seat run on one node. `#stream <rank> <of>`: a rank is a further stream of
/// another one. Both are lists by rank, in which a rank of which nothing is said has its own number.
void Translator::other_rank(std::string_view word, std::string_view text, std::vector<std::uint32_t>& list) {
  io::Fields fields(text);
  const auto rank = fsin::parse_natural(fields.next());
  const auto other = fsin::parse_natural(fields.next());
  const std::uint32_t most = announced_.value_or(settings_.most_ranks);
  if (!rank || !other || *rank >= most || *other >= most) {
    problems_->add(number_, 1,
                   fmt::format("no {0}; it reads '#{0} <rank> <{1}>', both below the number of ranks", word,
                               word == "seat" ? word : "of"));
    return;
  }
  for (std::size_t next = list.size(); next <= *rank; ++next) list.push_back(static_cast<std::uint32_t>(next));
  list[*rank] = static_cast<std::uint32_t>(*other);
}

/// `#incomplete <ranks> <why>`: ranks whose lines end before their program did.
void Translator::incomplete(std::string_view text) {
  io::Fields fields(text);
  std::vector<std::uint32_t> ranks;
  if (!record::parse_ranks(fields.next(), announced_.value_or(most_incomplete), ranks)) {
    problems_->add(number_, 1,
                   "the line reads '#incomplete <ranks> <why>', e.g. #incomplete 0-6:2,9 ended in MPI_Recv");
    return;
  }
  for (const std::uint32_t each : ranks)
    incomplete_.emplace(each, fsin::one_line(fields.rest().substr(0, longest_why)));
}

}  // namespace trgen::programs::ti
