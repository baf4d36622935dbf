// SPDX-License-Identifier: Apache-2.0
// Writes FSIN's traces, rank after rank.
#include <fmt/compile.h>

#include <iterator>

#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/trc/format.hpp"

namespace trgen::formats::trc {
namespace {

using record::Kind;
using record::Record;

class Writer {
 public:
  Writer(const record::TraceSource& trace, io::Output& out)
      : last_(trace.ranks() - 1), shown_(shows_collectives(trace)), uncarried_(trace, {}), out_(&out) {}

  void begin(std::uint32_t /*rank*/) {
    bursts_ = {};
    written_ = false;
    uncarried_.begin();
  }

  void record(std::uint32_t rank, const Record& record) {
    const auto to = std::back_inserter(out_.text());
    uncarried_.add(record);
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) {
      fmt::format_to(to, FMT_COMPILE("c {} {}"), rank, burst);
      end_line();
    }
    if (record.kind == Kind::send) {
      fmt::format_to(to, FMT_COMPILE("s {} {} {} {}"), rank, record.peer, record.tag, record.bytes);
      end_line();
    } else if (record.kind == Kind::receive) {
      fmt::format_to(to, FMT_COMPILE("r {} {} {} {}"), record.peer, rank, record.tag, record.bytes);
      end_line();
    } else if (record.kind == Kind::state_start) {
      uncarried_.drop_state();
      if (record.collective && !shown_) uncarried_.drop_collective(record.state);
    }
  }

  void end(std::uint32_t rank) {
    if (rank == last_ && !written_) out_.line(fmt::format("c {} 0", rank));
  }

  void finish(record::Losses& losses) {
    out_.flush();
    uncarried_.report(losses);
  }

 private:
  void end_line() {
    out_.line();
    written_ = true;
  }

  std::uint32_t last_;
  bool shown_;
  Uncarried uncarried_;
  TextBlocks out_;
  Bursts bursts_;
  bool written_ = false;
};

}  // namespace

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& losses) {
  Writer writer(trace, out);
  walk(trace, writer);
  writer.finish(losses);
}

}  // namespace trgen::formats::trc
