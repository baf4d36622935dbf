// SPDX-License-Identifier: Apache-2.0
#include "trgen/extrapolation/exchange.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "trgen/extrapolation/components.hpp"
#include "trgen/programs/collectives/tags.hpp"
#include "trgen/programs/expand/traced_call.hpp"

namespace trgen::extrapolation {
namespace {

namespace collectives = programs::collectives;
using collectives::Kind;
using collectives::Library;

constexpr std::array libraries{Library::mpich, Library::openmpi, Library::smpi, Library::smpi_ompi,
                               Library::smpi_mpich};

/// The blocks of a call by what its members sent to each other.
class SeenBlocks final : public collectives::BlockSizes {
 public:
  explicit SeenBlocks(std::uint32_t size) : size_(size), bytes_(std::size_t{size} * size) {}
  std::uint64_t bytes(std::uint32_t from, std::uint32_t to) const override { return bytes_[from * size_ + to]; }
  void set(std::uint32_t from, std::uint32_t to, std::uint64_t bytes) { bytes_[from * size_ + to] = bytes; }
  bool equal() const { return std::adjacent_find(bytes_.begin(), bytes_.end(), std::not_equal_to<>()) == bytes_.end(); }
  std::uint64_t mean() const {
    const std::uint64_t sum = std::accumulate(bytes_.begin(), bytes_.end(), std::uint64_t{0});
    return (sum + bytes_.size() / 2) / bytes_.size();
  }

 private:
  std::uint32_t size_;
  std::vector<std::uint64_t> bytes_;
};

/// Kinds that a function, or else the tag of a message in it, may stand for.
std::vector<Kind> kinds_of(const Piece& piece) {
  if (const auto kind = programs::expand::kind_of(piece.function)) return {*kind};
  std::vector<Kind> kinds;
  const std::int32_t tag = piece.transfers.front().tag;
  for (std::size_t kind = 0; kind < collectives::kinds; ++kind) {
    if (collectives::mpich_tags[kind] == tag || collectives::openmpi_tags[kind] == tag)
      kinds.push_back(static_cast<Kind>(kind));
  }
  return kinds;
}

/// The number of a rank in a group; the size of the group where it is no member.
std::uint32_t number_in(const std::vector<std::uint32_t>& members, std::uint32_t rank) {
  const auto found = std::lower_bound(members.begin(), members.end(), rank);
  return found != members.end() && *found == rank ? static_cast<std::uint32_t>(found - members.begin())
                                                  : static_cast<std::uint32_t>(members.size());
}

/// A call is looked for among candidates, each of which is tried on all members.
class Search {
 public:
  Search(std::uint32_t communicator, const std::vector<std::uint32_t>& members, std::vector<const Piece*> pieces)
      : communicator_(communicator), members_(members), pieces_(std::move(pieces)) {}

  std::optional<Exchange> run() {
    for (const Kind kind : kinds_of(*pieces_.front())) {
      for (const Library library : libraries) {
        if (auto found = of(kind, library)) return found;
      }
    }
    return std::nullopt;
  }

 private:
  std::uint32_t size() const { return static_cast<std::uint32_t>(members_.size()); }

  std::optional<Exchange> of(Kind kind, Library library) {
    Exchange call{.kind = kind, .library = library, .communicator = communicator_, .members = members_};
    if (collectives::blocks_may_differ(kind)) return with_blocks(call);
    for (const std::uint32_t root : roots(kind)) {
      for (const std::uint64_t bytes : sizes(kind)) {
        call.root = root;
        call.bytes = bytes;
        if (with_elements(call)) return call;
      }
    }
    return std::nullopt;
  }

  /// True where the messages fit for some size of the elements.
  bool with_elements(Exchange& call) const {
    const bool is_reduction = collectives::is_reduction(call.kind);
    call.elements = 0;
    for (std::size_t i = 0; i < (is_reduction ? element_sizes.size() : 1); ++i) {
      if (is_reduction && call.bytes % element_sizes[i] != 0) continue;
      call.element = element_sizes[i];
      if (fits(call, nullptr)) call.elements |= 1U << i;
    }
    if (call.elements == 0) return false;
    call.element = first_element(call.elements);
    return true;
  }

