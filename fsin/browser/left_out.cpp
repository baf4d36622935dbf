// SPDX-License-Identifier: Apache-2.0
// What an experiment may ask for and a page does not have. Each such key is refused by its name, so that no result is
// that of another experiment.
#include <fmt/format.h>

#include "fsin/browser/settings.hpp"
#include "fsin/core/text.hpp"
#include "fsin/engine/message/catalogue.hpp"

namespace fsin::browser {

void check_kind(config::Document& document, Diagnostics& diagnostics) {
  if (document.take("sweep"))
    diagnostics.error(Mark("sweep"),
                      "describes many experiments, and a page runs one; use fsin sweep, and open its report.html here");
  const config::Tree* workload = document.root().find("workload");
  if (workload == nullptr) return;
  const config::Tree* type = workload->is_map() ? workload->find("type") : workload;
  if (type == nullptr || !type->is_scalar() || type->text == trgen::synth::SyntheticParams::name) return;
  diagnostics.error(Mark("workload.type"),
                    fmt::format("a page has synthetic load only, and not {}; use fsin run", in_quotes(type->text)));
  document.drop("workload");
}

void check_left_out(const NetworkSettings& network, Diagnostics& diagnostics) {
  const auto refuse = [&diagnostics](const char* key, const char* why) {
    diagnostics.error(Mark(fmt::format("network.{}", key)), fmt::format("{}; use fsin run", why));
  };
  if (network.file) refuse("file", "a page reads no files");
  if (network.platform) refuse("platform", "a page reads no files");
  if (network.hosts) refuse("hosts", "a page reads no files");
  if (!network.model.is<engine::RoutersModel>()) refuse("model", "a page has the model of routers only");
  if (network.faults.any()) refuse("faults", "a page has no links or routers that fail");
  if (!network.link.bandwidth_by_class.empty())
    refuse("link.bandwidth_by_class", "a page has no links of several speeds");
  if (!network.link.delay_by_class.empty()) refuse("link.delay_by_class", "a page has no links of several delays");
}

void check_left_out(const MeasureSettings& measure, Diagnostics& diagnostics) {
  const auto refuse = [&diagnostics](const char* key, const char* why) {
    diagnostics.error(Mark(fmt::format("measure.{}", key)), why);
  };
  if (measure.seeds != 1) refuse("seeds", "a page runs one seed at a time; write 1, and measure.seed");
  if (measure.find != "nothing") refuse("find", "a page does not search for saturation; use fsin run");
  if (measure.sample.precision) refuse("sample.precision", "a page runs no programs, which have rounds; use fsin run");
  if (measure.warmup == MeasureSettings::auto_warmup)
    refuse("warmup", "auto takes a pilot run, which a page does not make; write the number that fsin run found");
}

}  // namespace fsin::browser
