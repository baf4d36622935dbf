// SPDX-License-Identifier: Apache-2.0
#include "trgen/programs/ti/operation_store.hpp"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "trgen/programs/ti/operation_code.hpp"

namespace trgen::programs::ti {
namespace {

constexpr std::size_t longest_block = 1024;
constexpr std::size_t shortest_block = 4 * longest_code;
constexpr std::size_t memory_of_blocks = std::size_t{32} << 20;
constexpr std::size_t largest_piece = std::size_t{1} << 15;
constexpr std::size_t most_known = std::size_t{1} << 16;

void put(io::SpoolStore& store, std::uint64_t offset, std::span<const std::byte> bytes) {
  if (store.in_memory()) {
    std::memcpy(store.memory() + offset, bytes.data(), bytes.size());
  } else {
    store.write(offset, bytes);
  }
}

std::string get(const io::SpoolStore& store, std::uint64_t offset, std::span<std::byte> bytes) {
  if (!store.in_memory()) return store.read(offset, bytes);
  std::memcpy(bytes.data(), store.memory() + offset, bytes.size());
  return {};
}

}  // namespace

std::string OperationStore::read(std::uint32_t rank, std::uint64_t block, Operations& out) const {
  const std::uint64_t offset = chains_[rank][block];
  std::array<std::byte, longest_block + 1> bytes;
  const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), blocks_->size() - offset));
  if (std::string fault = get(*blocks_, offset, {bytes.data(), size}); !fault.empty()) return fault;
  Operation each;
  const std::byte* at = bytes.data();
  while ((at = decode(at, bytes.data() + size, each)) != nullptr) out.add(each);
  return {};
}

std::uint64_t OperationStore::size_at(std::uint64_t index) const {
  std::uint64_t size = 0;
  get(*sizes_, index * sizeof size, std::as_writable_bytes(std::span(&size, 1)));
  return size;
}

OperationStoreBuilder::OperationStoreBuilder(std::uint64_t memory_limit)
    : blocks_(std::make_unique<io::SpoolStore>(memory_limit)), sizes_(std::make_unique<io::SpoolStore>(memory_limit)) {}

OperationStoreBuilder::Writer& OperationStoreBuilder::new_writer(std::uint32_t rank) {
  if (rank >= writers_.size()) {
    writers_.resize(std::size_t{rank} + 1);
    block_limit_ = std::clamp(memory_of_blocks / writers_.size(), shortest_block, longest_block);
  }
  writers_[rank] = std::make_unique<Writer>();
  return *writers_[rank];
}

/// Makes room for a longest operation, and the end of the block.
void OperationStoreBuilder::make_room(Writer& writer) const {
  if (writer.used + longest_code < writer.block.size()) return;
  const std::size_t most = longest_block + longest_code + 1;
  writer.block.resize(std::clamp(2 * writer.block.size(), writer.used + longest_code + 1, most));
}

void OperationStoreBuilder::add(std::uint32_t rank, const Operation& operation) {
  Writer& to = writer(rank);
  make_room(to);
  const std::byte* const code = to.block.data() + to.used;
  const auto size = static_cast<std::size_t>(encode(operation, to.block.data() + to.used) - code);
  if (to.used + size > block_limit_) {
    std::array<std::byte, longest_code> begins_next;
    std::copy_n(code, size, begins_next.begin());
    flush(to);
    std::copy_n(begins_next.begin(), size, to.block.begin());
  }
  to.used += size;
}

/// Writes a block, which ends with a byte of 0, so that its length need not be kept.
void OperationStoreBuilder::flush(Writer& writer) {
  if (writer.used == 0) return;
  writer.block[writer.used++] = std::byte{0};
  const std::uint64_t offset = blocks_->allocate(writer.used);
  put(*blocks_, offset, {writer.block.data(), writer.used});
  writer.chain.push_back(offset);
  writer.used = 0;
}

/// Adds a wait for no request, which takes no time. Its last byte is the number of requests.
OperationStoreBuilder::Place OperationStoreBuilder::add_possible_wait(std::uint32_t rank, std::uint32_t request) {
  add(rank, {.kind = OperationKind::wait, .request = request, .requests = 0});
  const Writer& to = writer(rank);
  return {to.chain.size(), static_cast<std::uint32_t>(to.used - 1)};
}

void OperationStoreBuilder::make_wait(std::uint32_t rank, const Place& place) {
  const std::byte one{1};
  replace(rank, place, {&one, 1});
}

OperationStoreBuilder::Place OperationStoreBuilder::add_open_receive(std::uint32_t rank, const Operation& receive) {
  Operation open = receive;
  open.peer = any_rank;  // its number has as many bytes as code_of_source() makes
  add(rank, open);
  std::array<std::byte, longest_code> code;
  const auto size = static_cast<std::size_t>(encode(open, code.data()) - code.data());
  const Writer& to = writer(rank);
  return {to.chain.size(), static_cast<std::uint32_t>(to.used - size + source_in_code)};
}

void OperationStoreBuilder::set_source(std::uint32_t rank, const Place& place, std::uint32_t source) {
  replace(rank, place, code_of_source(source));
}

void OperationStoreBuilder::replace(std::uint32_t rank, const Place& place, std::span<const std::byte> bytes) {
  Writer& to = writer(rank);
  if (place.block == to.chain.size()) {
    std::copy(bytes.begin(), bytes.end(), to.block.begin() + place.offset);
  } else {
    put(*blocks_, to.chain[place.block] + place.offset, bytes);
  }
}

std::uint64_t OperationStoreBuilder::add_sizes(std::span<const std::uint64_t> sizes) {
  const std::uint64_t hash = XXH64(sizes.data(), sizes.size_bytes(), sizes.size());
  if (const auto known = known_.find(hash); known != known_.end()) {
    std::vector<std::uint64_t> there(sizes.size());
    const std::uint64_t offset = known->second * sizeof sizes[0];
    if (offset + sizes.size_bytes() <= sizes_->size() &&
        get(*sizes_, offset, std::as_writable_bytes(std::span(there))).empty() &&
        std::equal(sizes.begin(), sizes.end(), there.begin()))
      return known->second;
  }
  const std::uint64_t offset = sizes_->size();
  for (auto rest = std::as_bytes(sizes); !rest.empty();) {  // one piece after the other, as the store grows
    const auto piece = rest.first(std::min(rest.size(), largest_piece));
    put(*sizes_, sizes_->allocate(piece.size()), piece);
    rest = rest.subspan(piece.size());
  }
  if (known_.size() >= most_known) known_.clear();
  return known_[hash] = offset / sizeof sizes[0];
}

OperationStore OperationStoreBuilder::finish() {
  OperationStore store;
  store.chains_.resize(writers_.size());
  for (std::size_t rank = 0; rank < writers_.size(); ++rank) {
    if (!writers_[rank]) continue;
    flush(*writers_[rank]);
    store.chains_[rank] = std::move(writers_[rank]->chain);
    store.chains_[rank].shrink_to_fit();
    writers_[rank].reset();
  }
  store.blocks_ = std::move(blocks_);
  store.sizes_ = std::move(sizes_);
  return store;
}

}  // namespace trgen::programs::ti