  std::optional<Exchange> with_blocks(Exchange call) {
    if (call.kind != Kind::all_to_all_v) return std::nullopt;
    SeenBlocks blocks(size());
    for (std::uint32_t v = 0; v < size(); ++v) {
      for (const Transfer& each : pieces_[v]->transfers) {
        const std::uint32_t peer = number_in(members_, each.peer);
        if (peer == size()) return std::nullopt;
        if (each.way == record::Kind::send) blocks.set(v, peer, each.bytes);
      }
    }
    call.bytes = blocks.mean();
    call.varies = !blocks.equal();
    call.elements = 1;
    return fits(call, &blocks) ? std::optional(call) : std::nullopt;
  }

  bool fits(const Exchange& call, const collectives::BlockSizes* blocks) const {
    const programs::Group group = programs::Group::list(members_);
    for (std::uint32_t v = 0; v < size(); ++v) {
      const std::vector<TimedTransfer> made = transfers_of(call, group, v, blocks);
      const std::vector<Transfer>& seen = pieces_[v]->transfers;
      if (!std::equal(made.begin(), made.end(), seen.begin(), seen.end(),
                      [](const TimedTransfer& a, const Transfer& b) { return a.transfer == b; })) {
        return false;
      }
    }
    return true;
  }

  std::vector<std::uint32_t> roots(Kind kind) const {
    if (!collectives::has_root(kind)) return {0};
    std::vector<std::uint32_t> found;
    if (const auto& facts = pieces_.front()->facts; facts && facts->peer != record::no_rank) {
      if (const std::uint32_t root = number_in(members_, facts->peer); root < size()) return {root};
    }
    const bool gathers = kind == Kind::reduce || kind == Kind::gather || kind == Kind::gather_v;
    const record::Kind never = gathers ? record::Kind::send : record::Kind::receive;
    for (std::uint32_t v = 0; v < size(); ++v) {
      const auto& all = pieces_[v]->transfers;
      if (std::none_of(all.begin(), all.end(), [&](const Transfer& each) { return each.way == never; }))
        found.push_back(v);
    }
    if (found.empty()) found.push_back(0);
    return found;
  }

  /// What the bytes of the call may be, by the facts of the trace or the sizes of its messages.
  std::vector<std::uint64_t> sizes(Kind kind) const {
    if (kind == Kind::barrier) return {0};
    std::vector<std::uint64_t> found;
    const auto add = [&](std::uint64_t bytes) {
      if (std::find(found.begin(), found.end(), bytes) == found.end()) found.push_back(bytes);
    };
    for (const Piece* piece : pieces_) {
      if (piece->facts) add(programs::expand::bytes_of(kind, *piece->facts, size()));
      if (found.size() > 2) break;
    }
    for (const std::uint32_t v : {0U, 1U, size() - 1}) {
      const auto& all = pieces_[v]->transfers;
      std::uint64_t sent = 0;
      std::uint64_t received = 0;
      for (const Transfer& each : all) (each.way == record::Kind::send ? sent : received) += each.bytes;
      add(all.front().bytes);
      add(std::min_element(all.begin(), all.end(), [](const Transfer& a, const Transfer& b) {
            return a.bytes < b.bytes;
          })->bytes);
      for (const std::uint32_t blocks : {size() / 2, (size() + 1) / 2, size()}) {
        if (all.front().bytes % blocks == 0) add(all.front().bytes / blocks);
      }
      if (all.size() > 1) add(all[0].bytes + all[1].bytes);
      add(all.back().bytes);
      for (const std::uint64_t total : {sent, received}) {
        add(total);
        if (total % size() == 0) add(total / size());
        if (total % (size() - 1) == 0) add(total / (size() - 1));
        add(total / 2);
      }
    }
    return found;
  }

