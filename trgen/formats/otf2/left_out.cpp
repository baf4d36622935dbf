// SPDX-License-Identifier: Apache-2.0
// In place of the reader and the writer in a build without the OTF2 library. Archives are still recognised, so that the
// message says what is missing.
#include "trgen/formats/otf2/format.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::otf2 {
namespace {

[[noreturn]] void refuse(const std::string& name) {
  throw record::TraceError(name +
                           ": this program was built without the OTF2 library; install libopen-trace-format2-dev, run "
                           "cmake again and build");
}

}  // namespace

void Format::read(io::Input& in, record::TraceFacts& /*facts*/, record::RecordSink& /*sink*/,
                  const ReadOptions& /*options*/) {
  refuse(in.name());
}

void Format::write_files(const record::TraceSource& /*trace*/, const std::string& path, record::Losses& /*losses*/) {
  refuse(path);
}

}  // namespace trgen::formats::otf2
