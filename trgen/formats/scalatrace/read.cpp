// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "trgen/formats/scalatrace/format.hpp"
#include "trgen/formats/scalatrace/script.hpp"
#include "trgen/formats/scalatrace/trace.hpp"

namespace trgen::formats::scalatrace {
namespace {

/// A line is enough to name any number of ranks, each of which takes about a kilobyte while it waits for others.
constexpr std::uint32_t most_ranks_of_all = std::uint32_t{1} << 20;

std::shared_ptr<const Trace> open_file(io::Input& in, const ReadOptions& options) {
  Script script = read_script(in, std::min(options.most_ranks, most_ranks_of_all));
  record::TraceFacts facts;
  facts.name = in.name();
  facts.format = Format::name;
  facts.compression = in.compression();
  facts.digest = in.digest();
  facts.file_bytes = in.file_bytes();
  facts.content_bytes = in.content_bytes();
  return std::make_shared<Trace>(std::move(script), std::move(facts), options.most_calls);
}

}  // namespace

bool Format::sniff(std::span<const char> head) {
  const std::string_view text(head.data(), head.size());
  return text.starts_with("RANKS: ") && text.find("\nEVENT") != std::string_view::npos;
}

void Format::read(io::Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  const auto trace = open_file(in, options);
  facts = trace->facts();
  facts.records = 0;
  const auto cursor = trace->open();
  record::Record record;
  for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
    for (; cursor->next(rank, record); ++facts.records) sink.add(rank, record);
  }
}

std::shared_ptr<const record::TraceSource> Format::open(io::Input& in, const ReadOptions& options) {
  return open_file(in, options);
}

}  // namespace trgen::formats::scalatrace
