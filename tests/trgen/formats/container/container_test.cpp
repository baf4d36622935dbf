// SPDX-License-Identifier: Apache-2.0
// The container: equal to its text in every way, whether it is opened by its index, read through, or damaged.
#include <doctest/doctest.h>
#include <zstd.h>

#include <string>
#include <thread>

#include "tests/trgen/trace_tools.hpp"
#include "trgen/formats/container/trace.hpp"

namespace container_test {

using namespace trgen;

namespace {

const std::string text = test::random_text(4, 4000);

std::string contained(const std::string& content) { return test::written_as(*test::read_text(content), "t.trgen"); }

bool is_direct(const record::TraceSource& trace) {
  return dynamic_cast<const formats::container::Trace*>(&trace) != nullptr;
}

/// All records, ranks in turns of one record each.
std::string walk(const record::TraceSource& trace, record::TraceCursor& cursor) {
  std::string all;
  record::Record each;
  for (bool more = true; more;) {
    more = false;
    for (std::uint32_t rank = 0; rank < trace.ranks(); ++rank) {
      if (!cursor.next(rank, each)) continue;
      more = true;
      all += fmt::format("{} {} {}\n", rank, each.line, record::describe(each, trace.state_names()));
    }
  }
  return all + cursor.failure();
}

std::string decompressed(const std::string& bytes) {
  io::Input in("t", bytes);
  std::string all(std::size_t{1} << 24, '\0');
  std::size_t size = 0;
  for (std::size_t got = 1; got > 0; size += got) got = in.read(std::span<char>(all).subspan(size));
  all.resize(size);
  return all;
}

}  // namespace

TEST_CASE("a container equals its text: records, lines, states, digest, notes and warnings") {
  const std::string full =
      "#insee-trace 1\n#ranks 5\n#clock cpu\n#communicator 3 1-3\n#incomplete 4 killed\n#not-captured MPI_Put 2 9\n"
      "#a comment\n" +
      text.substr(text.find("\n0 ") + 1);
  const auto plain = test::read_text(full);
  const auto trace = test::read_text(contained(full));
  REQUIRE(is_direct(*trace));
  CHECK(trace->ranks() == 5);
  CHECK(trace->records() == plain->records());
  CHECK(trace->records(2) == plain->records(2));
  CHECK(trace->state_names() == plain->state_names());
  CHECK(trace->notes() == plain->notes());
  CHECK(trace->digest() == plain->digest());
  CHECK(trace->warnings() == plain->warnings());
  CHECK(test::all_records(*trace) == test::all_records(*plain));
  CHECK(test::as_text(*trace) == full);
}

TEST_CASE("what zstd makes of a container begins with the header lines and the names of the states") {
  const std::string content = decompressed(contained(text));
  const std::string header = text.substr(0, text.find("\n0 ") + 1);
  REQUIRE(content.starts_with(header + '\0'));
  std::string names;
  const auto plain = test::read_text(text);
  for (const std::string& each : plain->state_names()) names += each + '\n';
  CHECK(content.substr(header.size() + 1).starts_with(names + '\n'));
}

TEST_CASE("a container of another version is told as such") {
  std::string bytes = contained(text);
  bytes[bytes.find("-container 2") + 11] = '1';
  bytes.back() = 'y';
  CHECK(test::fault_of(bytes) ==
        "t.txt: is a container of another version than 2; write it again with 'trgen convert'");
}

TEST_CASE("read through, a container gives what its index says: records, lines, digest, notes, warnings") {
  std::string full =
      "#insee-trace 1\n#ranks 6\n#clock cpu\n#communicator 3 1-3\n#a comment\n" + text.substr(text.find("\n0 ") + 1);
  for (int i = 0; i < 8; ++i) full += fmt::format("5 {} SS MPI_Init\n", 100 - i);
  const auto plain = test::read_text(full);
  std::string bytes = contained(full);
  bytes.back() = 'y';
  const auto through = test::read_text(bytes);
  REQUIRE(!is_direct(*through));
  CHECK(test::all_records(*through) == test::all_records(*plain));
  CHECK(through->digest() == plain->digest());
  CHECK(through->notes() == plain->notes());
  auto warnings = through->warnings();
  REQUIRE(warnings.size() == 7);
  warnings.pop_back();
  CHECK(warnings == plain->warnings());
}

TEST_CASE("warnings about time are those of the text") {
  std::string backwards = "#insee-trace 1\n#ranks 1\n";
  for (int i = 0; i < 8; ++i) backwards += fmt::format("0 {} SS MPI_Init\n", 100 - i);
  CHECK(test::read_text(contained(backwards))->warnings().size() == 6);
  CHECK(test::read_text(contained(backwards))->warnings() == test::read_text(backwards)->warnings());
}

TEST_CASE("ranks are walked side by side, also in a cache that is too small for them") {
  const auto trace = test::read_text(contained(test::random_text(7, 70000)));
  const auto* const direct = dynamic_cast<const formats::container::Trace*>(trace.get());
  REQUIRE(direct != nullptr);
  const std::string whole = walk(*trace, *direct->open());
  CHECK(whole.size() > 1000000);
  for (const std::uint64_t cache : {1U << 30, 100000U, 0U}) {
    CAPTURE(cache);
    CHECK(walk(*trace, *direct->open(cache)) == whole);
  }
}

TEST_CASE("threads read one container at once") {
  const auto trace = test::read_text(contained(text));
  const std::string whole = walk(*trace, *trace->open());
  std::string left;
  std::string right;
  std::thread one([&] { left = walk(*trace, *trace->open()); });
  std::thread two([&] { right = walk(*trace, *trace->open()); });
  one.join();
  two.join();
  CHECK(left == whole);
  CHECK(right == whole);
}

TEST_CASE("frames get smaller with the number of ranks, within limits") {
  CHECK(formats::container::content_of_a_frame(1) == 32768);
  CHECK(formats::container::content_of_a_frame(512) == 32768);
  CHECK(formats::container::content_of_a_frame(4096) == 4096);
  CHECK(formats::container::content_of_a_frame(1U << 24) == 1024);
}

TEST_CASE("a container without its index is read through, with a warning") {
  std::string bytes = contained(text);
  const auto whole = test::all_records(*test::read_text(bytes));
  bytes[bytes.size() - 30] = static_cast<char>(bytes[bytes.size() - 30] ^ 1);
  const auto damaged = test::read_text(bytes);
  CHECK(!is_direct(*damaged));
  CHECK(damaged->warnings() == std::vector<std::string>{"t.txt: the index is damaged; it was read from its first byte "
                                                        "to its last instead"});
  CHECK(test::all_records(*damaged) == whole);
  bytes[bytes.size() - 1] = 'y';
  CHECK(test::read_text(bytes)->warnings().at(0) ==
        "t.txt: the file does not end with its index; it was read from its first byte to its last instead");
}

TEST_CASE("a container cut short anywhere is an error, also where a frame ends") {
  const std::string bytes = contained("#insee-trace 1\n#ranks 3\n0 1 SS MPI_A\n1 2 SS MPI_A\n2 3 SS MPI_A\n");
  std::size_t at_frames = 0;
  for (std::size_t size = 60; size < bytes.size(); ++size) {
    CAPTURE(size);
    const std::string said = test::fault_of(bytes.substr(0, size));
    const bool whole_text = size >= bytes.rfind("\x54\x2A\x4D\x18");
    if (whole_text) continue;
    CHECK(!said.empty());
    if (said.find("announce 3") != std::string::npos) ++at_frames;
  }
  CHECK(at_frames == 3);
}

TEST_CASE("a damaged frame is told with its rank and place when it is reached") {
  std::string bytes = contained(text);
  const auto trace = test::read_text(bytes);
  const std::size_t middle = bytes.size() / 2;
  bytes[middle] = static_cast<char>(bytes[middle] ^ 0x10);
  const auto damaged = test::read_text(bytes);
  REQUIRE(is_direct(*damaged));
  const auto cursor = damaged->open();
  const std::string said = walk(*damaged, *cursor);
  CAPTURE(cursor->failure());
  CHECK(cursor->failure().starts_with("rank "));
  CHECK(cursor->failure().find("corrupt zstd data (") != std::string::npos);
  CHECK(cursor->failure().ends_with(" of the file); copy or make the file again"));
  record::Record record;
  CHECK(!cursor->next(0, record));
}

TEST_CASE("an index that does not fit its frames is told by the cursor") {
  const std::string bytes = contained(text);
  std::string why;
  const io::RandomFile file{std::span<const char>(bytes)};
  auto index = formats::container::read_index(file, why);
  REQUIRE(index);
  const std::string body = bytes.substr(0, index->offsets.back());
  const auto said = [&](const formats::container::Index& wrong) {
    const auto trace = test::read_text(body + formats::container::encode(wrong, body.size()));
    REQUIRE(is_direct(*trace));
    const auto cursor = trace->open();
    walk(*trace, *cursor);
    return cursor->failure();
  };
  CHECK(said(*index).empty());
  auto wrong = *index;
  ++wrong.firsts[1];
  CHECK(said(wrong).starts_with("rank "));
  wrong = *index;
  ++wrong.offsets[2];
  CHECK(said(wrong).find("is not a frame of records") != std::string::npos);
  wrong = *index;
  std::swap(wrong.offsets[1], wrong.offsets[2]);
  const std::string swapped = body + formats::container::encode(wrong, body.size());
  CHECK(!is_direct(*test::read_text(swapped)));
  wrong = *index;
  wrong.longest_content = 100;
  CHECK(said(wrong).find("is not a frame of records") != std::string::npos);
  wrong = *index;
  ++wrong.header_lines;
  CHECK(!is_direct(*test::read_text(body + formats::container::encode(wrong, body.size()))));
}

TEST_CASE("a container is not compressed twice") {
  const test::Folder folder;
  CHECK_THROWS_WITH_AS(
      formats::write_trace(*test::read_text(text), folder / "t.trgen.gz"),
      (folder / "t.trgen.gz: a container is compressed already and must stay as it is; name it " + (folder / "t.trgen"))
          .c_str(),
      record::TraceError);
}

TEST_CASE("whatever an index and frames say, a cursor ends: with all records or with a failure") {
  std::uint64_t state = 7;
  const auto draw = [&](std::uint64_t limit) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (state >> 33) % limit;
  };
  std::string why;
  const std::string bytes = contained(test::random_text(3, 300));
  const auto sound = formats::container::read_index(io::RandomFile{std::span<const char>(bytes)}, why);
  REQUIRE(sound);
  int failed = 0;
  int direct = 0;
  for (int round = 0; round < 2000; ++round) {
    auto index = *sound;
    // Frames with any content, well compressed.
    std::string body = bytes.substr(0, index.offsets[0]);
    index.longest_frame = 0;
    for (std::uint32_t rank = 0; rank < 3; ++rank) {
      std::string content(sound->longest_content, '\0');
      content.resize(::ZSTD_decompress(content.data(), content.size(), &bytes[sound->offsets[rank]],
                                       sound->offsets[rank + 1] - sound->offsets[rank]));
      if (draw(3) == 0) content[draw(content.size())] = static_cast<char>(draw(256));
      if (draw(9) == 0) content.resize(draw(content.size()));
      std::string frame(::ZSTD_compressBound(content.size()), '\0');
      frame.resize(::ZSTD_compress(frame.data(), frame.size(), content.data(), content.size(), 1));
      index.longest_frame = std::max<std::uint64_t>(index.longest_frame, frame.size());
      body += frame;
      index.offsets[rank + 1] = body.size();
    }
    if (draw(4) == 0) index.longest_frame = draw(2 * index.longest_frame);
    if (draw(4) == 0) index.longest_content = draw(2 * index.longest_content);
    if (draw(4) == 0) index.firsts[1 + draw(3)] += draw(3) - 1;
    if (draw(8) == 0) index.offsets[1 + draw(2)] += draw(40) - 20;
    if (draw(8) == 0) index.header_bytes += draw(3) - 1;
    if (draw(8) == 0) index.header_lines = draw(1U << 31);
    const std::string file = body + formats::container::encode(index, body.size());
    test::Source trace;
    try {
      trace = test::read_text(file);
    } catch (const record::TraceError& error) {
      CHECK(std::string(error.what()).starts_with("t.txt"));
      continue;
    }
    if (!is_direct(*trace)) continue;
    ++direct;
    const auto cursor = dynamic_cast<const formats::container::Trace&>(*trace).open(draw(2) * 100000);
    record::Record record;
    std::uint64_t count = 0;
    for (std::uint32_t rank = 0; rank < trace->ranks(); ++rank) {
      while (cursor->next(rank, record)) ++count;
    }
    CHECK(!(cursor->failure().empty() && count != trace->records()));
    failed += cursor->failure().empty() ? 0 : 1;
  }
  CHECK(direct > 1000);
  CHECK(failed > 500);
}

}  // namespace container_test
