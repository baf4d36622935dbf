// SPDX-License-Identifier: Apache-2.0
// Which points a figure shows: a select for each axis, one of which may say "all", for points side by side or on top
// of each other.
"use strict";

(function () {
  /** `held`: points for which there are data. `most`: points shown together at most, 1 for one at a time. */
  class Picker {
    constructor(held, most, state) {
      this.held = held;
      this.most = most;
      this.state = state;
      this.axes = Report.axes.filter((axis) => new Set(held.map((point) => Report.step(point, axis))).size > 1);
      for (const axis of this.axes) {
        const steps = new Set(held.map((point) => Report.step(point, axis)));
        const wanted = axis === Report.loadAxis ? Math.floor((axis.steps.length - 1) / 2) : 0;
        this.state[this.key(axis)] = String(steps.has(wanted) ? wanted : d3.min([...steps]));
      }
      const spread = this.axes.includes(Report.designAxis) ? Report.designAxis : this.axes[this.axes.length - 1];
      if (most > 1 && spread && spread.steps.length <= most) this.state[this.key(spread)] = "all";
      Report.pickers.push(this);
      if (this.points().length === 0)
        for (const axis of this.axes) this.state[this.key(axis)] = String(Report.step(held[0], axis));
    }

    key(axis) {
      return "axis" + axis.index;
    }

    controls() {
      return this.axes.map((axis) => {
        const options = axis.steps.map((label, step) => [String(step), label]);
        if (this.most > 1 && axis.steps.length <= this.most) options.push(["all", "all, to compare"]);
        return {
          kind: "select",
          label: Report.axisName(axis),
          key: this.key(axis),
          options,
          change: (value) => this.keepOneAll(axis, value),
        };
      });
    }

    /** Two axes in full would be too many: the other falls back to its first step. */
    keepOneAll(changed, value) {
      if (value !== "all") return;
      for (const axis of this.axes) {
        if (axis !== changed && this.state[this.key(axis)] === "all") this.state[this.key(axis)] = "0";
      }
    }

    /** Shows a point, if there are data of it; an axis that is compared in full stays so. */
    show(point) {
      if (!this.held.includes(point)) return;
      for (const axis of this.axes) {
        if (this.state[this.key(axis)] !== "all") this.state[this.key(axis)] = String(Report.step(point, axis));
      }
    }

    points() {
      return this.held
        .filter((point) =>
          this.axes.every((axis) => {
            const wanted = this.state[this.key(axis)];
            return wanted === "all" || Number(wanted) === Report.step(point, axis);
          }),
        )
        .slice(0, this.most);
    }

    /** What tells the shown points from each other. */
    name(point) {
      const spread = this.axes.filter((axis) => this.state[this.key(axis)] === "all");
      return spread.length
        ? Report.labels(point, spread)
        : Report.pointName(point) || Report.data.points[point].headline;
    }
  }
  Report.Picker = Picker;

  /** Axes that stand at one step each because all their combinations would be too many for a figure. */
  Report.fixed = {
    key: (axis) => "fixed" + axis.index,
    step(state, axis) {
      const key = Report.fixed.key(axis);
      if (state[key] === undefined)
        state[key] = String(axis === Report.loadAxis ? Math.floor((axis.steps.length - 1) / 2) : 0);
      return Number(state[key]);
    },
    holds: (state, axes, point) => axes.every((axis) => Report.step(point, axis) === Report.fixed.step(state, axis)),
    controls: (state, axes) =>
      axes.map((axis) => {
        Report.fixed.step(state, axis);
        const options = axis.steps.map((label, step) => [String(step), label]);
        return { kind: "select", label: Report.axisName(axis), key: Report.fixed.key(axis), options };
      }),
  };
})();
