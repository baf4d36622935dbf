// SPDX-License-Identifier: Apache-2.0
// The compiled part of the Python package: binds Call and Results, and shows their tables as numpy arrays without a
// copy. Users see nothing of it: fsin/python/fsin alone calls it.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "fsin/api/fsin.hpp"
#include "fsin/core/build_identity.hpp"
#include "fsin/core/bundled.hpp"
#include "fsin/python/call.hpp"
#include "fsin/stats/joint_outcome.hpp"
#include "fsin/stats/metrics.hpp"

namespace py = pybind11;

namespace fsin::python {
namespace {

using Shared = std::shared_ptr<const Results>;

/// A table of the results as they stand in memory, which the array keeps alive. It cannot be written to.
template <class Row>
py::array view_of(const Shared& owner, const std::vector<Row>& rows) {
  const py::capsule keeps_alive(new Shared(owner), [](void* kept) { delete static_cast<Shared*>(kept); });
  py::array_t<Row> array({rows.size()}, {sizeof(Row)}, rows.data(), keeps_alive);
  array.attr("flags").attr("writeable") = false;
  return array;
}

/// A table that was computed, and belongs to its array.
template <class Row>
py::array array_of(std::vector<Row> rows) {
  auto kept = std::make_unique<std::vector<Row>>(std::move(rows));
  const Row* const data = kept->data();
  const std::size_t size = kept->size();
  const py::capsule keeps_alive(kept.release(), [](void* all) { delete static_cast<std::vector<Row>*>(all); });
  return py::array_t<Row>({size}, {sizeof(Row)}, data, keeps_alive);
}

const result::KeptDetail& detail_of(const Results& results, std::size_t run) {
  static const result::KeptDetail none;
  const auto& detail = results.runs.at(run).result.detail;
  return detail ? *detail : none;
}

/// A row a run, of those from row `first` up to `last`, a column a figure of stats::metrics(); NaN where a run does not
/// have one.
py::array_t<double> figures_of(const Results& results, std::size_t first, std::size_t last) {
  const std::size_t columns = stats::metrics().size();
  py::array_t<double> table({last - first, columns});
  auto cells = table.mutable_unchecked<2>();
  for (std::size_t row = first; row < last; ++row) {
    const auto& figures = results.runs.at(row).result.figures;
    for (std::size_t column = 0; column < columns; ++column) {
      const auto& figure = figures[column];
      cells(static_cast<py::ssize_t>(row - first), static_cast<py::ssize_t>(column)) =
          figure ? stats::as_double(*figure) : std::numeric_limits<double>::quiet_NaN();
    }
  }
  return table;
}

/// A row a point, of those from `first` up to `last`, a column a figure: number of runs that have it, mean, standard
/// deviation, half width of the interval (infinite of a single run).
py::tuple estimates_of(const Results& results, std::size_t first, std::size_t last) {
  const std::size_t columns = stats::metrics().size();
  std::vector<py::array_t<double>> tables;
  for (int i = 0; i < 4; ++i) tables.emplace_back(std::vector<std::size_t>{last - first, columns});
  for (std::size_t point = first; point < last; ++point) {
    for (std::size_t column = 0; column < columns; ++column) {
      const stats::Estimate* found = results.summaries.at(point).find(stats::metrics()[column].name);
      const double none = std::numeric_limits<double>::quiet_NaN();
      const double values[] = {found ? static_cast<double>(found->n) : 0, found ? found->mean : none,
                               found ? found->stddev : none, found ? found->half_width : none};
      for (std::size_t i = 0; i < tables.size(); ++i)
        *tables[i].mutable_data(static_cast<py::ssize_t>(point - first), static_cast<py::ssize_t>(column)) = values[i];
    }
  }
  return py::make_tuple(tables[0], tables[1], tables[2], tables[3]);
}

/// Number of runs, and the outcome that stands for them, as in points.csv: None where there is no run.
py::list point_outcomes_list(const Results& results) {
  py::list all;
  for (const sweep::PointSummary& point : results.summaries) {
    all.append(py::make_tuple(point.runs,
                              point.runs > 0 ? py::object(py::str(std::string(point.outcome.text()))) : py::none()));
  }
  return all;
}

py::list metrics_list() {
  py::list all;
  for (const stats::Metric& metric : stats::metrics()) {
    all.append(py::make_tuple(std::string(metric.name), std::string(metric.unit), std::string(metric.meaning)));
  }
  return all;
}

/// Point, seed, outcome, fingerprint of the runs from row `first` up to `last`.
py::list runs_list(const Results& results, std::size_t first, std::size_t last) {
  py::list all;
  for (std::size_t row = first; row < last; ++row) {
    const sweep::Run& run = results.runs.at(row);
    const auto& fingerprint = run.result.fingerprint;
    all.append(py::make_tuple(run.point, run.seed, std::string(stats::name_of(run.result.outcome)),
                              fingerprint ? py::object(py::str(result::fingerprint_text(*fingerprint))) : py::none()));
  }
  return all;
}

/// Name, labels on the axes, headline.
py::tuple point_of(const Results& results, std::size_t point) {
  const sweep::PlannedPoint& planned = results.plan.points.at(point);
  return py::make_tuple(planned.name, planned.labels, planned.headline);
}

void bind_results(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(result::KeptLink, from, port, to, phits);
  PYBIND11_NUMPY_DTYPE(result::KeptBucket, low, high, packets);
  PYBIND11_NUMPY_DTYPE(result::KeptRank, rank, stream, node, compute, wait_message, wait_room, send, finished);
  PYBIND11_NUMPY_DTYPE(result::KeptSpan, rank, stream, state, from, to);
  PYBIND11_NUMPY_DTYPE(result::KeptTraffic::Cell, source, destination, packets);
  PYBIND11_NUMPY_DTYPE(report::SeriesRow, from, to, injected, delivered, packets, latency_sum, in_network);
  py::class_<Results, std::shared_ptr<Results>>(module, "Results")
      .def_property_readonly("name", [](const Results& self) { return self.plan.name; })
      .def_property_readonly("description", [](const Results& self) { return self.plan.description; })
      .def_property_readonly("source", [](const Results& self) { return self.plan.source; })
      .def_property_readonly("axes", [](const Results& self) { return self.plan.axes; })
      .def_property_readonly("seeds", [](const Results& self) { return self.plan.seeds; })
      .def_property_readonly("confidence", [](const Results& self) { return self.plan.confidence; })
      .def_property_readonly("engine", [](const Results& self) { return self.plan.engine; })
      .def_readonly("complete", &Results::complete)
      .def_readonly("of_run", &Results::of_run)
      .def_readonly("config", &Results::config)
      .def_property_readonly("point_count", [](const Results& self) { return self.plan.points.size(); })
      .def_property_readonly("run_count", [](const Results& self) { return self.runs.size(); })
      .def("point", point_of)
      .def("rows", &Results::rows)
      .def("runs", runs_list)
      .def("figures", figures_of)
      .def("estimates", estimates_of)
      .def("point_outcomes", point_outcomes_list)
      .def("main_figure", [](const Results& self, std::size_t point) { return sweep::main_figure(self.plan, point); })
      .def("point_json", &Results::point_json)
      .def("links", [](const Shared& self, std::size_t run) { return view_of(self, self->runs.at(run).result.links); })
      .def("latency",
           [](const Shared& self, std::size_t run) { return view_of(self, self->runs.at(run).result.histogram); })
      .def("ranks", [](const Shared& self, std::size_t run) { return view_of(self, detail_of(*self, run).ranks); })
      .def("spans", [](const Shared& self, std::size_t run) { return view_of(self, detail_of(*self, run).spans); })
      .def("traffic",
           [](const Shared& self, std::size_t run) { return view_of(self, detail_of(*self, run).traffic.cells); })
      .def("nodes_per_block",
           [](const Results& self, std::size_t run) { return detail_of(self, run).traffic.block_nodes; })
      .def("series", [](const Shared& self, std::size_t run) { return array_of(self->series(run)); })
      .def("node_phits", [](const Shared& self) { return view_of(self, self->node_phits); });
}

void bind_call(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(WiredLink, from, port, to, in_port);
  using Released = py::call_guard<py::gil_scoped_release>;
  py::class_<Call>(module, "Call")
      .def(py::init([](std::optional<std::filesystem::path> file, std::string name, std::string text,
                       std::vector<std::string> overrides, std::string engine, unsigned threads, unsigned jobs,
                       bool allow_deadlock, std::optional<std::filesystem::path> out, bool resume, bool series,
                       std::optional<std::string> cache, std::filesystem::path scratch) {
             return std::make_unique<Call>(
                 api::Written{std::move(file), std::move(name), std::move(text), std::move(overrides)},
                 How{std::move(engine), threads, jobs, allow_deadlock, std::move(out), resume, series, std::move(cache),
                     std::move(scratch)});
           }),
           py::kw_only(), py::arg("file"), py::arg("name"), py::arg("text"), py::arg("overrides"), py::arg("engine"),
           py::arg("threads"), py::arg("jobs"), py::arg("allow_deadlock"), py::arg("out"), py::arg("resume"),
           py::arg("series"), py::arg("cache"), py::arg("scratch"))
      .def(
          "run", [](Call& self) { return std::const_pointer_cast<Results>(self.run()); }, Released())
      .def(
          "sweep", [](Call& self) { return std::const_pointer_cast<Results>(self.sweep()); }, Released())
      .def("check", &Call::check, Released())
      .def("wiring",
           [](Call& self) -> py::object {
             std::optional<Wiring> wiring;
             {
               const py::gil_scoped_release released;
               wiring = self.wiring();
             }
             if (!wiring) return py::none();
             return py::make_tuple(wiring->nodes, wiring->routers, wiring->ports, wiring->virtual_channels,
                                   array_of(std::move(wiring->links)));
           })
      .def("stop", &Call::stop)
      .def("progress",
           [](const Call& self) {
             const Progress now = self.progress();
             return py::make_tuple(now.done, now.runs, now.text);
           })
      .def_property_readonly("refusal", [](const Call& self) { return self.refusal(); })
      .def("told", [](const Call& self) {
        py::list all;
        for (const Told& each : self.told()) {
          all.append(
              py::make_tuple(each.error, each.place, each.file, each.line, each.column, each.message, each.text));
        }
        return all;
      });
}

py::list messages_of(const std::vector<Message>& messages) {
  py::list all;
  for (const Message& each : messages) all.append(py::make_tuple(each.place, each.text));
  return all;
}

/// The network, or None; the text of its mistakes; mistakes, or warnings of a network.
py::tuple open_network(const std::optional<std::filesystem::path>& file, const std::string& name,
                       const std::string& text, const std::vector<std::string>& overrides, bool allow_deadlock,
                       const std::string& engine) {
  Experiment experiment = file ? Experiment::from_file(*file) : Experiment::from_text(text, name);
  for (const std::string& each : overrides) {
    const std::size_t equals = each.find('=');
    experiment.set(each.substr(0, equals), each.substr(equals + 1));
  }
  try {
    std::unique_ptr<Network> network;
    {
      const py::gil_scoped_release released;
      network = std::make_unique<Network>(experiment, allow_deadlock, engine);
    }
    py::list warnings = messages_of(network->warnings());
    return py::make_tuple(std::move(network), "", warnings);
  } catch (const ExperimentError& error) {
    return py::make_tuple(py::none(), std::string(error.what()), messages_of(error.mistakes()));
  }
}

void bind_network(py::module_& module) {
  py::class_<Network>(module, "Network")
      .def_property_readonly("nodes", &Network::nodes)
      .def_property_readonly("seconds_per_cycle", &Network::seconds_per_cycle)
      .def("now", &Network::now)
      .def("under_way", &Network::under_way)
      .def("send", &Network::send)
      .def("advance", &Network::advance, py::call_guard<py::gil_scoped_release>())
      .def("save",
           [](const Network& self) {
             std::string state;
             {
               const py::gil_scoped_release released;
               state = self.save();
             }
             return py::bytes(state);
           })
      .def("restore",
           [](Network& self, const py::bytes& state) {
             const std::string_view bytes = state;  // which nobody changes
             const py::gil_scoped_release released;
             self.restore(bytes);
           })
      .def("branch", &Network::branch, py::call_guard<py::gil_scoped_release>())
      .def("next_delivery", [](Network& self) -> py::object {
        const auto next = self.next_delivery();
        return next ? py::object(py::make_tuple(next->token, next->cycle)) : py::none();
      });
  module.attr("no_end") = Network::no_end;
  module.def("open_network", &open_network, py::kw_only(), py::arg("file"), py::arg("name"), py::arg("text"),
             py::arg("overrides"), py::arg("allow_deadlock"), py::arg("engine"));
}

}  // namespace
}  // namespace fsin::python

PYBIND11_MODULE(_fsin, module) {
  using namespace fsin;
  module.doc() = "The compiled part of fsin.";
  module.def("version", [] { return std::string(version()); });
  module.def("revision", [] { return std::string(build_identity::revision()); });
  module.def("data_folder", &data_folder);
  module.def("metrics", &python::metrics_list);
  module.def("span_states",
             [] { return std::vector<std::string>(result::span_states.begin(), result::span_states.end()); });
  py::register_exception<sweep::SweepError>(module, "FolderError");
  module.def(
      "read",
      [](const std::filesystem::path& folder) {
        return std::make_shared<python::Results>(python::read_folder(folder));
      },
      py::call_guard<py::gil_scoped_release>());
  python::bind_results(module);
  python::bind_call(module);
  python::bind_network(module);
}
