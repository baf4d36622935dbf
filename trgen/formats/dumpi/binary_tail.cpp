// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/dumpi/binary_tail.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "trgen/formats/dumpi/limits.hpp"
#include "trgen/formats/dumpi/signatures.hpp"

namespace trgen::formats::dumpi {
namespace {

constexpr std::uint64_t head_magic = 0xffaadd44554d5049;
constexpr std::uint64_t foot_magic = 0xf007fee7;
constexpr std::size_t longest_tail = std::size_t{1} << 20;

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

class TailReader {
 public:
  TailReader(const io::Input& in, io::Problems& problems) : problems_(problems) {
    const auto again = in.again();
    std::vector<char> block(std::size_t{1} << 18);
    while (const std::size_t got = again->read(block)) {
      bytes_.append(block.data(), got);
      if (bytes_.size() > 2 * longest_tail) bytes_.erase(0, bytes_.size() - longest_tail);
    }
    end_ = again->content_bytes();
  }

  Tail read() {
    Tail tail;
    tail.file_size = end_;
    const std::map<std::string_view, std::uint64_t> index = find_index();
    tail.header = index.at("header");
    tail.body = index.at("body");
    if (tail.header < 18 || tail.body < 8 || tail.body > tail.header - 2) cut_short();
    tail.version = static_cast<unsigned>(number(tail.header, 3));
    if (index.contains("sizes") && index.at("sizes") != 0) sizes(index.at("sizes"), tail.facts);
    footer(index, tail.facts);
    return tail;
  }

 private:
  [[noreturn]] void cut_short() {
    problems_.stop(0, "the index at the end of this DUMPI file is missing or damaged; was the whole file copied?");
  }

  std::uint64_t number(std::uint64_t at, std::size_t size) {
    const std::uint64_t first = end_ - bytes_.size();
    if (at < first || at > end_ || size > end_ - at) cut_short();
    return big_endian(std::string_view(bytes_).substr(static_cast<std::size_t>(at - first), size));
  }

  /// Finds the index, which has grown at its front from version to version.
  std::map<std::string_view, std::uint64_t> find_index() {
    constexpr std::array<std::string_view, 7> entries{"sizes", "addresses", "counters", "header",
                                                      "body",  "footer",    "keys"};
    for (std::size_t skipped = 0; skipped < 4; ++skipped) {
      const std::size_t count = entries.size() - skipped;
      if (end_ < 8 * (count + 1) + 8 || number(end_ - 8 * (count + 1), 8) != head_magic) continue;
      std::map<std::string_view, std::uint64_t> index;
      for (std::size_t i = 0; i < count; ++i) index[entries[skipped + i]] = number(end_ - 8 * (count - i), 8);
      return index;
    }
    cut_short();
  }

  void sizes(std::uint64_t at, FileFacts& facts) {
    const std::uint64_t count = number(at, 4);
    if (count > most_types) cut_short();
    for (std::uint64_t i = 0; i < count; ++i) {
      facts.type_sizes.push_back(static_cast<std::uint32_t>(number(at + 4 + 4 * i, 4)));
    }
  }

  /// Reads how often each function was called, then how often each was not recorded.
  void footer(const std::map<std::string_view, std::uint64_t>& index, FileFacts& facts) {
    const std::uint64_t at = index.at("footer");
    std::uint64_t behind = end_;
    for (const auto& [name, place] : index) {
      if (place > at) behind = std::min(behind, place);
    }
    if (at == 0 || at + 8 > end_ || number(at, 8) != foot_magic) return;
    const std::uint64_t functions = (behind - at - 8) / 8;
    for (unsigned i = 0; i + 1 < functions && i < function_enter; ++i) {
      const std::uint64_t ignored = number(at + 8 + 4 * (functions + i), 4);
      if (ignored > 0 && !function_name(i).empty()) facts.ignored.emplace_back(std::string(function_name(i)), ignored);
    }
  }

  io::Problems& problems_;
  std::string bytes_;  ///< the last bytes of the file
  std::uint64_t end_ = 0;
};

}  // namespace

Tail read_tail(const io::Input& in, io::Problems& problems) { return TailReader(in, problems).read(); }

bool is_binary(std::span<const char> head) {
  return head.size() >= 8 && big_endian(std::string_view(head.data(), 8)) == head_magic;
}

}  // namespace trgen::formats::dumpi
