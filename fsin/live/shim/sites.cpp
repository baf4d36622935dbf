// SPDX-License-Identifier: Apache-2.0
// The table of sites, which ranks write side by side: places are only ever added, and one that is being named is
// waited for.
#include <stdio.h>
#include <string.h>

#include "fsin/live/queues.hpp"
#include "fsin/live/shim/sampling.hpp"
#include "fsin/live/shim/shim.hpp"

namespace fsin::live::shim {
namespace {

/// The last letters tell files from each other.
const char* ending(const char* name) {
  const std::size_t length = strlen(name);
  return length < longest_site_name ? name : name + (length - longest_site_name + 1);
}

/// FNV-1a.
std::uint64_t mixed(const SiteId& id) {
  constexpr std::uint64_t basis = 14695981039346656037U, prime = 1099511628211U;
  std::uint64_t value = basis;
  for (const char* letter = id.name; *letter != '\0'; ++letter) {
    value = (value ^ static_cast<unsigned char>(*letter)) * prime;
  }
  for (const std::uint64_t part :
       {std::uint64_t{static_cast<std::uint32_t>(id.kind)}, std::uint64_t{static_cast<std::uint32_t>(id.line)}}) {
    value = (value ^ part) * prime;
  }
  return value ^ (value >> 32U);
}

bool is(const Site& site, const SiteId& id) {
  return site.kind == id.kind && site.line == id.line && strcmp(site.name, id.name) == 0;
}

}  // namespace

Site& find_site(const SiteId& given) {
  RankState& self = rank();
  Site* sites = self.memory.shared().sites;
  const SiteId id{given.kind, ending(given.name), given.line};
  const std::uint64_t first = mixed(id);
  for (std::size_t tried = 0; tried < most_sites; ++tried) {
    Site& site = sites[(first + tried) % most_sites];
    std::uint32_t state = site.state.load(std::memory_order_acquire);
    if (state == Site::unused && site.state.compare_exchange_strong(state, Site::being_named)) {
      site.kind = id.kind;
      site.line = id.line;
      strcpy(site.name, id.name);
      site.state.store(Site::named, std::memory_order_release);
      return site;
    }
    while (site.state.load(std::memory_order_acquire) != Site::named) end_with_simulator(self.memory);
    if (is(site, id)) return site;
  }
  char text[160];
  snprintf(text, sizeof text, "has more than %zu places with FSIN_SAMPLE, FSIN_REGION and FSIN_SHARED_MALLOC",
           most_sites);
  fsin_live_stop(text);
  return sites[0];
}

std::size_t number_of(const Site& site) { return static_cast<std::size_t>(&site - rank().memory.shared().sites); }

}  // namespace fsin::live::shim
