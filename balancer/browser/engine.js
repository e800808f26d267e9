// The engine of a page that plays: settings in, exact sums of games 0 .. n-1 out, whatever the number of workers.
// What it is given is described in balancer/browser/describing.py; docs/page.md says how it works.
"use strict";

const UPDATE_MS = 100; // between two updates
const CHUNK_MS = 25; // a worker is asked for as many games as take so long: then it hears of a new setting
const FIRST_CHUNK = 32, MOST_IN_CHUNK = 2048;
const LATE_MS = 100; // a worker that is still busy with another setting after so long is replaced by a new one
const PATIENCE = 20; // seconds; a worker that takes longer for an answer never gives one
const NO_GAME = 2n ** 62n;

function bytesOf(base64) {
  const letters = atob(base64), bytes = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k += 1) bytes[k] = letters.charCodeAt(k);
  return bytes;
}

// Settings ------------------------------------------------------------------------------------------------------------

// A setting with everything in it: what is not given is as in the base of the page.
function whole(description, setting) {
  const { base } = description;
  return {
    players: base.players, lineup: base.lineup, seating: base.seating, seed: base.seed, mistakes: null, parts: {},
    ...setting, rules: { ...base.rules, ...setting.rules },
  };
}

// The whole numbers that rules see for the value of a knob.
function encoded(knob, value) {
  if (knob.kind === "number") {
    const word = knob.words.findIndex(([name]) => name === value);
    return [word < 0 ? value : -1 - word];
  }
  if (knob.kind === "choice") return [knob.choices.indexOf(value)];
  if (knob.kind === "flag") return [value ? 1 : 0];
  if (knob.kind === "numbers") return value;
  const chosen = value === "all" ? knob.choices : value === "none" ? [] : value;
  return [knob.choices.reduce((bits, name, k) => bits | (chosen.includes(name) ? 1 << k : 0), 0)];
}

// The value of an input of `prepare`: the number of players, a knob, an item of a knob of several values, a figure.
function valueOf(description, setting, input) {
  if (input.kind === "players") return setting.players;
  if (input.kind === "figure") return input.name in setting.parts ? setting.parts[input.name] : input.values[input.base];
  const value = setting.rules[input.knob];
  if (input.kind === "item") return value[input.item];
  if (input.kind === "member") return value === "all" || (value !== "none" && value.includes(input.item));
  return value;
}

// For a table of what depends on several inputs: what is changed of them in a setting, or why the table lacks it.
function keyed(description, setting, depends) {
  const inputs = depends.inputs.map((k) => description.preparation.inputs[k]);
  const places = inputs.map((input) => input.values.indexOf(valueOf(description, setting, input)));
  const unknown = places.indexOf(-1);
  if (unknown >= 0) return { refusal: `${inputs[unknown].name} can't be set to that value in this page, but by the command` };
  const changed = places.flatMap((place, k) => (place === inputs[k].base ? [] : [[k, place]]));
  if (depends.most !== null && changed.length > depends.most) {
    const names = changed.map(([k]) => inputs[k].name).join(", ");
    return { refusal: `${names}: together these can't be changed in this page, but by the command` };
  }
  return { key: changed.map(([k, place]) => `${k}:${place}`).join(",") };
}

function refusalOf(description, setting) {
  const { refusals, images, inputs } = description.preparation;
  const figures = inputs.filter(({ kind }) => kind === "figure").map(({ name }) => name);
  for (const [name, value] of Object.entries(setting.parts)) {
    if (!figures.includes(name) && value !== description.base.parts[name]) return `${name} can't be changed in this page, but by the command`;
  }
  const { least, most, step, words } = description.players;
  if (setting.players < least || setting.players > most || (setting.players - least) % step) return `${description.title} is for ${words} players`;
  for (const depends of [...refusals, ...images]) {
    const { key, refusal } = keyed(description, setting, depends);
    if (refusal) return refusal;
    if (depends.sentences && key in depends.sentences) return depends.texts[depends.sentences[key]];
    if (depends.of && !(key in depends.of)) return "these rules can't be prepared in this page, but by the command";
  }
  const known = description.personas.map((persona) => persona.name);
  const stranger = setting.lineup.find((name) => !known.includes(name));
  return stranger === undefined ? null : `${stranger} can't play in this page: it thinks ahead, or is not known`;
}

