// SPDX-License-Identifier: Apache-2.0
#include "fsin/imports/booksim/booksim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "fsin/core/text.hpp"
#include "fsin/imports/booksim/parts.hpp"
#include "fsin/imports/common/words.hpp"

namespace fsin::imports {
namespace {

/// What is printed, measured or drawn besides; and keys of topologies that are not read.
constexpr std::array printing{"watch_file",
                              "watch_flits",
                              "watch_packets",
                              "watch_transactions",
                              "watch_out",
                              "stats_out",
                              "injected_flits_out",
                              "received_flits_out",
                              "stored_flits_out",
                              "sent_flits_out",
                              "outstanding_credits_out",
                              "ejected_flits_out",
                              "active_packets_out",
                              "used_credits_out",
                              "free_credits_out",
                              "max_credits_out",
                              "sent_packets_out",
                              "print_activity",
                              "print_csv_results",
                              "viewer_trace",
                              "sim_power",
                              "power_output_file",
                              "tech_file",
                              "channel_width",
                              "channel_sweep",
                              "measure_stats",
                              "pair_stats",
                              "deadlock_warn_timeout",
                              "sim_type",
                              "use_read_write",
                              "batch_size",
                              "batch_count"};

/// `name = value;`, comments from // to the end of the line.
Settings settings_of(const Source& source, Diagnostics& diagnostics) {
  Settings made(source.mark());
  std::string statement;
  std::uint64_t line = 1, begin = 1;
  const auto end_statement = [&] {
    const std::string_view text = trimmed(statement);
    const std::size_t equals = text.find('=');
    if (!text.empty() && equals == std::string_view::npos) {
      diagnostics.input_error(source.mark(begin), fmt::format("expected `name = value;`, not {}", in_quotes(text)));
    } else if (!text.empty()) {
      made.add({std::string(trimmed(text.substr(0, equals))), std::string(trimmed(text.substr(equals + 1))),
                source.mark(begin)});
    }
    statement.clear();
  };
  for (std::size_t i = 0; i < source.text.size(); ++i) {
    const char c = source.text[i];
    if (source.text.compare(i, 2, "//") == 0) {
      i = std::min(source.text.find('\n', i), source.text.size()) - 1;
    } else if (c == ';') {
      end_statement();
    } else {
      const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!blank && statement.empty()) begin = line;
      if (!blank || !statement.empty()) statement += c == '\n' ? ' ' : c;
    }
    if (c == '\n') ++line;
  }
  if (!trimmed(statement).empty())
    diagnostics.input_error(source.mark(begin),
                            fmt::format("there is no `;` behind {}", in_quotes(trimmed(statement))));
  add_overrides(source, made);
  return made;
}

}  // namespace

BooksimParts::BooksimParts(const Source& source, Settings settings, Result& to, Diagnostics& diagnostics)
    : Parts(std::move(settings), to, diagnostics,
            [](std::string_view name, std::string_view value) { return fmt::format("{} {}", name, in_quotes(value)); }),
      source_(source),
      k_(natural("k", 8, 1, 32767)),
      n_(natural("n", 2, 1, 8)),
      flits_(natural("packet_size", 1, 1, 65535)),
      topology_(settings_.text("topology", "torus")) {}

void BooksimParts::router() {
  const std::uint64_t channels = natural("num_vcs", 16, 1, 1024);
  if (channels > 16) wrong("num_vcs", "a link has 16 virtual channels at most");
  draft_.set("network.router.virtual_channels", fmt::format("{}", channels), words("num_vcs", "16"));
  const std::uint64_t buffer = natural("vc_buf_size", 8, 1, 1U << 20U);
  const std::uint64_t packets = std::clamp<std::uint64_t>(buffer / flits_, 1, 120);
  draft_.set("network.router.queue", counted(packets, "packet"), words("vc_buf_size", "8"));
  if (packets * flits_ != buffer)
    leave_out("vc_buf_size",
              fmt::format("{} flits: a queue holds whole packets of {}, here {}{}", buffer, counted(flits_, "flit"),
                          packets, buffer < flits_ ? ", which BookSim spreads over several routers" : ""));
  delays();
  draft_.set("network.packet", fmt::format("{} B", 4 * flits_), words("packet_size", "1"));
  draft_.set("network.phit", "4 B", "one flit a cycle and link");
  const std::string arbiter = settings_.text("arb_type", "round_robin");
  if (arbiter != "round_robin")
    leave_out("arb_type", fmt::format("arb_type = {}: the arbiter is round-robin", arbiter));
  for (const auto& [name, value] :
       {std::pair("input_speedup", "1"), std::pair("output_speedup", "1"), std::pair("internal_speedup", "1")}) {
    if (number(name, 1, 0, 1000) != 1)
      leave_out(name, fmt::format("{}: a crossbar moves one flit a cycle for each port", words(name, value)));
  }
}

void BooksimParts::delays() {
  const bool speculative = natural("speculative", 0, 0, 1) == 1;
  const std::uint64_t vc = natural("vc_alloc_delay", 1, 1, 1000), sw = natural("sw_alloc_delay", 1, 1, 1000);
  const std::uint64_t delay = natural("routing_delay", 1, 0, 1000) + (speculative ? std::max(vc, sw) : vc + sw) +
                              natural("st_prepare_delay", 0, 0, 1000) + natural("st_final_delay", 1, 0, 1000) +
                              natural("output_delay", 0, 0, 1000);
  draft_.set(
      "network.router.delay", counted(delay, "cycle"),
      fmt::format("{}, {}, {}, {}{}", words("routing_delay", "1"), words("vc_alloc_delay", "1"),
                  words("sw_alloc_delay", "1"), words("st_final_delay", "1"), speculative ? ", speculative = 1" : ""));
  draft_.set("network.router.credit_delay", counted(natural("credit_delay", 0, 0, 1000) + link_latency_, "cycle"),
             words("credit_delay", "0") + ", and the way back");
}

void BooksimParts::rest() {
  for (const std::string_view name : printing) settings_.ignore(name);
  // Settings of a mode that is off, or at the value that says nothing.
  for (const std::string_view way : {"read_request", "read_reply", "write_request", "write_reply"}) {
    for (const std::string_view what : {"size", "begin_vc", "end_vc", "subnet"})
      settings_.ignore(fmt::format("{}_{}", way, what));
  }
  settings_.ignore("write_fraction");
  for (const auto& [name, nothing] :
       {std::pair("subnets", "1"), std::pair("priority", "none"), std::pair("class_priority", "0"),
        std::pair("link_failures", "0"), std::pair("noq", "0"), std::pair("router", "iq")}) {
    if (settings_.text(name, nothing) != nothing)
      leave_out(name, fmt::format("{}: no key of an experiment says this", words(name, nothing)));
  }
  tell_rest(" = ");
}

bool Booksim::sniff(std::string_view text) {
  bool ends = false, names = false;
  for (std::string_view line; next_line(text, line);) {
    line = before_comment(line, "#");  // not BookSim's: the comments of fsin.conf have both
    ends = ends || line.find(';') != std::string_view::npos;
    names = names || line.find("topology") != std::string_view::npos ||
            line.find("routing_function") != std::string_view::npos;
  }
  return ends && names;
}

void Booksim::convert(const Source& source, Result& to, Diagnostics& diagnostics) {
  BooksimParts parts(source, settings_of(source, diagnostics), to, diagnostics);
  parts.network();
  parts.router();
  parts.traffic();
  parts.measure();
  parts.rest();
}

}  // namespace fsin::imports
