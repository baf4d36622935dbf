// SPDX-License-Identifier: Apache-2.0
#include "fsin/platform/read.hpp"

#include <fmt/format.h>

#include <sstream>
#include <system_error>

#include "fsin/core/digest.hpp"
#include "fsin/core/input_file.hpp"
#include "fsin/core/text.hpp"
#include "fsin/platform/zone_reader.hpp"

namespace fsin::platform {
namespace {

constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 30U;

/// False for a version of the format in which quantities have another meaning.
void check_version(const Element& root) {
  const std::string version = root.required("version");
  if (version.empty() || version == "4" || version == "4.1") return;
  root.error(
      fmt::format("version {} of the format is not read; convert the file by simgrid_update_xml, which makes it "
                  "4.1",
                  one_line(version)));
}

void read_root(const Element& root, Platform& platform, const Mark& source, Diagnostics& diagnostics) {
  check_version(root);
  ZoneReader zones(platform, diagnostics);
  unsigned outermost = 0;
  for (const Element& each : root.children()) {
    const std::string_view name = each.name();
    if (name == "zone" || name == "AS" || name == "cluster") {
      if (++outermost > 1) {
        each.error("a platform has one outermost zone; put this one and those before it into a <zone>");
      } else if (name == "cluster") {
        zones.read_cluster(each, none);
      } else {
        zones.read_zone(each, none, 0);
      }
    } else if (name == "config") {
      std::vector<std::string> settings;
      for (const Element& one : each.children()) settings.push_back(one_line(one.text("id")));
      each.warning(fmt::format("<config> is not read{}{}; write such values as keys of network.model and workload.mpi",
                               settings.empty() ? "" : ": ", fmt::join(settings, ", ")));
    } else if (name == "trace" || name == "trace_connect") {
      each.error("availability that changes with time is not modelled; remove it");
    } else if (name != "prop" && name != "argument" && name != "actor" && name != "process") {
      each.error(fmt::format("<{}> is not read here", one_line(name)));
    }
  }
  if (outermost == 0) root.error("the platform is empty; it needs a <zone> or a <cluster>");
  zones.tell_left_out(source);
}

}  // namespace

std::shared_ptr<const PlatformFile> read_text(const std::string& text, const Mark& source, Diagnostics& diagnostics) {
  const std::size_t errors = diagnostics.error_count();
  const Places places(text, source);
  pugi::xml_document document;
  const pugi::xml_parse_result parsed =
      document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    diagnostics.input_error(places.at(parsed.offset), fmt::format("not XML: {}", parsed.description()));
    return nullptr;
  }
  const pugi::xml_node root = document.document_element();
  if (std::string_view(root.name()) != "platform") {
    diagnostics.input_error(source, fmt::format("the file begins with <{}>; a platform of SimGrid begins with "
                                                "<platform version=\"4.1\">",
                                                one_line(root.name())));
    return nullptr;
  }
  auto file = std::make_shared<PlatformFile>();
  read_root(Element(root, places, diagnostics), file->platform, source, diagnostics);
  if (diagnostics.error_count() == errors && file->platform.hosts().empty())
    diagnostics.input_error(source, "the platform has no host");
  if (diagnostics.error_count() > errors) return nullptr;
  file->digest = digest_of(text);
  return file;
}

std::shared_ptr<const PlatformFile> read_file(const InputPath& file, const Mark& named_at, Diagnostics& diagnostics) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  InputStream in(file);
  if (error || !in) {
    diagnostics.input_error(named_at, fmt::format("{} cannot be read{}", one_line(file.string()),
                                                  error ? fmt::format(": {}", error.message()) : ""));
    return nullptr;
  }
  if (size > most_bytes) {
    diagnostics.input_error(named_at,
                            fmt::format("{} is longer than 1 GiB, which no platform file is", one_line(file.string())));
    return nullptr;
  }
  std::ostringstream text;
  text << in.rdbuf();
  return read_text(text.str(), Mark(file.string()), diagnostics);
}

}  // namespace fsin::platform
