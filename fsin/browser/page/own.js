// SPDX-License-Identifier: Apache-2.0
// An experiment of one's own, in place of that of the form: a text that is typed or pasted, the one that the address has
// (#experiment=TEXT, percent-encoded, with the fingerprint that has to come out), or a run of a file (files.js).
"use strict";

(function () {
  const by = (id) => document.getElementById(id);
  /** {text, expected: {fingerprint, version} or null, of: where it is from}; null: the form holds. */
  Lab.own = null;
  let open = null;

  function fromAddress() {
    const kept = new URLSearchParams(location.hash.slice(1));
    if (!kept.has("experiment")) return null;
    const fingerprint = kept.get("fingerprint");
    return {
      text: kept.get("experiment"),
      expected: fingerprint ? { fingerprint: fingerprint.toLowerCase(), version: kept.get("version") || "" } : null,
      of: kept.get("of") || "",
    };
  }

  Lab.ownAddress = () => {
    const { text, expected, of } = Lab.own;
    return Experiments.address(text, expected && expected.fingerprint, expected && expected.version, of);
  };

  /** Takes an experiment, or null for that of the form. */
  Lab.take = (own) => {
    Lab.own = own;
    open();
  };

  /** `yaml`: the experiment as the engine has read it, which a single line of JSON is shown as. */
  Lab.showOwn = (yaml) => {
    const own = Lab.own;
    by("choices").hidden = by("explained").hidden = by("edit").hidden = own !== null;
    by("own").hidden = own === null;
    const of = own && own.of ? `This is the run “${own.of}”` : "";
    const wanted = own && own.expected ? `, whose fingerprint is ${own.expected.fingerprint}` : "";
    by("of").hidden = !of;
    by("of").textContent = of ? of + wanted + ". Let it run to its end: the page says whether it is the same here." : "";
    if (own) by("own-text").value = yaml && !own.text.trim().includes("\n") ? yaml : own.text;
  };

  Lab.makeOwn = (opens) => {
    open = opens;
    const takeText = () => Lab.take({ text: by("own-text").value, expected: null, of: "" });
    by("edit").addEventListener("click", () => {
      Lab.take({ text: by("yaml").textContent, expected: null, of: "" });
      by("own-text").focus();
    });
    by("own-take").addEventListener("click", takeText);
    by("own-text").addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) takeText();
    });
    by("own-leave").addEventListener("click", () => Lab.take(null));
    // Another address in the same page; one of the form begins anew.
    addEventListener("hashchange", () => {
      const own = fromAddress();
      if (own) Lab.take(own);
      else location.reload();
    });
    Lab.own = fromAddress();
    Lab.makeFiles();
  };
})();
