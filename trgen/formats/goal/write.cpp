// SPDX-License-Identifier: Apache-2.0
// Writes GOAL schedules: a chain for each rank.
#include <fmt/compile.h>

#include <iterator>

#include "trgen/formats/common/uncarried.hpp"
#include "trgen/formats/common/walk.hpp"
#include "trgen/formats/goal/format.hpp"

namespace trgen::formats::goal {
namespace {

using record::Kind;
using record::Record;

class Writer {
 public:
  Writer(const record::TraceSource& trace, io::Output& out)
      : shown_(shows_collectives(trace)), uncarried_(trace, {}), out_(&out) {
    out_.line(fmt::format("num_ranks {}", trace.ranks()));
  }

  void begin(std::uint32_t rank) {
    bursts_ = {};
    uncarried_.begin();
    number_ = 0;
    out_.line(fmt::format("\nrank {} {{", rank));
  }

  void record(std::uint32_t /*rank*/, const Record& record) {
    uncarried_.add(record);
    const auto to = std::back_inserter(out_.text());
    if (const std::uint64_t burst = bursts_.before(record); burst > 0) {
      fmt::format_to(to, FMT_COMPILE("l{}: calc {}"), ++number_, burst);
      link(false);
    }
    if (record::is_message(record.kind)) {
      const bool sends = record.kind == Kind::send;
      if (record.tag < 0) ++negative_tags_;
      fmt::format_to(to, FMT_COMPILE("l{}: {} {}b {} {} tag {}"), ++number_, sends ? "send" : "recv", record.bytes,
                     sends ? "to" : "from", record.peer, static_cast<std::uint32_t>(record.tag) & tag_bits);
      link(sends);
    } else if (record.kind == Kind::state_start) {
      uncarried_.drop_state();
      if (record.collective && !shown_) uncarried_.drop_collective(record.state);
    }
  }

  void end(std::uint32_t /*rank*/) { out_.line("}"); }

  void finish(record::Losses& losses) {
    out_.flush();
    uncarried_.report(losses);
    losses.add("negative tags, written without their sign", negative_tags_);
  }

 private:
  /// Ends the statement and makes it require the one before it. After a send, it only requires the start.
  void link(bool sends) {
    out_.line();
    if (number_ > 1) {
      fmt::format_to(std::back_inserter(out_.text()), FMT_COMPILE("l{} {} l{}"), number_,
                     last_sends_ ? "irequires" : "requires", number_ - 1);
      out_.line();
    }
    last_sends_ = sends;
  }

  bool shown_;
  Uncarried uncarried_;
  TextBlocks out_;
  Bursts bursts_;
  std::uint64_t number_ = 0;
  bool last_sends_ = false;
  std::uint64_t negative_tags_ = 0;
};

}  // namespace

void Format::write(const record::TraceSource& trace, io::Output& out, record::Losses& losses) {
  Writer writer(trace, out);
  walk(trace, writer);
  writer.finish(losses);
}

}  // namespace trgen::formats::goal
