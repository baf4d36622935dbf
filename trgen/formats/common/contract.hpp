// SPDX-License-Identifier: Apache-2.0
// The contract of a trace format: a struct `Format` in a folder and a namespace of its own, and one line in
// catalogue.hpp.
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "trgen/io/input.hpp"
#include "trgen/io/output.hpp"
#include "trgen/record/sink.hpp"
#include "trgen/record/source.hpp"

namespace trgen::formats {

struct ReadOptions {
  /// A rank number from here on is an error, unless a header announces so many ranks.
  std::uint32_t most_ranks = std::uint32_t{4} << 20;
  /// Calls of all ranks, beyond which a trace in loops that must be executed to be read is an error.
  std::uint64_t most_calls = std::uint64_t{1} << 32;
};

/// The largest number of ranks that a header may announce.
inline constexpr std::uint32_t most_announced_ranks = std::uint32_t{1} << 24;

// Contract
//  * sniff(head) tells whether content that begins with `head` (up to 4 KiB) is of this format. A format that is itself
//    compressed declares `static constexpr bool compressed_itself = true`: it is tried first, on the first 64 bytes of
//    the file as they are; its read() still gets the decompressed content.
//    A format that the content alone does not identify also has sniff_file(in), which may look at names and other
//    files; it is tried when no sniff() was sure.
//  * read() passes every record to the sink in the order of the file, each with a peer below the number of ranks and a
//    state of facts.states. It fills in header_ranks, ranks, records, notes, warnings and losses of `facts`; `records`
//    is kept up to date while it reads. Content that a Record cannot hold is counted by name in facts.losses. A format
//    of several files finds the others beside in.name() and sets facts.digest itself (Input::combined_digest). A format
//    that must read twice uses in.again(). read() throws TraceError for a faulty trace and lets DataError pass; its
//    memory is bounded by ranks (and by messages in flight, where a format needs matching).
//  * write() writes a whole trace, and counts in `losses` the facts that the format cannot carry. It never seeks.
template <class F>
concept ReadableFormat = requires(std::span<const char> head, io::Input& in, record::TraceFacts& facts,
                                  record::RecordSink& sink) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::doc } -> std::convertible_to<std::string_view>;
  { F::suffix } -> std::convertible_to<std::string_view>;
  { F::sniff(head) } -> std::same_as<bool>;
  { F::read(in, facts, sink, ReadOptions{}) } -> std::same_as<void>;
};

/// A format that is written to a single file.
template <class F>
concept WritableFormat = ReadableFormat<F> &&
    requires(const record::TraceSource& trace, io::Output& out, record::Losses& losses) {
  { F::write(trace, out, losses) } -> std::same_as<void>;
};

/// A format of several files. write_files() makes all of them, or throws TraceError and leaves none.
template <class F>
concept ManyFilesFormat = ReadableFormat<F> &&
    requires(const record::TraceSource& trace, const std::string& path, record::Losses& losses) {
  { F::write_files(trace, path, losses) } -> std::same_as<void>;
};

/// A format whose files can be read in any order, so that no spool is made. open() returns null where that is
/// impossible (a pipe).
template <class F>
concept DirectFormat = ReadableFormat<F> && requires(io::Input& in) {
  { F::open(in, ReadOptions{}) } -> std::same_as<std::shared_ptr<const record::TraceSource>>;
};

}  // namespace trgen::formats
