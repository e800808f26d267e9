// Chooses one of many cells by the value on each axis; without scripts the cells are folded one under another.
(() => {
  const section = document.getElementById("cells");
  const form = section.querySelector("form.picker");
  const cells = [...section.querySelectorAll("details.cell")];
  const at = new Map(cells.map((cell) => [cell, JSON.parse(cell.dataset.at)]));
  const axes = [...new Set(cells.flatMap((cell) => Object.keys(at.get(cell))))];
  const selects = axes.map((axis) => {
    const select = form.appendChild(document.createElement("label")).appendChild(document.createElement("select"));
    select.parentNode.prepend(axis);
    for (const value of new Set(cells.map((cell) => at.get(cell)[axis]))) select.add(new Option(value));
    select.addEventListener("change", () => {
      const chosen = nearest(axis);
      show(chosen);
      history.replaceState(null, "", `#${chosen.id}`);  // so that the address leads to this cell
    });
    return select;
  });
  const wanted = (cell) => axes.filter((axis, k) => at.get(cell)[axis] === selects[k].value).length;
  // The cell that has the value just chosen and most of the others: not every combination need have been played.
  const nearest = (axis) => {
    const chosen = selects[axes.indexOf(axis)].value;
    const fitting = cells.filter((cell) => at.get(cell)[axis] === chosen);
    return fitting.reduce((best, cell) => (wanted(cell) > wanted(best) ? cell : best));
  };
  const show = (chosen) => {
    for (const cell of cells) cell.open = cell === chosen;
    selects.forEach((select, k) => { select.value = at.get(chosen)[axes[k]]; });
  };
  const follow = () => {
    const chosen = cells.find((cell) => `#${cell.id}` === location.hash);
    if (chosen) { show(chosen); chosen.scrollIntoView(); }
  };
  show(cells.find((cell) => cell.open) || cells[0]);
  section.classList.add("picked");
  form.hidden = false;
  addEventListener("hashchange", follow);
  follow();
})();
