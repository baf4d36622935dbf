// SPDX-License-Identifier: Apache-2.0
// Reads GOAL schedules, one rank after the other.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/steps.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/goal/emit.hpp"
#include "trgen/formats/goal/format.hpp"
#include "trgen/formats/goal/graph.hpp"
#include "trgen/formats/goal/ranks.hpp"
#include "trgen/formats/goal/tokens.hpp"

namespace trgen::formats::goal {
namespace {

constexpr std::string_view forms =
    "'send <n>b to <rank> [tag t]', 'recv <n>b from <rank> [tag t]', 'calc <ns>' or '<label> requires <label>'";

class Reader {
 public:
  Reader(io::Input& in, Steps& steps, io::Problems& problems, const TakeRank& take)
      : problems_(problems), words_(in, problems), steps_(steps), take_(take) {}

  void run();

 private:
  void header();
  void block();
  void statement();
  void operation(const std::string& label, const std::string& word, std::uint64_t line);
  bool amount(Statement& made);
  bool peer(Statement& made);
  bool options(Statement& made);
  [[noreturn]] void fail(std::uint64_t line, std::string_view what);

  bool place(std::string_view option, const std::string& text, Statement& made);

  io::Problems& problems_;
  Tokens words_;
  Steps& steps_;
  const TakeRank& take_;
  bool goes_on_ = true;
  Graph graph_;
  std::vector<bool> seen_;
};

void Reader::run() {
  header();
  while (goes_on_ && !words_.peek().empty()) block();
}

void Reader::fail(std::uint64_t line, std::string_view what) {
  problems_.stop(line, fmt::format("{}{}", what, words_.peek().empty() ? "; the file seems to be cut short" : ""));
}

void Reader::header() {
  const std::uint64_t line = words_.line();
  if (!words_.take_if("num_ranks")) fail(line, "a schedule begins with 'num_ranks <n>'");
  const auto ranks = fsin::parse_natural(words_.take());
  if (!ranks || *ranks == 0 || *ranks > most_announced_ranks) {
    problems_.stop(line, fmt::format("the number of ranks must be a whole number from 1 to {}", most_announced_ranks));
  }
  steps_.announce(static_cast<std::uint32_t>(*ranks));
}

void Reader::block() {
  const std::uint64_t line = words_.line();
  if (!words_.take_if("rank")) {
    fail(line, fmt::format("{} is found where 'rank <n> {{' is expected", fsin::in_quotes(words_.peek())));
  }
  const auto rank = parse_rank(words_.take());
  if (!rank || !words_.take_if("{")) fail(line, "a rank begins with 'rank <n> {'");
  if (!steps_.exists(*rank, "rank", {problems_, line})) problems_.throw_if_any();
  if (*rank >= seen_.size()) seen_.resize(std::size_t{*rank} + 1);
  if (seen_[*rank]) fail(line, fmt::format("rank {} has two blocks; keep one of them", *rank));
  seen_[*rank] = true;
  graph_ = {};
  while (!words_.take_if("}")) statement();
  goes_on_ = take_(*rank, graph_);
}

void Reader::statement() {
  const std::uint64_t line = words_.line();
  if (words_.peek().empty()) fail(line, "the block of the rank does not end");
  if (graph_.size() == Graph::most_statements) {
    fail(line, fmt::format("the rank has more than {} statements, the most that are read", Graph::most_statements));
  }
  std::string word = words_.take();
  if (words_.take_if(":")) {
    const std::string kind = words_.take();
    return operation(word, kind, line);
  }
  const bool start = words_.peek() == "irequires";
  if (start || words_.peek() == "requires") {
    words_.take();
    const std::string before = words_.take();
    if (before.empty()) fail(line, "a label is missing");
    return graph_.require(std::move(word), before, start, line);
  }
  operation({}, word, line);
}

void Reader::operation(const std::string& label, const std::string& word, std::uint64_t line) {
  Statement made;
  made.line = line;
  if (word == "send") {
    made.kind = Statement::Kind::send;
  } else if (word == "recv") {
    made.kind = Statement::Kind::recv;
  } else if (word != "calc") {
    fail(line, fmt::format("{} is not a statement; a statement reads {}", fsin::in_quotes(word), forms));
  }
  if (!amount(made) || !peer(made) || !options(made)) {
    fail(line, fmt::format("faulty {}; a statement reads {}", word, forms));
  }
  if (!graph_.add(label, made))
    fail(line, fmt::format("the label {} is used twice in this rank", fsin::in_quotes(label)));
}

bool Reader::amount(Statement& made) {
  std::string text = words_.take();
  if (made.kind != Statement::Kind::calc) {
    if (!text.ends_with('b')) return false;
    text.pop_back();
  }
  const auto value = made.kind == Statement::Kind::calc ? fsin::parse_natural(text) : parse_bytes(text);
  made.amount = value.value_or(0);
  return value.has_value();
}

bool Reader::peer(Statement& made) {
  if (made.kind == Statement::Kind::calc) return true;
  const bool sends = made.kind == Statement::Kind::send;
  if (!words_.take_if(sends ? "to" : "from")) return false;
  const std::string text = words_.take();
  made.any_source = !sends && (text == "-1" || text == "4294967295");
  if (made.any_source) return true;
  const auto rank = parse_rank(text);
  made.peer = rank.value_or(0);
  return rank && steps_.exists(*rank, sends ? "destination" : "source", {problems_, made.line});
}

bool Reader::options(Statement& made) {
  while (true) {
    const bool tag = words_.peek() == "tag";
    if (!tag && words_.peek() != "cpu" && words_.peek() != "nic") return true;
    const std::string option = words_.take();
    const std::string text = words_.take();
    if (!tag) {
      if (!place(option, text, made)) return false;
      continue;
    }
    const auto value = fsin::parse_integer(text);
    if (!value || *value < -1 || *value > 0xffffffffLL) return false;
    const auto bits = static_cast<std::uint32_t>(*value);
    if (bits == 0xffffffffU && made.kind == Statement::Kind::recv) made.any_tag = true;
    made.tag = static_cast<std::int32_t>(bits);
  }
}

/// A cpu or nic, which the binary form keeps in a byte.
bool Reader::place(std::string_view option, const std::string& text, Statement& made) {
  constexpr std::uint64_t most = 255;
  const auto value = fsin::parse_natural(text);
  if (!value || *value > most) {
    problems_.add(made.line, fmt::format("{} {} is not a number from 0 to {}", option, fsin::in_quotes(text), most));
    return false;
  }
  (option == "cpu" ? made.cpu : made.nic) = static_cast<std::uint8_t>(*value);
  return true;
}

}  // namespace

bool Format::sniff(std::span<const char> head) {
  std::string_view text(head.data(), head.size());
  // Comments may precede the first word.
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string_view end = text.starts_with("//") ? "\n" : text.starts_with("/*") ? "*/" : "";
    if (end.empty()) return text.starts_with("num_ranks");
    const std::size_t at = text.find(end);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + end.size());
  }
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  emit_ranks(in, facts, sink, options, read_ranks);
}

void read_ranks(io::Input& in, Steps& steps, io::Problems& problems, const TakeRank& take) {
  Reader(in, steps, problems, take).run();
}

}  // namespace trgen::formats::goal
