// SPDX-License-Identifier: Apache-2.0
#include "fsin/workload/queue_book.hpp"

#include <utility>

namespace fsin::workload {

void QueueAccount::merge(const QueueAccount& other) {
  for (std::size_t border = 0; border < borders; ++border) {
    for (std::size_t queue = 0; queue < marks[border].size() && queue < other.marks[border].size(); ++queue) {
      marks[border][queue].made += other.marks[border][queue].made;
      marks[border][queue].waiting += other.marks[border][queue].waiting;
      marks[border][queue].waited += other.marks[border][queue].waited;
    }
  }
  for (std::size_t queue = 0; queue < busiest.size() && queue < other.busiest.size(); ++queue) {
    busiest[queue] = std::max(busiest[queue], other.busiest[queue]);
  }
}

void QueueBook::watch(const Borders& borders, std::uint32_t nodes, std::vector<float> rates, std::size_t queues) {
  borders_ = borders;
  live_.assign(queues, {});
  account_ = {};
  account_.nodes = nodes;
  account_.rates = std::move(rates);
  account_.busiest.assign(queues, 0);
}

}  // namespace fsin::workload
