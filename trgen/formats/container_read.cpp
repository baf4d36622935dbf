// SPDX-License-Identifier: Apache-2.0
// Opens a container through its index, or reads it from its first byte to its last as text.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "fsin/core/text.hpp"
#include "trgen/formats/container.hpp"
#include "trgen/formats/container_trace.hpp"
#include "trgen/formats/digest.hpp"
#include "trgen/formats/problems.hpp"
#include "trgen/formats/text.hpp"

namespace trgen::formats {
namespace {

constexpr std::size_t greeting_at = 8;

std::string_view greeting(std::span<const char> head) {
  const std::string_view text(head.data(), head.size());
  return text.substr(std::min(greeting_at, text.size()));
}

/// The number of records that the first frame announces.
std::optional<std::uint64_t> announced_records(std::span<const char> head) {
  constexpr std::string_view key = "records=";
  std::string_view text = greeting(head);
  text = text.substr(0, text.find('\n'));
  const auto at = text.find(key);
  return at == std::string_view::npos ? std::nullopt : fsin::parse_natural(text.substr(at + key.size()));
}

void warn_of_time(const ContainerIndex& index, record::TraceFacts& facts) {
  for (const auto& each : index.backwards_places) {
    facts.warnings.push_back(fmt::format("{}:{}: time of rank {} goes backwards, from {} to {} ns", facts.name,
                                         each.line, each.rank, each.from_ns, each.to_ns));
  }
  if (index.backwards > most_warnings) {
    facts.warnings.push_back(fmt::format("{}: time goes backwards {} times in all", facts.name, index.backwards));
  }
}

/// The header frames, which must announce as many ranks as the index has.
bool read_header(const RandomFile& file, const ContainerIndex& index, record::TraceFacts& facts) {
  std::string packed(index.header_bytes, '\0');
  if (!file.read(index.header_offset, packed).empty()) return false;
  try {
    Input in(facts.name, packed);
    read_text_header(in, facts);
  } catch (const DataError&) {
    return false;
  } catch (const record::TraceError&) {
    return false;  // read as text, its lines tell what is wrong
  }
  return facts.header_ranks == index.ranks();
}

}  // namespace

bool ContainerFormat::sniff(std::span<const char> head) {
  return starts_with(head, "\x54\x2A\x4D\x18") && greeting(head).starts_with(container_greeting);
}

void ContainerFormat::read(Input& in, record::TraceFacts& facts, record::RecordSink& sink, const ReadOptions& options) {
  TextFormat::read(in, facts, sink, options);
  if (const auto announced = announced_records(in.raw_head()); announced && *announced != facts.records) {
    throw record::TraceError(
        fmt::format("{}: holds {} records where its first bytes announce {}; copy or make the "
                    "file again",
                    in.name(), facts.records, *announced));
  }
  std::string why;
  const auto file = RandomFile::behind(in);
  if (file && !read_index(*file, why)) {
    facts.warnings.push_back(
        fmt::format("{}: {}; it was read from its first byte to its last instead", in.name(), why));
  }
}

std::shared_ptr<const record::TraceSource> ContainerFormat::open(Input& in, const ReadOptions& /*options*/) {
  const auto file = RandomFile::behind(in);
  if (!file) return nullptr;
  std::string why;
  auto index = read_index(*file, why);
  if (!index) return nullptr;  // read() tells why
  record::TraceFacts facts;
  facts.name = in.name();
  facts.digest = Digest::text(index->digest);
  if (!read_header(*file, *index, facts)) return nullptr;
  warn_of_time(*index, facts);
  return std::make_shared<ContainerTrace>(file, std::make_shared<const ContainerIndex>(std::move(*index)),
                                          std::move(facts));
}

}  // namespace trgen::formats
