// Sorts, filters and copies tables, shows values of charts on hover and tap, opens the target of a link.  The page can be read without scripts.
(() => {
  const number = (text) => {
    const found = text.replace(/[\s\u202f\u00a0]/g, "").replace("\u2212", "-").match(/^[+<]?-?\d+(\.\d+)?/);
    return found ? parseFloat(found[0].replace(/^[+<]/, "")) : NaN;
  };
  const compare = (a, b) => {
    const [x, y] = [number(a), number(b)];
    if (isNaN(x) || isNaN(y)) return isNaN(x) && isNaN(y) ? a.localeCompare(b) : isNaN(x) ? 1 : -1;
    return x - y;
  };
  for (const table of document.querySelectorAll(".scroll > table:not(.matrix)")) {
    const heads = [...table.querySelectorAll("thead th")];
    heads.forEach((head, k) => {
      head.classList.add("sortable");
      head.tabIndex = 0;
      const sort = () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...table.tBodies[0].rows].sort((a, b) => compare(a.cells[k].textContent, b.cells[k].textContent));
        table.tBodies[0].append(...(down ? rows.reverse() : rows));
      };
      head.addEventListener("click", sort);
      head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
    });
    const copy = table.caption?.appendChild(document.createElement("button"));
    if (!copy) continue;
    copy.className = "copy";
    copy.type = "button";
    copy.textContent = "copy";
    copy.addEventListener("click", async () => {
      const lines = [...table.rows].filter((row) => !row.hidden).map((row) => [...row.cells].map((cell) => cell.textContent.trim()).join("\t"));
      try { await navigator.clipboard.writeText(lines.join("\n")); copy.textContent = "copied"; }
      catch { copy.textContent = "copying is not allowed here"; }
    });
    if (table.tBodies[0].rows.length < 13) continue;
    const sought = { type: "search", className: "filter", placeholder: "rows with \u2026", title: "show only rows that contain this" };
    const filter = table.caption.appendChild(Object.assign(document.createElement("input"), sought));
    filter.addEventListener("input", () => {
      const text = filter.value.trim().toLowerCase();
      for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(text);
    });
  }
  // A chart as a picture: its SVG with the page's colours written out, drawn at twice its size.
  const picture = (svg) => {
    const colours = getComputedStyle(document.documentElement);
    const copy = svg.cloneNode(true);
    const [wide, high] = [svg.viewBox.baseVal.width, svg.dataset.whole];  // with the notes, which the page shows next to it
    const [width, height] = [2 * wide, 2 * high];
    for (const point of copy.querySelectorAll(".pt")) point.remove();
    const attributes = { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${wide} ${high}`, width, height, "font-family": "sans-serif" };
    for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
    const text = new XMLSerializer().serializeToString(copy)
      .replace(/currentColor/g, colours.getPropertyValue("--ink").trim())
      .replace(/var\((--[a-z-]+)\)/g, (_, name) => colours.getPropertyValue(name).trim());
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const image = new Image();
    image.onload = () => {
      const paper = canvas.getContext("2d");
      paper.fillStyle = colours.getPropertyValue("--paper").trim();
      paper.fillRect(0, 0, width, height);
      paper.drawImage(image, 0, 0);
      const name = [svg.getAttribute("aria-label").split(";")[0], document.title.split(" \u2013 ")[0]].join(", ");
      Object.assign(document.createElement("a"), { href: canvas.toDataURL("image/png"), download: `${name}.png` }).click();
    };
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  };
  for (const svg of document.querySelectorAll("figure > svg")) {
    const save = svg.parentNode.insertBefore(document.createElement("button"), svg.nextSibling);
    save.className = "copy save";
    save.type = "button";
    save.textContent = "PNG";
    save.title = "save this chart as a picture";
    save.addEventListener("click", () => picture(svg));
  }
  const tip = document.body.appendChild(document.createElement("div"));
  tip.className = "tip";
  tip.hidden = true;
  const show = (event) => {
    const point = event.target.closest?.(".pt");
    tip.hidden = !point;
    if (!point) return;
    const title = point.querySelector("title");
    if (title) { point.dataset.words = title.textContent; title.remove(); }  // else the browser shows it, too
    tip.textContent = point.dataset.words;
    const box = point.getBoundingClientRect();
    const left = Math.min(box.left + scrollX, scrollX + document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${box.top + scrollY - tip.offsetHeight - 4}px`;
  };
  for (const kind of ["mouseover", "click", "focusin"]) document.addEventListener(kind, show);
  const unfold = () => {
    const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    if (!target.matches("details.cell")) target.scrollIntoView();
  };
  addEventListener("hashchange", unfold);
  addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("#sweep > details.folded")) one.open = true;
  });
  unfold();
})();