// Write a whole number at a place of a memory: [first byte, number of bytes].
function put(view, [at, bytes], number) {
  if (bytes === 8) view.setBigInt64(at, BigInt(number), true);
  else if (bytes === 4) view.setInt32(at, number, true);
  else view.setUint8(at, number);
}

// The memory of a setting, as `TableMemory.content` of Python makes it, with the players; but for the order of personas.
function laid(description, setting) {
  const { layout, preparation } = description;
  const table = bytesOf(description.table);
  const view = new DataView(table.buffer);
  const item = ([at, bytes], k, size = bytes) => [at + k * size, bytes];
  put(view, layout.seats, setting.players);
  for (const knob of description.knobs) {
    const places = layout.rules[knob.name] || [];
    if (places.length) encoded(knob, setting.rules[knob.name]).forEach((number, k) => {
      for (const place of places[k]) put(view, place, number);
    });
  }
  for (const image of preparation.images) {
    const { key } = keyed(description, setting, image);
    const content = bytesOf(image.contents[image.of[key]]);
    let taken = 0;
    for (const [at, length] of image.runs) {
      table.set(content.subarray(taken, taken + length), at);
      taken += length;
    }
  }
  const lineup = setting.lineup.map((name) => description.personas.findIndex((persona) => persona.name === name));
  const places = new Array(Math.ceil(setting.players / lineup.length)).fill(lineup).flat();
  places.forEach((place, k) => put(view, item(layout.places, k), place));
  put(view, layout.n_places, places.length);
  put(view, layout.kind, layout.seatings.indexOf(setting.seating));
  for (const [place, numbers] of layout.by_count) put(view, place, numbers[places.length] ?? 0);
  description.personas.forEach((persona, k) => {
    const mistakes = setting.mistakes === null || persona.at_random ? persona.mistakes : setting.mistakes;
    put(view, item(layout.mistakes, k, layout.persona), mistakes);
  });
  return table;
}

// Sums ----------------------------------------------------------------------------------------------------------------

