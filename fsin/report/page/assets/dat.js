// SPDX-License-Identifier: Apache-2.0
// The numbers of a figure, as they stand in it, as a table for pgfplots (or gnuplot, or read_table of R): columns
// separated by blanks, a head, "nan" where there is no value; what the columns are and how to plot them in comments.
"use strict";

(function () {
  /** Letters, digits and _ only, so that neither TeX nor a shell minds; never twice the same. */
  function columnName(text, taken) {
    const plain = text.replace(/[^A-Za-z0-9]+/g, "_").replace(/^_+|_+$/g, "") || "y";
    let name = plain;
    for (let number = 2; taken.has(name); ++number) name = plain + "_" + number;
    taken.add(name);
    return name;
  }

  const oneLine = (text) => String(text).replace(/\s+/g, " ");
  /** A word of a row: a number, or a text in braces without what TeX would act upon. */
  const cell = (value) => {
    if (typeof value === "number") return isFinite(value) ? String(value) : "nan";
    if (value === null || value === undefined) return "nan";
    return "{" + oneLine(value).replace(/[#%&$^~_\\{}]+/g, " ").trim() + "}";
  };

  class Table {
    constructor(x, meaning) {
      this.taken = new Set();
      this.columns = [];
      this.plots = [];
      this.rows = new Map();
      this.x = this.column(x, meaning);
      this.labels = null;
    }

    column(name, meaning) {
      const column = { name: columnName(name, this.taken), meaning: oneLine(meaning) };
      this.columns.push(column);
      return column.name;
    }

    set(x, column, value) {
      if (!this.rows.has(x)) this.rows.set(x, {});
      this.rows.get(x)[column] = value;
    }

    /**
     * Values over x, [{x, mean, half, state}], as a column, and their half widths and the states of their points
     * (Report.state) as others if any has one.
     */
    series(name, meaning, points) {
      if (points.length === 0) return;
      const own = this.column(name, meaning);
      const given = (part) => points.some((point) => point[part] !== null && point[part] !== undefined);
      const half = given("half") ? this.column(name + "_half", "half width of the interval of " + own) : null;
      const state = given("state")
        ? this.column(name + "_state", `of ${own}: 0 settled, 1 not settled, 2 saturated, 3 another outcome`)
        : null;
      for (const point of points) {
        this.set(point.x, own, point.mean);
        if (half) this.set(point.x, half, point.half);
        if (state) this.set(point.x, state, point.state);
      }
      this.plots.push({ own, half, state });
    }

    /** Names of the rows: xticklabels from table={FILE}{label}. */
    label(x, text) {
      if (!this.labels) {
        this.labels = "label";
        this.columns.splice(1, 0, { name: columnName("label", this.taken), meaning: "name of the row" });
      }
      this.set(x, "label", text);
    }

    sorted() {
      return [...this.rows].sort(([a], [b]) => a - b);
    }

    text(comments, file) {
      const lines = comments.map((line) => "# " + oneLine(line));
      for (const { name, meaning } of this.columns) lines.push(`# column ${name}: ${meaning}`);
      for (const { own, half, state } of this.plots) {
        const error = half ? `, y error=${half}` : "";
        const bars = half ? "[error bars/.cd, y dir=both, y explicit] " : "";
        lines.push(`# \\addplot+ ${bars}table [x=${this.x}, y=${own}${error}] {${file}};`);
        if (!state || !this.sorted().some(([, row]) => row[state] >= 2)) continue;
        const hollow = `only marks, mark options={fill=white}, restrict expr to domain={\\thisrow{${state}}}{2:3}`;
        lines.push(`# \\addplot [forget plot, ${hollow}] table [x=${this.x}, y=${own}] {${file}};`);
      }
      lines.push(this.columns.map(({ name }) => name).join(" "));
      for (const [x, row] of this.sorted())
        lines.push(this.columns.map(({ name }) => cell(name === this.x ? x : row[name])).join(" "));
      return lines.join("\n") + "\n";
    }
  }
  Report.Table = Table;

  /** Rows of equal columns, [[name, meaning], ...]: links, spans, cells. */
  Report.list = (columns, rows) => {
    const table = new Table(...columns[0]);
    const names = [table.x].concat(columns.slice(1).map(([name, meaning]) => table.column(name, meaning)));
    table.sorted = () => rows.map((row) => [row[0], Object.fromEntries(names.map((name, i) => [name, row[i]]))]);
    table.size = rows.length;
    return table;
  };
})();
