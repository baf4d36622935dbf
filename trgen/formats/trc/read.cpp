// SPDX-License-Identifier: Apache-2.0
// Reads FSIN's traces. Memory: one block, and the clock of each rank.
#include <fmt/format.h>

#include "fsin/core/text.hpp"
#include "trgen/formats/common/steps.hpp"
#include "trgen/formats/common/values.hpp"
#include "trgen/formats/trc/format.hpp"
#include "trgen/io/lines.hpp"

namespace trgen::formats::trc {
namespace {

using record::Kind;
using record::Record;

constexpr std::string_view forms = "an event reads 's|r <from> <to> <tag> <bytes>' or 'c <node> <ns>'";

class Reader {
 public:
  Reader(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options)
      : in_(in), problems_(in.name()), lines_(in, problems_), steps_(facts, sink, options.most_ranks) {}

  void run() {
    for (std::string_view line; lines_.next(line);) {
      io::Fields fields(line);
      if (fields.done() || fields.rest().starts_with('#')) continue;
      event(fields);
    }
    steps_.finish(problems_, in_.content_bytes());
  }

 private:
  void event(io::Fields& fields) {
    const std::string_view kind = fields.next();
    if (kind == "c") {
      burst(fields);
    } else if (kind == "s" || kind == "r") {
      message(fields, kind == "s" ? Kind::send : Kind::receive);
    } else {
      fault(fmt::format("unknown event {}", fsin::in_quotes(kind)));
    }
  }

  void burst(io::Fields& fields) {
    const auto node = parse_rank(fields.next());
    const auto time = fsin::parse_natural(fields.next());
    if (!node || !time || !fields.done()) return fault("not a burst");
    if (steps_.exists(*node, "node", place())) steps_.compute(*node, *time, place());
  }

  void message(io::Fields& fields, Kind kind) {
    const auto from = parse_rank(fields.next());
    const auto to = parse_rank(fields.next());
    const auto tag = parse_tag(fields.next());
    const auto bytes = parse_bytes(fields.next());
    if (!from || !to || !tag || !bytes || !fields.done()) return fault("not a message");
    if (!steps_.exists(*from, "source", place()) || !steps_.exists(*to, "destination", place())) return;
    const bool sends = kind == Kind::send;
    const Record record{
        .kind = kind, .peer = sends ? *to : *from, .tag = *tag, .bytes = *bytes, .line = lines_.number()};
    steps_.call(sends ? *from : *to, sends ? "MPI_Send" : "MPI_Recv", record);
  }

  void fault(std::string_view what) {
    problems_.add(lines_.number(),
                  fmt::format("{}; {}{}", what, forms, lines_.unfinished() ? "; the file seems to be cut short" : ""));
  }
  Place place() { return {problems_, lines_.number()}; }

  io::Input& in_;
  io::Problems problems_;
  io::Lines lines_;
  Steps steps_;
};

}  // namespace

bool Format::sniff(std::span<const char> head) {
  io::Fields fields(io::first_line({head.data(), head.size()}));
  const std::string_view kind = fields.next();
  return (kind == "s" || kind == "r" || kind == "c") && fsin::parse_natural(fields.next());
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  Reader(in, facts, sink, options).run();
}

}  // namespace trgen::formats::trc
