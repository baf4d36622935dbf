// SPDX-License-Identifier: Apache-2.0
// A figure as a file. Every attribute of a drawing is in the SVG itself, so a copy with a background and a title is
// complete; what is drawn on a canvas goes into it as a picture.
"use strict";

(function () {
  const { element } = Report;
  const large = 16,
    small = 4, // margins on the screen and on paper
    head = 34;

  function save(name, blob) {
    const address = URL.createObjectURL(blob);
    const link = element("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  const fileName = (frame, ending) => (Report.data.name + "-" + frame.spec.id).replace(/[^\w.-]+/g, "-") + ending;

  const ruler = document.createElement("canvas").getContext("2d");

  /** The legend as SVG, in lines of the given width; returns its height. */
  function legend(svg, items, width, top, theme, family) {
    let x = 0,
      y = top;
    ruler.font = "12px " + family;
    for (const item of items) {
      const size = 38 + ruler.measureText(item.label).width;
      if (x > 0 && x + size > width) {
        x = 0;
        y += 20;
      }
      const swatch = svg.append("g").attr("transform", `translate(${x},${y - 10})`);
      if (item.state) Report.stateMark(swatch, 6, item.state, theme);
      else if (item.shape === undefined || item.shape === null)
        swatch.append("rect").attr("width", 12).attr("height", 12).attr("rx", 3).attr("fill", item.color);
      else
        swatch
          .append("path")
          .attr("transform", "translate(6,6)")
          .attr("d", Report.shape(item.shape, 60))
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

  /** Words in lines of at most so many pixels. */
  function lines(text, width, font) {
    ruler.font = font;
    const made = [""];
    for (const word of text.split(" ")) {
      const longer = (made[made.length - 1] + " " + word).trim();
      if (made[made.length - 1] && ruler.measureText(longer).width > width) made.push(word);
      else made[made.length - 1] = longer;
    }
    return made;
  }

  /** What the runs have in common, of what one must know to read a figure that has left its page. */
  Report.settings = () => {
    const { data } = Report,
      made = data.provenance;
    const headlines = new Set(data.points.map((point) => point.headline));
    const until = made.until ? "up to " + made.until.max_runs : made.seeds;
    const seeds = made.seeds === 1 ? "seed " + made.first_seed : `${until} runs a point, from seed ${made.first_seed}`;
    const part = data.partial ? `partial: ${data.partial.runs} of ${data.partial.planned} runs` : "";
    const common = headlines.size === 1 ? [...headlines][0] : data.points.length + " points";
    return [
      [data.title, data.description, common].filter((text) => text).join(" · "),
      [Report.intervalWords(), seeds, made.engine ? made.engine + " engine" : "", part].filter((text) => text).join(" · "),
      [made.version || data.program, made.source, (made.finished || made.started || "").slice(0, 10)]
        .filter((text) => text)
        .join(" · "),
    ].filter((text) => text);
  };

  /** Title, selection and settings of a figure, as they stand in every copy that leaves the page. */
  Report.about = (frame) => {
    const chosen = Report.selection(frame);
    return (chosen.length ? [chosen.join(" · ")] : []).concat(Report.settings());
  };

  /** The block under a figure; returns its height. */
  function caption(svg, texts, width, top, theme, family) {
    let y = top;
    for (const text of texts) {
      for (const line of lines(text, width, "11px " + family)) {
        svg.append("text").attr("class", "about").attr("y", y).attr("font-size", 11).attr("fill", theme.soft).text(line);
        y += 15;
      }
    }
    return y - top;
  }

  /** A picture for each canvas, behind what is drawn in SVG. */
  function images(canvases, place) {
    for (const canvas of canvases) {
      const [x, y, wide, high] = canvas.place;
      place(
        d3
          .create("svg:image")
          .attr("x", x)
          .attr("y", y)
          .attr("width", wide)
          .attr("height", high)
          .attr("href", canvas.toDataURL())
          .node(),
      );
    }
  }

  /** Canvases become pictures inside the SVG, which a printer shrinks to its page as one. */
  Report.flatten = (plot) => {
    const svg = plot.querySelector("svg");
    const canvases = [...plot.querySelectorAll("canvas")];
    images(canvases.reverse(), (image) => svg.prepend(image));
    for (const canvas of canvases) canvas.remove();
  };

  /** Widths of copies for a paper, in millimetres; a pixel is 1/96 of an inch there. */
  const widths = { column: 84, page: 174 };
  const pixels = (millimetres) => (millimetres / 25.4) * 96;

  /** Draws the figure as it is to be copied: light and at the width that is chosen, or as on the screen. */
  function drawnForCopy(frame, use) {
    if (!frame.drawn) frame.rebuild();
    const wide = widths[Report.choice.size];
    if (!wide || Report.printing) return use(frame, null);
    Report.printing = Math.floor(pixels(wide)) - 2 * small;
    try {
      frame.draw();
      return use(frame, wide);
    } finally {
      Report.printing = 0;
      frame.draw();
    }
  }

  /** The whole figure as SVG text, with its size. */
  const picture = (frame) => drawnForCopy(frame, pictureOf);

  function pictureOf(frame, millimetres) {
    const theme = Report.theme(),
      margin = millimetres ? small : large,
      choice = Report.choice;
    const drawn = frame.plot.querySelector("svg");
    const width = Number(drawn.getAttribute("width")),
      height = Number(drawn.getAttribute("height"));
    const family = drawn.getAttribute("font-family");
    const texts = Report.about(frame);
    const svg = d3
      .create("svg")
      .attr("xmlns", "http://www.w3.org/2000/svg")
      .attr("font-size", 12)
      .attr("font-family", family);
    svg.append("title").text(frame.spec.title);
    svg.append("desc").text(texts.join("\n"));
    const background = svg.append("rect").attr("fill", theme.surface).attr("width", "100%").attr("height", "100%");
    const body = svg.append("g").attr("transform", `translate(${margin},${margin})`);
    if (choice.title)
      body
        .append("text")
        .attr("y", 14)
        .attr("font-size", 15)
        .attr("font-weight", 600)
        .attr("fill", theme.ink)
        .text(frame.spec.title);
    const above = choice.title ? head : 0;
    const copy = body.append("g").attr("transform", `translate(0,${above})`);
    images(frame.plot.querySelectorAll("canvas"), (image) => copy.node().append(image));
    for (const child of drawn.childNodes) copy.node().append(child.cloneNode(true));
    copy.selectAll(".pointed").remove();
    const view = frame.view || {};
    const shown = (view.items || []).filter((item) => !frame.spec.hidden.has(item.key)).concat(view.states || []);
    const whole = above + height + 22;
    const under = legend(body, shown, width, whole, theme, family);
    const about = choice.provenance ? caption(body, texts, width, whole + under, theme, family) : 0;
    const size = [width + 2 * margin, whole + under + about + (about ? margin : 0)];
    const unit = (length) => (millimetres ? ((length * millimetres) / size[0]).toFixed(2) + "mm" : length);
    svg.attr("width", unit(size[0])).attr("height", unit(size[1])).attr("viewBox", `0 0 ${size[0]} ${size[1]}`);
    background.attr("width", size[0]).attr("height", size[1]);
    return { text: new XMLSerializer().serializeToString(svg.node()), size };
  }
  Report.picture = picture;

  Report.saveSvg = (frame) => save(fileName(frame, ".svg"), new Blob([picture(frame).text], { type: "image/svg+xml" }));

  /** The numbers of the figure, for pgfplots; resolves to nothing where it shows none. */
  Report.dat = (frame) => {
    if (!frame.drawn) frame.rebuild();
    const { table } = frame.view || {};
    return table ? table.text([frame.spec.title].concat(Report.about(frame)), fileName(frame, ".dat")) : "";
  };
  Report.saveDat = (frame) => save(fileName(frame, ".dat"), new Blob([Report.dat(frame)], { type: "text/plain" }));

  /** Resolves to a PNG of twice the size on the screen, or of 384 dots an inch. */
  Report.png = (frame) =>
    new Promise((resolve, reject) => {
      const { text, size } = picture(frame);
      const image = new Image();
      image.onload = () => {
        const fine = Report.choice.size === "screen" ? 2 : 4;
        const canvas = element("canvas", { width: Math.ceil(size[0] * fine), height: Math.ceil(size[1] * fine) });
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0, size[0] * fine, size[1] * fine);
        canvas.toBlob(resolve, "image/png");
      };
      image.onerror = reject;
      image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
    });
  Report.savePng = (frame) => Report.png(frame).then((blob) => save(fileName(frame, ".png"), blob));

  /** Pixels of a figure on A4 or letter, within the margins of the page. */
  Report.paperWidth = 690;

  /** Letters so small that a table is no wider than paper: it has no way to scroll. */
  Report.fitTable = (table) => {
    const style = element("style", {}, ".fit { width: 1px; font-size: 9px } .fit th { white-space: normal; min-width: 0 }");
    document.head.append(style);
    table.classList.add("fit");
    const least = table.getBoundingClientRect().width;
    table.classList.remove("fit");
    style.remove();
    table.style.fontSize = Math.min(9.3, (9 * Report.paperWidth) / least).toFixed(2) + "px";
  };

  /** The figure alone, on a page of its size. */
  function showSheet(frame) {
    const { text, size } = picture(frame);
    const image = element("img", {
      src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text),
      width: size[0],
      height: size[1],
      alt: frame.spec.title,
    });
    const [width, height] = size.map(Math.ceil);
    const page = element("style", {}, `@page { size: ${width}px ${height + 1}px; margin: 0 }`);
    document.getElementById("sheet").replaceChildren(page, image);
    document.body.classList.add("only-sheet");
    return image.decode();
  }

  /** Opens the print dialogue, whose "Save as PDF" gives a file of lines and letters, not of dots. */
  Report.printFigure = (frame) =>
    showSheet(frame).then(() => {
      const title = document.title;
      document.title = fileName(frame, "");
      print();
      document.title = title;
      document.body.classList.remove("only-sheet");
      document.getElementById("sheet").replaceChildren();
    });

  /**
   * report.html#print=ID is that figure alone: chromium --headless --print-to-pdf makes a file of it. #print=ID,column
   * and #print=ID,page have the sizes for a paper, and a further `,plain` neither title nor provenance.
   */
  Report.printNamed = () => {
    const wanted = /^#print=([^,]+)(?:,(.+))?$/.exec(location.hash);
    const frame = wanted && Report.frames.find((each) => each.spec.id === decodeURIComponent(wanted[1]));
    if (!frame) return;
    for (const word of (wanted[2] || "").split(",")) {
      if (word in widths) Report.choice.size = word;
      if (word === "plain") Report.choice.title = Report.choice.provenance = false;
    }
    frame.refresh();
    showSheet(frame);
  };

  /** A table as CSV. */
  Report.saveCsv = (name, rows) => {
    const field = (value) =>
      /[",\n]/.test(String(value)) ? '"' + String(value).replace(/"/g, '""') + '"' : String(value);
    save(name, new Blob([rows.map((row) => row.map(field).join(",")).join("\n") + "\n"], { type: "text/csv" }));
  };
})();
