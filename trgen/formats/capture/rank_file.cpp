// SPDX-License-Identifier: Apache-2.0
#include "trgen/formats/capture/rank_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <system_error>

#include "fsin/core/input_file.hpp"
#include "trgen/record/trace_error.hpp"

namespace trgen::formats::capture {
namespace {

constexpr std::string_view prefix = "rank-";
constexpr std::string_view suffix = ".raw";
constexpr std::size_t fewest_digits = 6;

/// Bytes that follow an entry; more than the file has, if the number is absurd.
std::uint64_t payload_of(const trgen_rank_entry& entry, std::uint64_t file_size) {
  switch (entry.kind) {
    case TRGEN_NAME:
    case TRGEN_NOTE:
      return std::min(entry.bytes, file_size + 1);
    case TRGEN_COMMUNICATOR:
      return std::min(entry.bytes, file_size + 1) * sizeof(std::uint32_t);
    default:
      return 0;
  }
}

bool begins_as_rank_file(const fsin::InputPath& path) {
  constexpr std::string_view magic = TRGEN_RANK_MAGIC;
  std::array<char, magic.size()> head{};
  const fsin::InputFile file(path);
  return file.size() && file.read_at(0, head) == std::ptrdiff_t{head.size()} &&
         std::string_view(head.data(), head.size()) == magic;
}

}  // namespace

std::optional<std::uint32_t> rank_of_file(std::string_view file_name) {
  if (!file_name.starts_with(prefix) || !file_name.ends_with(suffix)) return std::nullopt;
  file_name.remove_prefix(prefix.size());
  if (file_name.size() < fewest_digits + suffix.size()) return std::nullopt;
  file_name.remove_suffix(suffix.size());
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(file_name.data(), file_name.data() + file_name.size(), number);
  if (error != std::errc() || end != file_name.data() + file_name.size()) return std::nullopt;
  return number;
}

std::string rank_file_name(std::uint32_t rank) { return fmt::format("{}{:06}{}", prefix, rank, suffix); }

std::optional<std::string> lowest_rank_file(const fsin::InputPath& folder, const std::vector<std::string>& files) {
  std::map<std::uint32_t, std::string> ranks;
  for (const std::string& file : files) {
    if (const auto rank = rank_of_file(file)) ranks.emplace(*rank, file);
  }
  if (ranks.empty()) return std::nullopt;
  for (const auto& [rank, file] : ranks) {
    if (begins_as_rank_file(folder.leads_to(folder / file))) return file;
  }
  return ranks.begin()->second;
}

RankBytes::RankBytes(fsin::InputPath path) : path_(std::move(path)), name_(path_.string()) {
  const fsin::InputFile file(path_);
  if (!file.is_open() && !file.is_folder()) throw record::TraceError(fmt::format("{}: {}", name_, file.error()));
  if (!file.size()) throw record::TraceError(fmt::format("{}: is not a file", name_));
  size_ = *file.size();
}

std::size_t RankBytes::read(std::uint64_t offset, std::span<char> to) const {
  if (offset >= size_) return 0;
  const std::size_t want = std::min<std::uint64_t>(to.size(), size_ - offset);
  if (want == 0) return 0;
  if (memory_) {
    std::memcpy(to.data(), memory_->data() + offset, want);
    return want;
  }
  const fsin::InputFile file(path_);
  if (!file.is_open()) throw record::TraceError(fmt::format("{}: {}", name_, file.error()));
  std::size_t done = 0;
  while (done < want) {
    const std::ptrdiff_t got = file.read_at(offset + done, to.subspan(done, want - done));
    if (got < 0) {
      throw record::TraceError(
          fmt::format("{}: cannot read beyond byte {}: {}", name_, offset + done, std::strerror(errno)));
    }
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

bool RankEntries::next(trgen_rank_entry& entry) {
  if (window_.size() - at_ < sizeof entry && !fill()) return false;
  std::memcpy(&entry, window_.data() + at_, sizeof entry);
  if (entry.kind == TRGEN_END) return false;
  entry_offset_ = next_offset_;
  at_ += sizeof entry;
  next_offset_ += sizeof entry;
  payload_size_ = 0;
  if (entry.kind < TRGEN_NAME) return true;
  payload_size_ = payload_of(entry, bytes_->size());
  if (payload_size_ == 0) return true;
  const std::uint64_t padded = (payload_size_ + 7) / 8 * 8;
  if (padded > bytes_->size() - next_offset_) return end_in_payload();
  next_offset_ += padded;
  at_ = std::min<std::uint64_t>(at_ + padded, window_.size());
  return true;
}

bool RankEntries::end_in_payload() {
  cut_ = true;
  next_offset_ = bytes_->size();
  window_.clear();
  at_ = 0;
  return false;
}

/// Refills the window from the next entry on. False when no whole entry is left.
bool RankEntries::fill() {
  window_.resize(window_size_);
  window_.resize(bytes_->read(next_offset_, window_));
  at_ = 0;
  if (window_.size() >= sizeof(trgen_rank_entry)) return true;
  if (std::any_of(window_.begin(), window_.end(), [](char c) { return c != '\0'; })) cut_ = true;
  window_.clear();
  return false;
}

std::vector<char> RankEntries::payload() const {
  std::vector<char> bytes(payload_size_);
  bytes.resize(bytes_->read(entry_offset_ + sizeof(trgen_rank_entry), bytes));
  return bytes;
}

}  // namespace trgen::formats::capture
