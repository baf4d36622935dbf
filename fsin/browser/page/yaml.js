// SPDX-License-Identifier: Apache-2.0
// The text of an experiment as the engine takes it (fsin/browser/yaml.cpp): YAML as js-yaml reads it, every scalar as the
// text that was written, with the line and column of each. js-yaml tells of each node where it begins and what it became.
"use strict";

(function () {
  const nulls = ["", "~", "null", "Null", "NULL"];

  /** Line and column from 1, of a place in the text. */
  function places(text) {
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    return (place) => {
      let low = 0;
      for (let high = starts.length; high - low > 1; ) {
        const middle = (low + high) >> 1;
        if (starts[middle] <= place) low = middle;
        else high = middle;
      }
      return [low + 1, place - starts[low] + 1];
    };
  }

  /** Where the next token begins: behind blanks, ends of lines and comments. */
  function token(text, place) {
    for (;;) {
      while (" \t\r\n".includes(text[place] || "x")) ++place;
      if (text[place] !== "#") return place;
      while (place < text.length && text[place] !== "\n") ++place;
    }
  }

  /** A value without places of its own: what an alias stands for. `room`: how many more values there may be. */
  function plain(value, at, room) {
    if (--room.values < 0) throw new Error("its aliases stand for too much");
    if (value === null || value === undefined) return { at };
    if (Array.isArray(value)) return { at, list: value.map((each) => plain(each, at, room)) };
    if (typeof value !== "object") return { at, text: String(value) };
    return { at, map: Object.entries(value).flatMap(([key, each]) => [{ at, text: key }, plain(each, at, room)]) };
  }

  function holdsItself(value, above = []) {
    if (typeof value !== "object" || value === null) return false;
    return above.includes(value) || Object.values(value).some((each) => holdsItself(each, [...above, value]));
  }

  function node(text, at, start, kind, result, inner, room) {
    const whole = inner.find((each) => each.result === result && result !== null && typeof result === "object");
    if (whole) return whole.node; // what was taken for the first key of a map is all there is
    const nodes = inner.map((each) => each.node);
    if (kind === "sequence" && nodes.length === result.length) return { at, list: nodes };
    if (kind === "mapping" && nodes.length === 2 * Object.keys(result).length) return { at, map: nodes };
    if (kind !== "scalar" || typeof result !== "string") return plain(result, at, room);
    const quoted = text[start] === '"' || text[start] === "'";
    if (!quoted && nulls.includes(result)) return { at };
    return { at, text: result, ...(quoted ? { quoted } : {}) };
  }

  /** {tree}; {mistake}, and `at` where it is known; or nothing of a text without a document. */
  Lab.readYaml = (given) => {
    const text = given.replace(/^\uFEFF/, "");
    const placeOf = places(text);
    const open = [{ inner: [] }];
    const room = { values: 100000 };
    const listener = (event, state) => {
      if (event === "open") return void open.push({ start: token(text, state.position), inner: [] });
      const { start, inner } = open.pop();
      open[open.length - 1].inner.push({ result: state.result, node: node(text, placeOf(start), start, state.kind, state.result, inner, room) });
    };
    try {
      const value = jsyaml.load(text, { schema: jsyaml.FAILSAFE_SCHEMA, listener });
      if (value === undefined || value === null) return {};
      if (holdsItself(value)) throw new Error("an alias stands for what it is in");
      return { tree: open[0].inner.pop().node };
    } catch (error) {
      const at = error.mark ? { at: [error.mark.line + 1, error.mark.column + 1] } : {};
      return { mistake: `not valid YAML: ${error.reason || error.message}`, ...at };
    }
  };
})();
