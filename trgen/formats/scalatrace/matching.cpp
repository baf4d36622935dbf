// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/scalatrace/matching.hpp"

#include <algorithm>

namespace trgen::formats::scalatrace {

bool Mailbox::fits(const Message& receive, const Key& message) {
  return receive.communicator == message.communicator && (receive.any_tag || receive.tag == message.tag) &&
         (receive.peer == record::no_rank || receive.peer == message.source);
}

std::optional<Sent> Mailbox::post(const Message& receive) {
  auto found = arrived_.end();
  if (receive.any_tag || receive.peer == record::no_rank) {
    for (auto each = arrived_.begin(); each != arrived_.end(); ++each) {
      if (!fits(receive, each->first)) continue;
      if (found == arrived_.end() || each->second.front().arrival < found->second.front().arrival) found = each;
    }
  } else {
    found = arrived_.find({receive.communicator, receive.tag, receive.peer});
  }
  if (found == arrived_.end()) {
    posted_.push_back(receive);
    return std::nullopt;
  }
  const Sent message = found->second.front();
  found->second.pop_front();
  if (found->second.empty()) arrived_.erase(found);
  return message;
}

std::optional<Message> Mailbox::arrive(const Sent& message) {
  const Key key{message.communicator, message.tag, message.source};
  const auto found = std::find_if(posted_.begin(), posted_.end(), [&](const Message& each) { return fits(each, key); });
  if (found == posted_.end()) {
    arrived_[key].push_back(message);
    return std::nullopt;
  }
  const Message receive = *found;
  posted_.erase(found);
  return receive;
}

}  // namespace trgen::formats::scalatrace