// The places of sums for a setting: those of its players and personas.  {path, words, names, per}: see Tally.places.
function placesOf(description, setting) {
  const personas = [...new Set(setting.lineup)], { players } = setting;
  const bySeat = ["credit", "losses", "personas"];
  const found = [];
  for (let [path, words, names, per] of description.tally.places) {
    const persona = /^(persona\.|persona_score\.)?#(\d+)$/.exec(path[1] || "");
    if (persona && Number(persona[2]) >= personas.length) continue;
    const score = path[0] === "moments" && /^score\.(\d+)$/.exec(path[1]);
    if (score && Number(score[1]) > players) continue;
    if (persona) {
      const renamed = (text) => text.replace(/#\d+$/, () => personas[Number(persona[2])]);
      path = [path[0], renamed(path[1]), ...path.slice(2)];
      names = names.map(renamed);
    }
    if (bySeat.includes(path[0])) [words, names] = [words.slice(0, players), names.slice(0, players)];
    if (path[0] === "credit_products") words = words.slice(0, players).map((line) => line.slice(0, players));
    found.push({ path, words, names, per });
  }
  return found;
}

// Every quantity that is reported as (sum of x) / (sum of m), by name: the words of both.
function quantitiesOf(places) {
  const found = {};
  for (const { words, names, per } of places) {
    [words].flat(2).forEach((word, k) => { if (k < names.length) found[names[k]] = [word, [per].flat()[k] ?? per]; });
  }
  return found;
}

// One side of a play, as a worker takes it.
function sideOf(description, setting) {
  const places = placesOf(description, setting);
  const quantities = quantitiesOf(places);
  const credit = description.tally.credit.slice(0, setting.players);
  const ascending = (words) => [...new Set(words)].sort((a, b) => a - b);
  const personas = [...new Set(setting.lineup)];
  const numbers = new Array(description.layout.most_lineup).fill(0);
  description.personas.forEach(({ name }, k) => { numbers[k] = Math.max(0, personas.indexOf(name)); });
  return {
    places, quantities, credit,
    message: {
      table: laid(description, setting),
      rounds: setting.rules.max_rounds,
      seed: String(setting.seed),
      players: setting.players,
      personas: numbers,
      scoreOrder: description.score_order,
      figures: description.tally.figures[setting.players],
      kept: ascending(places.flatMap(({ words }) => [words].flat(2))),
      measured: ascending([...credit, ...Object.values(quantities).flat()]),
    },
  };
}

// Which lines of what is measured of two sides are multiplied: each pair of lines once, and where each sum is found.
function productsOf(base, variant) {
  const line = (side) => new Map(side.message.measured.map((word, k) => [word, k]));
  const [mine, theirs] = [line(base), line(variant)];
  const names = Object.keys(base.quantities).filter((name) => name in variant.quantities);
  const once = new Map(), left = [], right = [];
  const place = (a, b) => {
    const key = `${mine.get(a)},${theirs.get(b)}`;
    if (!once.has(key)) {
      once.set(key, left.length);
      left.push(mine.get(a));
      right.push(theirs.get(b));
    }
    return once.get(key);
  };
  const products = names.map((name) => base.quantities[name].flatMap((a) => variant.quantities[name].map((b) => place(a, b))));
  const credit = base.credit.map((a) => variant.credit.map((b) => place(a, b)));
  const alike = new Map(names.flatMap((name) => base.quantities[name].map((a, k) => {
    const pair = [mine.get(a), theirs.get(variant.quantities[name][k])];
    return [String(pair), pair];
  })));
  const compared = [0, 1].map((k) => [...alike.values()].map((pair) => pair[k]));
  return { names, products, credit, message: { left, right, compared } };
}

// Sums over games so far, exact.
function totalsOf(plan) {
  const sides = plan.sides.map((side) => ({
    words: new Array(side.message.kept.length).fill(0n),
    counts: new Map(),
  }));
  const products = new Array(plan.pairs ? plan.pairs.message.left.length : 0).fill(0n);
  const changes = [0n, NO_GAME, 0n, NO_GAME];
  const least = (a, b) => (a < b ? a : b);
  const add = (answer) => {
    answer.sides.forEach(({ words, counts }, k) => {
      words.forEach((value, i) => { sides[k].words[i] += value; });
      for (let i = 0; i < counts.length; i += 3) {
        if (!sides[k].counts.has(counts[i])) sides[k].counts.set(counts[i], new Map());
        const of = sides[k].counts.get(counts[i]);
        of.set(counts[i + 1], (of.get(counts[i + 1]) || 0) + counts[i + 2]);
      }
    });
    if (!answer.pairs) return;
    answer.pairs.products.forEach((value, i) => { products[i] += value; });
    [0, 2].forEach((k) => { changes[k] += answer.pairs.changes[k]; });
    [1, 3].forEach((k) => { changes[k] = least(changes[k], answer.pairs.changes[k]); });
  };
  return { sides, products, changes, add };
}

// The sums of a side by name, as `Tally.to_dict` of Python gives them.
function tallyOf(description, side, totals) {
  const { units, histograms, credit_unit: unit } = description.tally;
  const at = new Map(side.message.kept.map((word, k) => [word, k]));
  const value = (words) => (Array.isArray(words) ? words.map(value) : Number(totals.words[at.get(words)]));
  const record = { credit_unit: unit };
  for (const { path, words } of side.places) {
    let holder = record;
    for (const key of path.slice(0, -1)) {
      if (!(key in holder)) holder[key] = holder === record.moments ? { unit: units[key] } : {};
      holder = holder[key];
    }
    holder[path[path.length - 1]] = value(words);
  }
  record.histograms = {};
  histograms.forEach(([name, its_unit], k) => {
    const counts = [...(totals.counts.get(k) || [])].sort(([a], [b]) => a - b);
    record.histograms[name] = { unit: its_unit, counts: Object.fromEntries(counts.map(([v, n]) => [String(v), n])) };
  });
  return record;
}

// What connects both sides, as `LinkTally.to_dict` of Python gives it.
function pairsOf(pairs, totals, games) {
  const number = (place) => Number(totals.products[place]);
  const game = (value) => (value === NO_GAME ? null : Number(value));
  const [alike, apart, changed, first] = totals.changes;
  return {
    games,
    alike: Number(alike),
    winner_changed: Number(changed),
    first_apart: game(apart),
    first_winner_changed: game(first),
    products: Object.fromEntries(pairs.names.map((name, k) => [name, pairs.products[k].map(number)])),
    credit: pairs.credit.map((line) => line.map(number)),
  };
}

// The engine ----------------------------------------------------------------------------------------------------------

// wasm: modules in base64, separated by spaces: that of the sums first, that of the rules last; it may be the same.
// options: workerSource, the text of worker.js; workers, how many (one per core); patience, in seconds; makeWorker, for
// tests outside browsers.
function createEngine(description, wasm, options = {}) {
  const wanted = options.workers || (typeof navigator !== "undefined" && navigator.hardwareConcurrency) || 2;
  const patience = options.patience || PATIENCE;
  const makeWorker = options.makeWorker || (() => {
    const url = URL.createObjectURL(new Blob([options.workerSource], { type: "text/javascript" }));
    return new Worker(url);
  });
  let generation = 0, play = null, paused = false, modules = null, clock = null;
  const workers = [];
  const ready = Promise.all(wasm.split(" ").map((text) => WebAssembly.compile(bytesOf(text)))).then((compiled) => { modules = compiled; });

  // Workers that wait for a setting: those that wait already, new ones for those that are still far from it.
  function staff() {
    const now = performance.now();
    workers.filter((worker) => worker.busy && now - worker.asked > LATE_MS).forEach(dismiss);
    while (workers.length < wanted) workers.push(hired());
  }

  function hired() {
    const { layout, tally } = description;
    const worker = { busy: false, asked: 0, seconds: 0, msPerGame: 0, first: 0, port: makeWorker() };
    worker.port.onmessage = ({ data }) => answered(worker, data);
    worker.port.onerror = (event) => lost(worker, event.message || "it says nothing of the reason");
    worker.port.postMessage({ modules, layout, tally: { ...tally, places: null, figures: null } });
    return worker;
  }

  function dismiss(worker) {
    worker.port.terminate();
    workers.splice(workers.indexOf(worker), 1);
  }

  // A worker gives no answers any more: nor can the games that it had, so all begin anew with the next play.
  function lost(worker, reason) {
    if (!workers.includes(worker)) return;
    [...workers].forEach(dismiss);
    if (play) failed(`no answer from game ${worker.first} on: ${reason}`);
  }

  // Every second while somebody plays, so that time in which a machine sleeps does not count.
  function tick() {
    const busy = workers.filter((worker) => worker.busy);
    busy.forEach((worker) => { worker.seconds += 1; });
    const stuck = busy.find((worker) => worker.seconds > patience);
    if (stuck) lost(stuck, `a game did not end within ${patience} seconds, or the browser ended its worker, perhaps for want of memory`);
    if (busy.length && !stuck) return;
    clearInterval(clock);
    clock = null;
  }

  // Give every idle worker the next games.
  function dispatch() {
    for (const worker of workers) {
      if (!play || paused || worker.busy || play.next >= play.games) continue;
      const fitting = worker.msPerGame ? Math.round(CHUNK_MS / worker.msPerGame) : FIRST_CHUNK;
      const look = play.looks.find((games) => games > play.next);  // no task goes beyond a look
      const count = Math.min(Math.max(1, fitting), MOST_IN_CHUNK, look - play.next);
      Object.assign(worker, { busy: true, asked: performance.now(), seconds: 0, first: play.next });
      worker.port.postMessage({ generation, first: play.next, count });
      play.next += count;
      clock ??= setInterval(tick, 1000);
    }
  }

  function answered(worker, answer) {
    worker.busy = false;
    if (play && answer.generation === generation) {
      if (answer.error) return failed(answer.error);
      worker.msPerGame = answer.milliseconds / answer.count;
      play.waiting.set(answer.first, answer);
      while (play.waiting.has(play.merged)) { // sums grow by game numbers, so chance alone decides what they hold
        const following = play.waiting.get(play.merged);
        play.waiting.delete(play.merged);
        play.totals.add(following);
        play.merged += following.count;
        if (play.looks.includes(play.merged)) report();
        if (!play || answer.generation !== generation) return dispatch();
      }
      progress();
    }
    dispatch();
  }

  function failed(error) {
    const { onUpdate } = play;
    play = null;
    onUpdate({ generation, error, done: true });
    dispatch();
  }

  function speed(now) {
    return Math.round((1000 * play.merged) / Math.max(1, now - play.begun));
  }

  // Say how far it is, at most every UPDATE_MS.
  function progress() {
    const now = performance.now();
    if (play.merged >= play.games || now < play.last + UPDATE_MS) return;
    play.last = now;
    play.onUpdate({ generation, games: play.merged, done: false, gamesPerSecond: speed(now), error: null });
  }

  // Hand over the sums of a look: of just so many games, however many workers there are.
  function report() {
    const { totals, plan, merged, games, looks, onUpdate } = play;
    const tallies = plan.sides.map((side, k) => tallyOf(description, side, totals.sides[k]));
    onUpdate({
      generation, look: looks.indexOf(merged) + 1, games: merged, done: merged >= games,
      gamesPerSecond: speed(performance.now()),
      tally: tallies[tallies.length - 1],
      base: plan.pairs ? tallies[0] : null,
      pairs: plan.pairs ? pairsOf(plan.pairs, totals, merged) : null,
      error: null,
    });
  }

  function planned(setting) {
    const { seed } = setting;
    const sides = [...(setting.base ? [{ ...whole(description, setting.base), seed }] : []), setting];
    const plan = { sides: sides.map((one) => sideOf(description, one)), pairs: null };
    if (setting.base) plan.pairs = productsOf(...plan.sides);
    return plan;
  }

  return {
    play(given, onUpdate) {
      const setting = whole(description, given);
      const refusal = this.refusal(setting) || (setting.base && this.refusal(setting.base));
      if (refusal) throw new Error(refusal);
      generation += 1;
      const mine = generation, plan = planned(setting);
      play = null;
      paused = false;
      ready.then(() => {
        if (mine !== generation) return;
        staff();
        const now = performance.now();
        play = {
          plan, onUpdate, games: setting.games, looks: setting.looks || [setting.games], next: 0, merged: 0, waiting: new Map(),
          totals: totalsOf(plan), begun: now, last: now,
        };
        const message = { sides: plan.sides.map((side) => side.message), pairs: plan.pairs && plan.pairs.message };
        for (const worker of workers) {
          worker.msPerGame = 0;
          worker.port.postMessage({ setting: message, generation });
        }
        dispatch();
      }).catch((error) => {
        if (mine === generation) onUpdate({ generation, error: `this browser can't play: ${error.message}`, done: true });
      });
      return mine;
    },
    pause() {
      if (!paused && play) [paused, play.pausedAt] = [true, performance.now()];
    },
    resume() {
      if (paused && play) play.begun += performance.now() - play.pausedAt;
      paused = false;
      dispatch();
    },
    stop() {
      generation += 1;
      play = null;
    },
    refusal: (setting) => refusalOf(description, whole(description, setting)),
    laid: (setting) => laid(description, whole(description, setting)),
    close() {
      this.stop();
      [...workers].forEach(dismiss);
    },
  };
}
