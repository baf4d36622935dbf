// SPDX-License-Identifier: Apache-2.0
#include "fsin/commands/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <vector>

#include "fsin/commands/kinds.hpp"
#include "fsin/commands/pages.hpp"
#include "fsin/config/describe.hpp"
#include "fsin/core/suggest.hpp"
#include "fsin/experiment/experiment.hpp"
#include "fsin/stats/metrics.hpp"
#include "fsin/stats/titles.hpp"

namespace fsin::commands {
namespace {

/// A word that users of other programs type, and the words under which it stands here. In small letters.
struct Meaning {
  std::string_view word, here;
};
constexpr std::array meanings{Meaning{"calibration", "calibrate"},
                              Meaning{"vc", "virtual channel"},
                              Meaning{"vcs", "virtual channel"},
                              Meaning{"lane", "virtual channel"},
                              Meaning{"buffer", "queue"},
                              Meaning{"flit", "phit"},
                              Meaning{"throughput", "accepted load"},
                              Meaning{"plot", "figure"},
                              Meaning{"chart", "figure"},
                              Meaning{"graphic", "picture"},
                              Meaning{"gpu", "accelerator"},
                              Meaning{"core", "thread"},
                              Meaning{"parallel", "thread"},
                              Meaning{"resume", "checkpoint"},
                              Meaning{"restart", "checkpoint"},
                              Meaning{"ci", "confidence"},
                              Meaning{"error bar", "interval"},
                              Meaning{"mapping", "placement"},
                              Meaning{"jellyfish", "random"},
                              Meaning{"speed", "bandwidth"},
                              Meaning{"injection rate", "offered load"},
                              Meaning{"clos", "fat-tree"},
                              Meaning{"hypercube", "torus"},
                              Meaning{"ring", "torus"},
                              Meaning{"all-reduce", "allreduce"},
                              Meaning{"all-to-all", "alltoall"},
                              Meaning{"noise", "straggler"},
                              Meaning{"slurm", "cluster"},
                              Meaning{"broken link", "fault"},
                              Meaning{"failure", "fault"},
                              Meaning{"nic", "injector"},
                              Meaning{"arbitration", "arbiter"},
                              Meaning{"tail latency", "percentile"},
                              Meaning{"p99", "percentile"},
                              Meaning{"warm-up", "warmup"},
                              Meaning{"llm", "transformer"},
                              Meaning{"training", "transformer"},
                              Meaning{"replication", "seed"},
                              Meaning{"repetition", "seed"},
                              Meaning{"autocomplete", "completion"},
                              Meaning{"docker", "container"},
                              Meaning{"ram", "memory"},
                              Meaning{"resilience", "fault"},
                              Meaning{"link failure", "fault"},
                              Meaning{"packet loss", "fault"},
                              Meaning{"incast", "hotspot"},
                              Meaning{"ecn", "congestion control"},
                              Meaning{"pause", "flow control"},
                              Meaning{"wormhole", "flow control"},
                              Meaning{"cut through", "flow control"},
                              Meaning{"qos", "priority"},
                              Meaning{"jitter", "deviation"},
                              Meaning{"nccl", "collective"},
                              Meaning{"rdma", "congestion control"},
                              Meaning{"roce", "congestion control"},
                              Meaning{"infiniband", "calibrate"},
                              Meaning{"pdf", "figure"},
                              Meaning{"jupyter", "notebook"},
                              Meaning{"pandas", "python"},
                              Meaning{"matplotlib", "python"},
                              Meaning{"excel", "csv"},
                              Meaning{"vscode", "editor"},
                              Meaning{"bash", "completion"},
                              Meaning{"gui", "browser"},
                              Meaning{"animation", "browser"}};

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
char small(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

/// Letters and digits in small letters, one blank between words and around the whole, without the s of plurals.
std::string words_of(std::string_view text) {
  std::string out = " ";
  const auto end_word = [&out] {
    if (out.back() == ' ') return;
    const std::size_t length = out.size() - out.rfind(' ') - 1;
    if (length > 4 && out.ends_with("ies")) {
      out.replace(out.size() - 3, 3, "y");
    } else if (length > 3 && out.back() == 's' && out[out.size() - 2] != 's') {
      out.pop_back();
    }
    out += ' ';
  };
  for (const char c : text) {
    if (is_letter(c) || static_cast<unsigned char>(c) >= 0x80) {
      out += small(c);
    } else {
      end_word();
    }
  }
  end_word();
  return out;
}

/// Whether the words occur in the text, each as the beginning of a word.
bool occurs(const std::string& words, const std::string& text) {
  for (std::size_t at = 1; at < words.size();) {
    const std::size_t end = words.find(' ', at);
    if (text.find(words.substr(at - 1, end - at + 1)) == std::string::npos) return false;
    at = end + 1;
  }
  return words.size() > 1;
}

struct Found {
  int rank;  ///< the smaller, the better
  std::string name, text;
};

/// Things of a kind that were looked at.
class Group {
 public:
  Group(std::string_view title, const std::vector<std::string>& wanted) : title_(title), wanted_(wanted) {}

  /// `more`: what is searched too, and not shown.
  void look(std::string name, std::string text, std::string_view more = {}) {
    const std::string in_name = words_of(name), in_text = words_of(text), in_more = words_of(more);
    for (std::size_t which = 0; which < wanted_.size(); ++which) {
      const std::string& words = wanted_[which];
      const int of_other = which == 0 ? 0 : 1;
      const int rank = in_name == words                             ? 0
                       : in_name.ends_with(words)                   ? 1
                       : occurs(words, in_name)                     ? 2
                       : occurs(words, in_text)                     ? 3
                       : occurs(words, in_more)                     ? 4
                       : occurs(words, in_name + in_text + in_more) ? 5
                                                                    : -1;
      if (rank < 0) continue;
      found_.push_back({2 * rank + of_other, std::move(name), std::move(text)});
      return;
    }
  }

  std::string text(std::size_t most) {
    if (found_.empty()) return {};
    std::stable_sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) { return a.rank < b.rank; });
    std::string out = fmt::format("{}\n", title_);
    std::set<std::string> told;
    std::size_t left = 0;
    for (const Found& each : found_) {
      if (!told.insert(each.name).second) continue;
      if (told.size() > most)
        ++left;
      else
        out += fmt::format("  {:<34} {}\n", each.name, cut(each.text, each.name.size()));
    }
    return out + (left > 0 ? fmt::format("  ... and {} more\n", left) : "");
  }

