// Has the engine play with workers that are late, in any order: node late_workers.js ENGINE < {description, setting, workers, plays}.
// Game i of seed s counts s * 1000 + i in every sum.  Writes what is wrong, and how many plays came to their end.
const fs = require("fs");
const { description, setting, workers, plays } = JSON.parse(fs.readFileSync(0, "utf8"));
const { createEngine } = new Function(`${fs.readFileSync(process.argv[2], "utf8")}; return { createEngine };`)();
const EMPTY = "AGFzbQEAAAA=";
let state = 4711 + workers;
const random = (n) => ((state = (Math.imul(state, 1103515245) + 12345) >>> 0) >>> 8) % n;
const sum = (seed, first, count) => count * seed * 1000 + (count * (2 * first + count - 1)) / 2;

function makeWorker() {
  let sides = [], pairs = null;
  const port = {
    terminate() {},  // what is under way still comes
    postMessage(message) {
      if (message.modules) return;
      if (message.setting) return void ({ sides, pairs } = message.setting);
      const { generation, first, count } = message, value = BigInt(sum(Number(sides[0].seed), first, count));
      const answer = {
        generation, first, count, milliseconds: count * (1 + random(40)) / 100,
        sides: sides.map(({ kept }) => ({ words: new BigInt64Array(kept.length).fill(value), counts: Int32Array.of(0, 7, count) })),
        pairs: pairs && { products: new BigInt64Array(pairs.left.length).fill(value), changes: BigInt64Array.of(BigInt(count), BigInt(first), 0n, 2n ** 62n) },
      };
      setTimeout(() => port.onmessage({ data: answer }), random(4) ? random(3) : 40 * random(2));
    },
  };
  return port;
}

const engine = createEngine(description, EMPTY, { workers, makeWorker });
const wrong = [], looks = [300, 700, 1500];
let current = 0, seed = 0, ended = 0, begun = 0, seen = 0;
function taken(mine, update) {
  if (mine !== current || update.generation !== current) wrong.push(["stale", mine, current]);
  if (!update.tally) return;
  const wanted = sum(seed, 0, update.games), { tally, base, pairs } = update;
  seen += 1;
  if (update.look !== seen || update.games !== looks[seen - 1]) wrong.push(["look", update.look, update.games, seen]);
  const found = [tally.games, base.games, ...tally.credit, ...Object.values(pairs.products).flat()];
  if (found.some((value) => value !== wanted)) wrong.push(["sums", update.games, wanted, found[0]]);
  if (pairs.alike !== update.games || pairs.first_apart !== 0 || pairs.first_winner_changed !== null) wrong.push(["pairs", pairs.alike]);
  if (Object.values(Object.values(tally.histograms)[0].counts)[0] !== update.games) wrong.push(["histogram"]);
  if (!update.done) return;
  ended += 1;
  next();
}
function next() {
  if (begun === plays) { console.log(JSON.stringify({ wrong, ended })); process.exit(0); }
  begun += 1;
  seen = 0;
  seed = begun;
  const wanted = { ...setting, games: looks[2], looks, base: { rules: {} } };
  if (!random(4)) current = engine.play({ ...wanted, seed: 999 }, () => wrong.push(["cancelled at once"]));
  const mine = current + 1;
  current = engine.play({ ...wanted, seed }, (update) => taken(mine, update));
  if (begun < plays && random(3)) setTimeout(() => mine === current && seen < 3 && next(), random(20));
  if (!random(4)) { engine.pause(); setTimeout(() => mine === current && engine.resume(), random(7)); }
}
next();
