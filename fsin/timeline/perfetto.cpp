// SPDX-License-Identifier: Apache-2.0
#include "fsin/timeline/perfetto.hpp"

#include <fmt/format.h>

#include <set>

#include "fsin/core/json_text.hpp"
#include "fsin/core/output_file.hpp"

namespace fsin::timeline {
namespace {

constexpr unsigned tracks = 1;              // process number of the ranks
constexpr unsigned messages = 2;            // and that of the messages
constexpr std::uint64_t most_streams = 64;  // of a rank: those behind stand among the next rank's

class Perfetto final : public Writer {
 public:
  Perfetto(const std::filesystem::path& path, const Labels& labels) : file_(path), labels_(labels) {
    file_.write(fmt::format("{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"title\":{}}},\"traceEvents\":[\n",
                            json_string(labels.title)));
    name_process(tracks, labels.ranks ? "ranks" : "nodes");
    name_process(messages, labels.ranks ? "messages" : "packets");
  }

  void span(std::uint32_t rank, workload::Activity activity, Cycle first, Cycle last) override {
    name_track(rank);
    event(fmt::format(R"("name":"{}","ph":"X","pid":{},"tid":{},"ts":{},"dur":{})", workload::to_string(activity),
                      tracks, rank, time(first - 1), time(last - first + 1)));
  }

  /// Slices of a track that begin together nest in the order in which they are written.
  void enter(std::uint32_t rank, const std::string& name, Cycle first) override {
    name_track(rank);
    event(fmt::format(R"("name":{},"cat":"call","ph":"B","pid":{},"tid":{},"ts":{})", json_string(name), tracks, rank,
                      time(first - 1)));
  }
  void leave(std::uint32_t rank, Cycle last) override {
    event(fmt::format(R"("ph":"E","pid":{},"tid":{},"ts":{})", tracks, rank, time(last)));
  }

  void message(const workload::MessageLife& life) override {
    const std::uint64_t id = ++number_;
    const std::string name = fmt::format(R"("name":"{} to {}","cat":"{}","pid":{},"tid":{},"id":{})",
                                         labels_.names.text(life.source), labels_.names.text(life.destination),
                                         life.signal ? "signal" : "message", messages, life.source, id);
    event(fmt::format(R"({},"ph":"b","ts":{},"args":{{"bytes":{},"tag":{}}})", name, time(life.sent - 1), life.bytes,
                      life.tag));
    event(fmt::format(R"({},"ph":"e","ts":{})", name, time(life.delivered)));
    if (labels_.ranks) arrow(life, id);
  }

  void finish() override {
    file_.write("\n]}\n");
    file_.commit();
  }

 private:
  /// Draws the arrow of a message from the cycle of its first packet to that of its last one, within the slices of both
  /// ranks.
  void arrow(const workload::MessageLife& life, std::uint64_t id) {
    const auto end = [&](const char* phase, std::uint32_t rank, Cycle cycle) {
      event(fmt::format(R"("name":"message","cat":"flow","ph":{},"pid":{},"tid":{},"id":{},"ts":{})", phase, tracks,
                        rank, id, time(cycle - 1)));
    };
    end("\"s\"", life.source, life.sent);
    end(R"("f","bp":"e")", life.destination, life.delivered);
  }

  std::string time(Cycle cycles) const {
    return fmt::format("{:.6f}", static_cast<double>(cycles) * labels_.seconds_per_cycle * 1e6);
  }

  void name_process(unsigned process, const char* name) {
    event(fmt::format(R"("name":"process_name","ph":"M","pid":{},"args":{{"name":"{}"}})", process, name));
  }

  void name_track(std::uint32_t rank) {
    if (!named_.insert(rank).second) return;
    event(fmt::format(R"("name":"thread_name","ph":"M","pid":{},"tid":{},"args":{{"name":"rank {}"}})", tracks, rank,
                      labels_.names.text(rank)));
    const workload::RankName name = labels_.names[rank];
    event(fmt::format(R"("name":"thread_sort_index","ph":"M","pid":{},"tid":{},"args":{{"sort_index":{}}})", tracks,
                      rank,
                      labels_.names.any_streams() ? std::uint64_t{name.rank} * most_streams + name.stream : rank));
  }

  void event(const std::string& members) {
    file_.write(first_ ? "{" : ",\n{");
    file_.write(members);
    file_.write("}");
    first_ = false;
  }

  OutputFile file_;
  Labels labels_;
  std::set<std::uint32_t> named_;
  std::uint64_t number_ = 0;
  bool first_ = true;
};

}  // namespace

std::unique_ptr<Writer> make_perfetto_writer(const std::filesystem::path& path, const Labels& labels) {
  return std::make_unique<Perfetto>(path, labels);
}

}  // namespace fsin::timeline