 private:
  /// The beginning of a long text, up to a word, beside a name of so many letters.
  static std::string cut(const std::string& text, std::size_t name) {
    const std::size_t width = 116 - std::clamp<std::size_t>(name, 34, 80);
    if (text.size() <= width) return text;
    const std::size_t blank = text.rfind(' ', width);
    return text.substr(0, blank == std::string::npos ? width : blank) + " ...";
  }

  std::string_view title_;
  const std::vector<std::string>& wanted_;
  std::vector<Found> found_;
};

/// GitHub's anchor of a heading.
std::string anchor(std::string_view heading) {
  std::string out;
  for (const char c : heading) {
    if (is_letter(c) || c == '-' || c == '_') out += small(c);
    if (c == ' ') out += '-';
  }
  return out;
}

void look_at_pages(Group& group) {
  std::string_view title;
  for (const Page& page : pages()) {
    const bool first = page.heading && page.file != title;
    if (page.heading) title = page.file;
    const bool whole = first || !page.heading;
    group.look(whole ? std::string(page.file) : fmt::format("{}#{}", page.file, anchor(page.text)),
               std::string(page.text));
  }
}

/// Members of a result that are no figures.
void look_at_results(Group& group) {
  group.look("docs/results.md",
             "outcome, diagnosis, load verdict, fingerprint, unheeded values and inputs of a result");
}

void look_at_keys(Group& group) {
  std::set<std::string> seen;
  for (const config::FieldDoc& field : config::describe<experiment::Experiment>()) {
    std::string name = field.path;
    if (!field.when.empty() && !seen.insert(name).second) continue;
    std::string choices;
    for (const config::ChoiceDoc& choice : field.choices) choices += fmt::format(" {}", choice.name);
    group.look(std::move(name), std::string(field.doc), choices);
  }
  group.look("sweep.grid", "every combination of the values of keys: the axes of a sweep");
  group.look("sweep.zip", "lists of values of keys, walked side by side: one axis of a sweep");
  group.look("sweep.seeds", "runs of each point of a sweep");
}

void look_at_choices(Group& group) {
  for (const Kind& kind : kinds()) {
    if (kind.name == "statistic") continue;
    for (const config::EntryDoc& entry : kind.entries)
      group.look(fmt::format("{}.{}", kind.name, entry.name), std::string(entry.doc), entry.cite);
  }
}

void look_at_commands(Group& group, std::span<const cli::Command* const> commands) {
  for (const cli::Command* command : commands) {
    group.look(fmt::format("fsin {}", command->name), std::string(command->summary));
    for (const cli::Option& option : command->options)
      group.look(fmt::format("fsin {} --{}", command->name, option.long_name()), std::string(option.doc));
  }
}

}  // namespace

std::string search_text(std::string_view wanted, std::span<const cli::Command* const> commands, std::size_t most) {
  std::vector<std::string> words{words_of(wanted)};
  if (words[0].size() < 3) return {};
  for (const Meaning& meaning : meanings) {
    if (words_of(meaning.word) == words[0]) words.push_back(words_of(meaning.here));
  }
  Group keys("keys", words), choices("choices", words), figures("figures", words), options("commands", words),
      found_pages("pages", words);
  look_at_keys(keys);
  look_at_choices(choices);
  for (const stats::Metric& metric : stats::metrics()) {
    const stats::Title title = stats::title_of(metric.name);
    figures.look(std::string(metric.name), stats::with_unit(title.words, metric.unit), metric.meaning);
  }
  look_at_commands(options, commands);
  look_at_pages(found_pages);
  look_at_results(found_pages);
  std::string text;
  for (Group* group : {&figures, &keys, &choices, &options, &found_pages}) text += group->text(most);
  return text;
}

std::string nearest_word(std::string_view wanted) {
  std::set<std::string> all;
  const auto add = [&all](std::string_view text) {
    const std::string words = words_of(text);
    for (std::size_t at = 1; at < words.size();) {
      const std::size_t end = words.find(' ', at);
      if (end - at > 2) all.insert(words.substr(at, end - at));
      at = end + 1;
    }
  };
  for (const config::FieldDoc& field : config::describe<experiment::Experiment>()) add(field.path);
  for (const stats::Title& title : stats::titles()) {
    add(title.figure);
    add(title.words);
  }
  for (const Kind& kind : kinds()) {
    add(kind.name);
    for (const config::EntryDoc& entry : kind.entries) add(entry.name);
  }
  for (const Meaning& meaning : meanings) add(meaning.word);
  const std::vector<std::string_view> names(all.begin(), all.end());
  const auto near = nearest(wanted, names);
  return near ? std::string(*near) : std::string();
}

}  // namespace fsin::commands
