// SPDX-License-Identifier: Apache-2.0
#include "fsin/study/provenance.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <ctime>
#include <thread>

#include "fsin/core/build_identity.hpp"
#include "fsin/core/version.hpp"

namespace fsin::study {

std::string time_now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

result::RunOrigin origin_of(const run::Prepared& prepared, std::string_view engine, std::string_view rng) {
  return {.engine = std::string(engine),
          .rng = std::string(rng),
          .version = version_line("fsin"),
          .program = std::string(build_identity::program_digest()),
          .left_out = sources::left_out_of(*prepared.source),
          .unheeded = prepared.unheeded};
}

sweep::Provenance provenance_now() {
  sweep::Provenance provenance;
  provenance.version = version_line("fsin");
  provenance.program = build_identity::program_digest();
#ifdef __clang__
  provenance.compiler = "clang " __clang_version__;
#else
  provenance.compiler = "gcc " __VERSION__;
#endif
  utsname system{};
  if (::uname(&system) == 0) {
    provenance.host = fmt::format("{} {} {}, {} cores", static_cast<const char*>(system.sysname),
                                  static_cast<const char*>(system.release), static_cast<const char*>(system.machine),
                                  std::thread::hardware_concurrency());
  }
  provenance.started = time_now();
  return provenance;
}

}  // namespace fsin::study
