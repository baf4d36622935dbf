// SPDX-License-Identifier: Apache-2.0
#include "trgen/replay/readers/any_source.hpp"

namespace trgen::replay {

AnySource AnySource::open(const record::TraceSource& source) {
  AnySource how, of_receives;
  how.open_ = of_receives.open_ = true;
  const auto cursor = source.open();
  record::Record record;
  for (std::uint32_t rank = 0; rank < source.ranks(); ++rank) {
    while (cursor->next(rank, record)) {
      if (record.kind == record::Kind::receive && record.any_source) return of_receives;
      how.by_state_ |= record.kind == record::Kind::state_start && record.any_source;
    }
    if (const std::string failure = cursor->failure(); !failure.empty()) throw record::TraceError(failure);
  }
  return how;
}

}  // namespace trgen::replay
