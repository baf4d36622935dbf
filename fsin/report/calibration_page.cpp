// SPDX-License-Identifier: Apache-2.0
#include "fsin/report/calibration.hpp"
#include "fsin/report/plain_page.hpp"

namespace fsin::report {

std::string calibration_page(const Calibration& calibration) {
  return plain_page("Calibration", "Calibration: " + sources_text(calibration),
                    {{"picture", calibration_svg(calibration), Ground::white},
                     {"Errors and parameters", page_text(calibration_text(calibration)), Ground::surface, true},
                     {"network.yaml", page_text(calibrated_network(calibration)), Ground::surface, true}});
}

}  // namespace fsin::report
