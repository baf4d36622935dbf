// SPDX-License-Identifier: Apache-2.0
// The functions of the engine (fsin/browser/exports.cpp) as JavaScript has them.
"use strict";

(function () {
  /** The engine, once it has been compiled. */
  Lab.start = async () => {
    const module = await loadEngine();
    const page = module.ccall("fsin_new", "number", [], []);
    const text = (name, types = [], values = []) =>
      JSON.parse(module.ccall(name, "string", ["number", ...types], [page, ...values]));
    const address = (name) => module.ccall(name, "number", ["number"], [page]);
    const floats = (name, count) => new Float32Array(module.HEAPU8.buffer, address(name), count);
    return {
      lists: () => text("fsin_lists"),
      read: (experiment) => text("fsin_read", ["string"], [experiment]),
      open: (experiment) => text("fsin_open", ["string"], [experiment]),
      /** True at the end of the run. */
      advance: (cycles) => module.ccall("fsin_advance", "number", ["number", "number"], [page, cycles]) === 1,
      state: () => text("fsin_state"),
      router: (number) => text("fsin_router", ["number"], [number]),
      result: () => text("fsin_result"),
      /** What links and routers hold now; valid until the run goes on. */
      view: (links, routers) => ({
        loads: floats("fsin_link_loads", links),
        held: new Uint8Array(module.HEAPU8.buffer, address("fsin_link_held"), links),
        queues: floats("fsin_queue_fill", routers),
        own: floats("fsin_injection_fill", routers),
      }),
    };
  };
})();