  std::uint32_t communicator_;
  const std::vector<std::uint32_t>& members_;
  std::vector<const Piece*> pieces_;
};

/// Everything in a piece that tells it from others.
std::string key_of(const Piece& piece) {
  std::string key = piece.function;
  const auto put = [&key](std::uint64_t number) { key.append(reinterpret_cast<const char*>(&number), sizeof(number)); };
  put(piece.communicator);
  for (const Transfer& each : piece.transfers) {
    put(static_cast<std::uint64_t>(each.way) | std::uint64_t{each.peer} << 8U);
    put(static_cast<std::uint32_t>(each.tag));
    put(each.bytes);
  }
  if (piece.facts) {
    put(piece.facts->peer);
    put(piece.facts->bytes);
    put(piece.facts->received);
  }
  return key;
}

}  // namespace

void Exchanges::add(std::uint32_t rank, Piece piece) {
  const Key key{piece.communicator, rank};
  const auto [found, fresh] = known_.try_emplace(key_of(piece), static_cast<Id>(pieces_.size()));
  if (fresh) pieces_.push_back(std::move(piece));
  sequences_[key].push_back(found->second);
}

void Exchanges::resolve() {
  std::set<std::uint32_t> communicators;
  for (const auto& [key, ids] : sequences_) communicators.insert(key.first);
  for (const std::uint32_t communicator : communicators) {
    Components groups;
    for (auto at = sequences_.lower_bound({communicator, 0}); at != sequences_.end() && at->first.first == communicator;
         ++at) {
      std::set<Id> seen(at->second.begin(), at->second.end());
      for (const Id id : seen) {
        for (const Transfer& each : pieces_[id].transfers) groups.join(at->first.second, each.peer);
      }
    }
    for (const auto& members : groups.all()) resolve_group(communicator, members);
  }
}

void Exchanges::resolve_group(std::uint32_t communicator, const std::vector<std::uint32_t>& members) {
  std::vector<const std::vector<Id>*> all;
  for (const std::uint32_t rank : members) {
    const auto found = sequences_.find({communicator, rank});
    if (found == sequences_.end()) return;
    all.push_back(&found->second);
    if (all.back()->size() != all.front()->size()) return;
  }
  std::map<std::vector<Id>, std::optional<std::uint32_t>> explained;
  std::vector<std::optional<std::uint32_t>> calls;
  std::vector<Id> ids(members.size());
  for (std::size_t number = 0; number < all.front()->size(); ++number) {
    for (std::size_t v = 0; v < members.size(); ++v) ids[v] = (*all[v])[number];
    const auto [at, fresh] = explained.try_emplace(ids);
    if (fresh) {
      if (auto call = explain(communicator, members, ids)) {
        const auto same = std::find(found_.begin(), found_.end(), *call);
        at->second = static_cast<std::uint32_t>(same - found_.begin());
        if (same == found_.end()) found_.push_back(std::move(*call));
      }
    }
    calls.push_back(at->second);
  }
  for (const std::uint32_t rank : members) calls_[{communicator, rank}] = calls;
}

std::optional<Exchange> Exchanges::explain(std::uint32_t communicator, const std::vector<std::uint32_t>& members,
                                           const std::vector<Id>& ids) const {
  std::vector<const Piece*> pieces;
  for (const Id id : ids) {
    pieces.push_back(&pieces_[id]);
    if (pieces.back()->function != pieces.front()->function) return std::nullopt;
  }
  return members.size() < 2 ? std::nullopt : Search(communicator, members, std::move(pieces)).run();
}

std::uint32_t Exchanges::but_for_blocks(std::uint32_t number) const {
  if (!found_[number].varies) return number;
  const auto first = std::find_if(found_.begin(), found_.end(), [&](const Exchange& each) {
    Exchange other = each;
    other.bytes = found_[number].bytes;
    return other == found_[number];
  });
  return static_cast<std::uint32_t>(first - found_.begin());
}

std::optional<std::uint32_t> Exchanges::of(std::uint32_t rank, std::uint32_t communicator, std::size_t number) const {
  const auto found = calls_.find({communicator, rank});
  if (found == calls_.end() || number >= found->second.size()) return std::nullopt;
  return found->second[number];
}

}  // namespace trgen::extrapolation
