// In a page of `balancer page --watch`: asks the server whether the scenario was saved again, and for its errors.
(() => {
  const PAUSE = 500, shown = Number(document.currentScript.dataset.number);  // ms; which state this page is
  const said = document.createElement("p");
  said.className = "refusal";
  said.setAttribute("role", "alert");
  said.style.whiteSpace = "pre-line";
  said.hidden = true;
  document.getElementById("play-panel").before(said);
  const say = (text) => { if (said.textContent !== text) { said.textContent = text; said.hidden = !text; } };
  const look = async () => {
    try {
      const { number, error } = await (await fetch("state", { cache: "no-store" })).json();
      if (number !== shown) { location.reload(); return; }  // the link keeps what is changed here
      say(error && `${error}\nThe figures are those of the file as it was before.`);
    } catch { say("balancer page --watch has ended: what is saved now does not come here any more."); }
    setTimeout(look, PAUSE);
  };
  look();
})();
