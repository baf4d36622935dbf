// SPDX-License-Identifier: Apache-2.0
// A page has no files. Patterns, sizes and topologies that come from files stay in their catalogues; their libraries
// for compressed data, traces and graphs are not in the browser, and what would open a file says so.
#include <fmt/format.h>
#include <link.h>

#include <stdexcept>
#include <string>

#include "trgen/formats/open.hpp"
#include "trgen/io/input.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen {
namespace {

[[noreturn]] void refuse(const std::string& file) {
  throw record::TraceError(fmt::format("{}: a page reads no files; use fsin run", file));
}

}  // namespace

io::Input::Input(const fsin::InputPath& path) : raw_(path) { refuse(path.string()); }
io::Input::~Input() = default;
std::size_t io::Input::read(std::span<char> /*to*/) { refuse(name()); }

std::shared_ptr<const record::TraceSource> formats::open_trace(const fsin::InputPath& path,
                                                               const OpenOptions& /*options*/) {
  refuse(path.string());
}

}  // namespace trgen

namespace boost::detail::graph {

class mutate_graph;
bool read_graphviz_new(const std::string& text, mutate_graph* graph);
bool read_graphviz_new(const std::string& /*text*/, mutate_graph* /*graph*/) {
  throw std::runtime_error("a page reads no files");
}

}  // namespace boost::detail::graph

/// Of shared libraries, which tell programs where they are installed: there are none.
extern "C" int dl_iterate_phdr(int (*)(dl_phdr_info*, std::size_t, void*), void*) { return 0; }
