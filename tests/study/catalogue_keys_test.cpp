// SPDX-License-Identifier: Apache-2.0
// No entry of a catalogue without effect. Every topology, routing, congestion control, pattern, process of arrivals,
// kernel, placement, model, ... that an experiment can choose is put into experiments until one takes it; there it must
// change the result or be told, and so must every key of its own. What no experiment here takes fails.
//
// Entries come from the tables by which experiments are read: a new one is tried without a line here, except for the
// files and texts that it requires (other_values.hpp).
#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/study/key_trial.hpp"

namespace catalogue_keys_test {

using namespace keys_test;

namespace {

struct Context {
  std::string base;
  Words overrides;
};

class Catalogues {
 public:
  /// Tries every entry that the experiment can choose and that none before has taken.
  void walk(const Context& context) {
    auto loaded = laboratory_.load(context.base, context.overrides);
    if (!loaded) return;
    const Tried usual = laboratory_.run(context.base, context.overrides);
    if (!usual.result) return;
    walk(context, usual, config::fields_of(loaded->experiment).list(), {});
  }

  /// The experiments of a base with each topology, routed by what it takes first.
  std::vector<Context> topologies(const std::string& base) {
    std::vector<Context> found;
    const auto loaded = laboratory_.load(base, {});
    REQUIRE(loaded);
    for (const std::string& topology : texts_at("network.topology", *loaded)) {
      for (const std::string& routing : texts_at("network.routing", *loaded)) {
        for (const char* channels : {"3", "8", "2", "1"}) {
          Words words{"network.topology=" + topology, "network.routing=" + routing,
                      fmt::format("network.router.virtual_channels={}", channels)};
          if (!laboratory_.run(base, words).result) continue;
          found.push_back({base, std::move(words)});
          break;
        }
      }
    }
    return found;
  }

  void check_all_taken() const {
    for (const auto& [entry, why] : refused_) {
      if (!taken_.contains(entry)) FAIL_CHECK(entry << " is taken by no experiment here: " << why);
    }
    MESSAGE(taken_.size() << " entries");
  }

 private:
  /// `{type: NAME, ...}` with what the entry requires, once for each value of that.
  static Words texts_of(const config::Entry& entry, const std::string& path) {
    const std::shared_ptr<void> made = entry.make();
    config::Fields fields;
    entry.fields(made.get(), fields);
    Words texts;
    for (std::size_t i = 0; i < texts.size() + 1 && i < 32; ++i) {
      std::string text = fmt::format("{{type: {}", entry.name);
      bool more = i == 0;
      for (const config::Field& field : fields.list()) {
        if (!field.required || field.type == nullptr) continue;
        const Words values = values_of(field, config::join_path(path, field.key));
        if (values.empty()) FAIL_CHECK(path << " " << entry.name << ": " << field.key << " has no value to be tried");
        if (values.empty()) return texts;
        text += fmt::format(", {}: {}", field.key, values[i % values.size()]);
        more = more || i < values.size();
      }
      if (!more) break;
      texts.push_back(text + "}");
    }
    return texts;
  }

  static Words texts_at(const std::string& path, const experiment::LoadedExperiment& loaded) {
    auto experiment = loaded.experiment;
    Words texts;
    const auto visit = [&](const auto& self, const std::vector<config::Field>& fields,
                           const std::string& above) -> void {
      for (const config::Field& field : fields) {
        const std::string here = config::join_path(above, field.key);
        if (field.choice != nullptr && here == path) {
          for (const config::Entry& entry : field.choice->entries())
            for (const std::string& text : texts_of(entry, here)) texts.push_back(text);
        } else if (field.choice == nullptr && field.type == nullptr) {
          self(self, field.members, here);
        }
      }
    };
    visit(visit, config::fields_of(experiment).list(), {});
    return texts;
  }

  void walk(const Context& context, const Tried& usual, const std::vector<config::Field>& fields,
            const std::string& above) {
    for (const config::Field& field : fields) {
      const std::string path = config::join_path(above, field.key);
      if (field.choice != nullptr) {
        const std::size_t chosen = field.choice->index(field.value);
        const auto entries = field.choice->entries();
        for (std::size_t i = 0; i < entries.size(); ++i) try_entry(context, usual, entries[i], path, i == chosen);
        config::Fields inner;
        entries[chosen].fields(field.choice->select(field.value, chosen), inner);
        walk(context, usual, inner.list(), path);
      } else if (field.type == nullptr) {
        walk(context, usual, field.members, path);
      }
    }
  }

  void try_entry(const Context& context, const Tried& usual, const config::Entry& entry, const std::string& path,
                 bool chosen) {
    const std::string id = fmt::format("{} {}", path, entry.name);
    if (taken_.contains(id)) return;
    if (chosen) {
      take(id, context, path);
      return;
    }
    for (const std::string& text : texts_of(entry, path)) {
      Context with = context;
      with.overrides.push_back(fmt::format("{}={}", path, text));
      const Tried tried = laboratory_.run(with.base, with.overrides);
      if (!tried.result) {
        refused_.emplace(id, tried.refused);
        continue;
      }
      const bool told = std::any_of(tried.told.begin(), tried.told.end(),
                                    [&](const std::string& key) { return is_below(key, path); });
      if (tried.result == usual.result && !told && !excused(with.base, path, with.overrides))
        FAIL_CHECK(with.base << " [" << fmt::format("{}", fmt::join(with.overrides, " "))
                             << "]: does nothing and is not told");
      take(id, with, path);
      walk_within(with, tried, path);
      return;
    }
  }

  /// Tries the entries of the catalogues that an entry has.
  void walk_within(const Context& context, const Tried& usual, const std::string& path) {
    auto loaded = laboratory_.load(context.base, context.overrides);
    REQUIRE(loaded);
    const auto visit = [&](const auto& self, const std::vector<config::Field>& fields,
                           const std::string& above) -> void {
      for (const config::Field& field : fields) {
        const std::string here = config::join_path(above, field.key);
        if (field.choice == nullptr) {
          if (field.type == nullptr) self(self, field.members, here);
          continue;
        }
        const std::size_t chosen = field.choice->index(field.value);
        config::Fields inner;
        field.choice->entries()[chosen].fields(field.choice->select(field.value, chosen), inner);
        if (here == path) {
          walk(context, usual, inner.list(), here);
        } else {
          self(self, inner.list(), here);
        }
      }
    };
    visit(visit, config::fields_of(loaded->experiment).list(), {});
  }

  void take(const std::string& id, const Context& context, const std::string& path) {
    taken_.insert(id);
    Trial trial(laboratory_, context.base, context.overrides);
    trial.run(path);
    check(trial);
  }

  Laboratory laboratory_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> refused_;
};

}  // namespace

TEST_CASE("every entry of every catalogue changes a result, or is told, and so does each of its keys") {
  Catalogues catalogues;
  // Programs first under a model that takes no time, whatever they send.
  const Words quick{"network.model=loggp", "measure={}"};
  catalogues.walk({"program", quick});
  for (const char* base : {"synthetic", "program", "collective"}) catalogues.walk({base, {}});
  catalogues.walk({"program", {"network.model=flow", "measure={}"}});
  for (const Context& each : catalogues.topologies("synthetic")) catalogues.walk(each);
  catalogues.check_all_taken();
}

}  // namespace catalogue_keys_test
