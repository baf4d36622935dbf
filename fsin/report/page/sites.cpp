// SPDX-License-Identifier: Apache-2.0
// Places of live programs that are sampled, given a time, marked or share memory: for each point that has some, what
// all its ranks did there.
#include <nlohmann/json.hpp>

#include "fsin/report/page/parts.hpp"
#include "fsin/report/page/rows.hpp"
#include "fsin/result/sites_json.hpp"

namespace fsin::report::page {

Json sites_json(const sweep::Results& results) {
  constexpr std::size_t most_site_points = 200;
  return objects_by_point(results, most_site_points, [&results](std::size_t point) {
    const sweep::Run* run = results.first_run(point);
    if (run == nullptr || run->result.sites.empty()) return Json();
    return Json{{"sites", result::sites_json(run->result.sites)}};
  });
}

}  // namespace fsin::report::page
