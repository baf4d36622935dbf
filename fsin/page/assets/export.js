// SPDX-License-Identifier: Apache-2.0
// A figure as a file. Every attribute of a drawing is in the SVG itself, so a copy with a background and a title is
// complete; what is drawn on a canvas goes into it as a picture.
"use strict";

(function () {
  const margin = 16,
    head = 34;

  function save(name, blob) {
    const address = URL.createObjectURL(blob);
    const link = Report.element("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  const fileName = (frame, ending) => (Report.data.name + "-" + frame.spec.id).replace(/[^\w.-]+/g, "-") + ending;

  /** The legend as SVG, in lines of the given width; returns its height. */
  function legend(svg, items, width, top, theme) {
    let x = 0,
      y = top;
    for (const item of items) {
      const size = 34 + 7 * item.label.length;
      if (x > 0 && x + size > width) {
        x = 0;
        y += 20;
      }
      svg
        .append("rect")
        .attr("x", x)
        .attr("y", y - 10)
        .attr("width", 12)
        .attr("height", 12)
        .attr("rx", 3)
        .attr("fill", item.color);
      svg
        .append("text")
        .attr("x", x + 18)
        .attr("y", y)
        .attr("fill", theme.ink)
        .text(item.label);
      x += size;
    }
    return items.length ? y - top + 24 : 0;
  }

  /** The whole figure as SVG text, with its size. */
  function picture(frame) {
    const theme = Report.theme();
    const drawn = frame.plot.querySelector("svg");
    const width = drawn.getBoundingClientRect().width,
      height = drawn.getBoundingClientRect().height;
    const svg = d3
      .create("svg")
      .attr("xmlns", "http://www.w3.org/2000/svg")
      .attr("font-size", 12)
      .attr("font-family", drawn.getAttribute("font-family"));
    const background = svg.append("rect").attr("fill", theme.surface).attr("width", "100%").attr("height", "100%");
    const body = svg.append("g").attr("transform", `translate(${margin},${margin})`);
    body
      .append("text")
      .attr("y", 14)
      .attr("font-size", 15)
      .attr("font-weight", 600)
      .attr("fill", theme.ink)
      .text(frame.spec.title);
    for (const canvas of frame.plot.querySelectorAll("canvas")) {
      const [x, y, wide, high] = canvas.place;
      body
        .append("image")
        .attr("x", x)
        .attr("y", y + head)
        .attr("width", wide)
        .attr("height", high)
        .attr("href", canvas.toDataURL());
    }
    const copy = body.append("g").attr("transform", `translate(0,${head})`);
    for (const child of drawn.childNodes) copy.node().append(child.cloneNode(true));
    copy.selectAll(".pointed").remove();
    const shown = ((frame.view && frame.view.items) || []).filter((item) => !frame.spec.hidden.has(item.key));
    const whole = head + height + 22;
    const under = legend(body, shown, width, whole, theme);
    const size = [width + 2 * margin, whole + under + margin];
    svg.attr("width", size[0]).attr("height", size[1]).attr("viewBox", `0 0 ${size[0]} ${size[1]}`);
    background.attr("width", size[0]).attr("height", size[1]);
    return { text: new XMLSerializer().serializeToString(svg.node()), size };
  }
  Report.picture = picture;

  Report.saveSvg = (frame) => save(fileName(frame, ".svg"), new Blob([picture(frame).text], { type: "image/svg+xml" }));

  /** Resolves to a PNG of twice the size on the screen. */
  Report.png = (frame) =>
    new Promise((resolve, reject) => {
      const { text, size } = picture(frame);
      const image = new Image();
      image.onload = () => {
        const canvas = Report.element("canvas", { width: Math.ceil(size[0] * 2), height: Math.ceil(size[1] * 2) });
        const context = canvas.getContext("2d");
        context.scale(2, 2);
        context.drawImage(image, 0, 0);
        canvas.toBlob(resolve, "image/png");
      };
      image.onerror = reject;
      image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
    });
  Report.savePng = (frame) => Report.png(frame).then((blob) => save(fileName(frame, ".png"), blob));

  /** A table as CSV. */
  Report.saveCsv = (name, rows) => {
    const field = (value) =>
      /[",\n]/.test(String(value)) ? '"' + String(value).replace(/"/g, '""') + '"' : String(value);
    save(name, new Blob([rows.map((row) => row.map(field).join(",")).join("\n") + "\n"], { type: "text/csv" }));
  };
})();
