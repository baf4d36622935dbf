// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/write_program.hpp"

#include <fmt/format.h>

#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/ti/format.hpp"
#include "trgen/io/compression.hpp"
#include "trgen/io/file_set.hpp"
#include "trgen/io/output.hpp"
#include "trgen/programs/ti/operation_lines.hpp"

namespace trgen::programs::ti {
namespace {

std::uint64_t write_rank(const Program& program, std::uint32_t rank, formats::TextBlocks& text) {
  std::uint64_t lines = 2;
  text.line(fmt::format("#clock ns\n#ranks {}", program.ranks()));
  if (program.seat(rank) != rank) text.line(fmt::format("#seat {} {}", rank, program.seat(rank)));
  if (program.stream_of(rank) != rank) text.line(fmt::format("#stream {} {}", rank, program.stream_of(rank)));
  text.line(fmt::format("{} init", rank));
  OperationLines form(program, rank);
  Operations operations;
  for (std::uint64_t step = 0; step < program.steps(rank); ++step) {
    operations.clear();
    program.step(rank, step, operations);
    if (!operations.failure().empty())
      throw record::TraceError(fmt::format("{}: {}", program.name(), operations.failure()));
    for (const Operation& each : operations) {
      if (!form.append(text.text(), each)) continue;
      text.line();
      ++lines;
    }
  }
  text.line(fmt::format("{} finalize", rank));
  text.flush();
  return lines;
}

}  // namespace

std::uint64_t write_program(const Program& program, const std::string& path) {
  using formats::ti::Format;
  if (path.find_first_of(" \t") != std::string::npos) {
    throw record::TraceError(
        fmt::format("{}: a list of files cannot hold names with blanks; choose another name", path));
  }
  io::FileSet files(path + "_files", "rank-",
                    std::string(Format::suffix) + std::string(io::compression_for(path).suffix));
  std::uint64_t lines = 0;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    io::Output out(files.next());
    formats::TextBlocks text(&out);
    lines += write_rank(program, rank, text);
    out.commit();
  }
  io::Output list(path);
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) list.write(std::string_view(files.name(rank) + "\n"));
  files.commit();
  list.commit();
  return lines;
}

}  // namespace trgen::programs::ti
