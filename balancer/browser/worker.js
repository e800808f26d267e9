// Plays games in a worker: the compiled rules, and the compiled sums over their rows (balancer/browser/compiling.py).
// It gets the modules and the layout once, then settings and ranges of game numbers; it answers each range with its sums.
"use strict";

const ROWS_AT_ONCE = 2048;
const NO_GAME = 2n ** 62n;

// The memory of a module: what is taken is given back all at once.
function memoryOf(exports) {
  let end = exports.heap.value;
  const memory = exports.memory;
  return {
    clear() { end = exports.heap.value; },
    take(bytes) {
      const at = end;
      end = Math.ceil((at + bytes) / 64) * 64;
      if (end > memory.buffer.byteLength) memory.grow(Math.ceil((end - memory.buffer.byteLength) / 65536));
      new Uint8Array(memory.buffer, at, bytes).fill(0);
      return at;
    },
    bytes: (at, length) => new Uint8Array(memory.buffer, at, length),
    words: (at, length) => new BigInt64Array(memory.buffer, at, length),
    ints: (at, length) => new Int32Array(memory.buffer, at, length),
  };
}

// An array as compiled rules take it: nobody owns it, its size, where it is, its shape and strides.
function passed(at, shape, itemBytes) {
  const strides = shape.map((_, k) => BigInt(shape.slice(k + 1).reduce((a, b) => a * b, itemBytes)));
  const items = shape.reduce((a, b) => a * b, 1);
  return [0, 0, BigInt(items), BigInt(itemBytes), at, ...shape.map(BigInt), ...strides];
}

// Space in a memory that holds these whole numbers of 64 bits, and how it is passed on.
function numbers(memory, values, shape = [values.length]) {
  const at = memory.take(8 * values.length);
  memory.words(at, values.length).set(values.map(BigInt));
  return passed(at, shape, 8);
}

function lines(memory, rows) {
  return numbers(memory, rows.flat(), [rows.length, rows.length ? rows[0].length : 0]);
}

// One side of a play: its rows, its sums.
function sideOf(memory, layout, tally, side) {
  const most = ROWS_AT_ONCE;
  const histograms = tally.histograms.length;
  const at = {
    rows: memory.take(most * layout.row),
    total: memory.take(tally.bytes),
    bins: memory.take(8 * histograms * tally.bins),
    records: memory.take(8 * 4),
    alike: memory.take(32 * tally.slots),
    scores: memory.take(16 * layout.most_lineup),
    one: memory.take(tally.bytes),
    scribble: memory.take(8 * tally.n_histograms * tally.bins),
    measured: memory.take(4 * side.measured.length * most),
  };
  const figures = side.figures.map((rows) => lines(memory, rows)).flat();
  const personas = numbers(memory, side.personas);
  const words = numbers(memory, side.measured);
  return { ...side, at, figures, listed: side.figures[4], personas, words, histograms };
}

// Calls a function that numba has compiled; the whole number it returns, -2 where it failed.
function callerOf(exports, memory) {
  const results = memory.take(64);
  return (name, ...values) => {
    const failed = exports[name](results, results + 16, ...values.flat());
    return failed ? -2 : Number(memory.words(results, 1)[0]);
  };
}

// The seam between both kinds of games: what lays a setting out for its rules (setUp), and fills RESULT rows (play).
// Rules of a compiled game lie in the memory of the sums, and write rows themselves.
function compiledRules(memory, call, exports, layout) {
  return {
    setUp(side) {
      const table = memory.take(layout.table);
      memory.bytes(table, side.table.length).set(side.table);
      if (exports.derive) call("derive", table);
      return { table, history: memory.take(4 * (side.rounds + 1) * (layout.most_seats + 1)) };
    },
    play(side, first, count) {
      const history = passed(side.own.history, [side.rounds + 1, layout.most_seats + 1], 4);
      const rows = passed(side.at.rows, [count], layout.row);
      if (call("play_games", side.own.table, history, rows, BigInt(side.seed), BigInt(first)) === -2)
        throw new Error("the rules failed");
    },
  };
}

// Rules of a plain file have a memory of their own, and write figures of games: `LoweredGame.rows` of Python is the
// twin of what makes rows of them, `machine_play.play_block` that of what plays.
function ownRules(memory, call, exports, layout) {
  const own = memoryOf(exports), { results } = layout, GAMES = 256, USUAL_ROUNDS = 40, MARGIN = 64;
  const line = layout.most_seats + 1, { parts } = results;
  return {
    clear: own.clear,
    setUp(side) {
      const longest = side.rounds * side.players;
      const most = Math.max(GAMES * USUAL_ROUNDS * side.players, 2 * longest), room = most + longest;
      const table = own.take(layout.table);
      own.bytes(table, side.table.length).set(side.table);
      return {
        table, most, figures: own.take(8 * GAMES * results.size), standings: own.take(8 * (room + MARGIN)),
        course: memory.take(results.course), ends: memory.take(8 * GAMES), lines: memory.take(4 * line * (room / side.players + 1)),
      };
    },
    play(side, first, count) {
      const { table, most, figures, standings } = side.own;
      for (let done = 0; done < count;) {
        const size = Math.min(GAMES, count - done);
        const games = Number(exports.play_games(table, figures, standings, BigInt(side.seed), BigInt(first + done), BigInt(size), BigInt(most)));
        writeRows(side, first + done, games, side.at.rows + done * layout.row);
        done += games;
      }
    },
  };

  // Make rows, at an address, of the figures of games.
  function writeRows(side, first, games, rows) {
    // Words are read by their lower halves, as they fit into 32 bits; the memory may have grown since the last time.
    const low = own.ints(side.own.figures, 2 * games * results.size), words = own.words(side.own.figures, games * results.size);
    const columns = memory.ints(rows, games * layout.row / 4), ends = memory.words(side.own.ends, games);
    let rounds = 0;
    for (let i = 0; i < games; i += 1) {
      const from = i * results.size, to = i * layout.row / 4;
      const flag = low[2 * (from + results.error)];
      if (flag) throw new Error(`game ${first + i} of seed ${side.seed}: ${results.flags[flag]}`);
      columns[to + results.game_number] = first + i;
      columns[to + results.seats] = side.players;
      columns[to + results.winners[1]] = low[2 * (from + results.winners[0])];
      for (const [at, column, seat] of results.numbers) if (seat < side.players) columns[to + column] = low[2 * (from + at)];
      for (const [column, places] of results.sums) columns[to + column] = places.reduce((sum, at) => sum + low[2 * (from + at)], 0);
      for (const [at, column] of results.extras) columns[to + column] = String(words[from + at]) === results.no_extra ? results.undefined : low[2 * (from + at)];
      for (let seat = 0; seat < side.players; seat += 1) writeParts(words, from + parts.from + seat * parts.words, columns, to, seat);
      rounds += low[2 * (from + results.lines)];
      ends[i] = BigInt(rounds);
    }
    finishRows(side, games, rounds, memory.ints(side.own.lines, Math.max(1, rounds) * line), own.ints(side.own.standings, 2 * rounds * side.players), rows);
  }

  // Fill what follows from winners, sides and standings.
  function finishRows(side, games, rounds, lines, standings, rows) {
    for (let k = 0; k < rounds; k += 1)
      for (let seat = 0; seat < side.players; seat += 1) lines[k * line + seat] = standings[2 * (k * side.players + seat)];
    const course = passed(side.own.lines, [Math.max(1, rounds), line], 4), ends = passed(side.own.ends, [games], 8);
    if (call("write_sides", side.own.course, course, ends, passed(rows, [games], layout.row), BigInt(results.sides), results.one_loses) === -2)
      throw new Error("the rules failed");
  }

  // Sets of cards have 62 of them in a word of figures, 64 in a word of a row.
  function writeParts(words, from, columns, row, seat) {
    let cards = 0n;
    for (let k = parts.words - 1; k >= 0; k -= 1) cards = (cards << 62n) | words[from + k];
    for (let word = 0; cards; word += 1, cards >>= 64n) {
      const to = row + (word ? parts.more + 2 * (parts.more_words * seat + word - 1) : parts.to + 2 * seat);
      columns[to] = Number(BigInt.asIntN(32, cards));
      columns[to + 1] = Number(BigInt.asIntN(32, cards >> 32n));
    }
  }
}

function playerOf(modules, layout, tally) {
  const instances = modules.map((module) => new WebAssembly.Instance(module).exports);
  const [exports] = instances, memory = memoryOf(exports), call = callerOf(exports, memory);
  const rules = (layout.results ? ownRules : compiledRules)(memory, call, instances[instances.length - 1], layout);
  let sides = [], pairs = null;

  const rowsOf = (side, count) => passed(side.at.rows, [count], layout.row);
  const columnsOf = (side, count) => passed(side.at.rows, [count, layout.row / 4], 4);
  const flatOf = (at) => passed(at, [tally.bytes / 8], 8);

  function setUp(setting) {
    memory.clear();
    memory.take(64);
    rules.clear?.();
    sides = setting.sides.map((side) => ({ ...sideOf(memory, layout, tally, side), own: rules.setUp(side) }));
    pairs = setting.pairs && {
      left: numbers(memory, setting.pairs.left),
      right: numbers(memory, setting.pairs.right),
      size: setting.pairs.left.length,
      products: memory.take(8 * setting.pairs.left.length),
      compared: lines(memory, setting.pairs.compared),
      changes: memory.take(32),
    };
  }

  function play(side, first, count) {
    memory.bytes(side.at.rows, count * layout.row).fill(0);
    rules.play(side, first, count);
  }

  // The sums over the rows that lie there: the words that are kept, and [histogram, value, games] in a row.
  function reduced(side, count) {
    const { at } = side;
    memory.bytes(at.total, tally.bytes).fill(0);
    memory.bytes(at.bins, 8 * side.histograms * tally.bins).fill(0);
    memory.bytes(at.alike, 32 * tally.slots).fill(0);
    memory.words(at.records, 4).set([-1n, NO_GAME, NO_GAME, NO_GAME]);
    const outside = call(
      "reduce_rows", rowsOf(side, count), columnsOf(side, count), side.figures, BigInt(tally.parts), side.personas,
      BigInt(side.scoreOrder), passed(at.total, [1], tally.bytes), passed(at.total, [1, tally.bytes / 8], 8),
      passed(at.bins, [side.histograms, tally.bins], 8), passed(at.records, [4], 8),
      passed(at.alike, [tally.slots, 4], 8), passed(at.scores, [2, layout.most_lineup], 8),
    );
    if (outside < 0) throw new Error("the rules reported a figure that can't be summed up");
    const words = memory.words(at.total, tally.bytes / 8);
    const counts = counted(side);
    if (outside) counts.push(...beyond(side, count));
    return { words: BigInt64Array.from(side.kept, (word) => words[word]), counts: Int32Array.from(counts) };
  }

  function counted(side) {
    const low = memory.ints(side.at.bins, 2 * side.histograms * tally.bins);
    const found = [];
    for (let k = 0; k < side.histograms * tally.bins; k += 1) {
      if (low[2 * k] === 0) continue;
      const histogram = Math.floor(k / tally.bins);
      found.push(histogram, tally.histograms[histogram][2] + (k % tally.bins), low[2 * k]);
    }
    return found;
  }

  // Values that have no bin: [histogram, value, 1] of each.
  function beyond(side, count) {
    const found = [];
    const note = (histogram, value, but) => {
      const place = value - tally.histograms[histogram][2];
      if (value !== but && (place < 0 || place >= tally.bins)) found.push(histogram, value, 1);
    };
    const rows = memory.ints(side.at.rows, count * (layout.row / 4));
    const { score, ending, winners, side: sideAt } = layout.row_fields;
    for (let i = 0; i < count; i += 1) {
      const at = i * (layout.row / 4);
      for (const [column, but, , histogram] of side.listed) note(histogram, rows[at + column], but);
      if (side.scoreOrder === 0 || rows[at + ending / 4] === tally.unfinished) continue;
      const scores = [...rows.subarray(at + score / 4, at + score / 4 + side.players)];
      const sides = [...rows.subarray(at + sideAt / 4, at + sideAt / 4 + side.players)], means = new Map();
      for (const number of sides) {
        const own = scores.filter((_, seat) => sides[seat] === number);
        means.set(number, side.scoreOrder * Math.floor(own.reduce((a, b) => a + b, 0) / own.length));
      }
      const [best, second] = [...means.values()].sort((a, b) => b - a);
      if (means.size > 1) note(tally.margin, best - second, null);
      const won = rows[at + winners / 4];
      if (won) note(tally.winner_score, scores[31 - Math.clz32(won & -won)], null);
    }
    return found;
  }

  function measure(side, count) {
    const { at } = side;
    call(
      "measure_rows", rowsOf(side, count), columnsOf(side, count), side.figures, BigInt(tally.parts), side.personas,
      BigInt(side.scoreOrder), passed(at.one, [1], tally.bytes), flatOf(at.one),
      passed(at.scribble, [tally.n_histograms, tally.bins], 8), passed(at.records, [4], 8),
      passed(at.scores, [2, layout.most_lineup], 8), side.words,
      measuredOf(side, count),
    );
  }

  const measuredOf = (side, count) => passed(side.at.measured, [side.measured.length, count], 4);

  // What connects the games of both sides: sums of products, and how many games are alike.
  function connected(count) {
    const [base, variant] = sides;
    sides.forEach((side) => measure(side, count));
    const both = [measuredOf(base, count), measuredOf(variant, count)];
    call("multiply", ...both, pairs.left, pairs.right, passed(pairs.products, [pairs.size], 8));
    memory.words(pairs.changes, 4).set([0n, NO_GAME, 0n, NO_GAME]);
    call("compare_rows", rowsOf(base, count), rowsOf(variant, count), ...both, pairs.compared,
      passed(pairs.changes, [4], 8));
    return { products: memory.words(pairs.products, pairs.size).slice(), changes: memory.words(pairs.changes, 4).slice() };
  }

  function chunk(first, count) {
    const sums = sides.map((side) => {
      play(side, first, count);
      return reduced(side, count);
    });
    return { sides: sums, pairs: pairs ? connected(count) : null };
  }

  return { setUp, chunk };
}

let player = null, unloadable = "";

self.onmessage = ({ data }) => {
  if (data.modules) {
    try {
      player = playerOf(data.modules, data.layout, data.tally);
    } catch (error) {
      unloadable = `the compiled rules can't be loaded: ${error.message}`;
    }
  } else if (data.setting) {
    if (player) player.setUp(data.setting);
  } else {
    const { generation, first, count } = data;
    const begun = performance.now();
    let answer;
    try {
      if (!player) throw new Error(unloadable);
      answer = player.chunk(first, count);
    } catch (error) {
      const isTrap = error instanceof WebAssembly.RuntimeError;
      const advice = isTrap ? "; the compiled rules stop: `balancer run` plays these games in Python, and says where they go wrong" : "";
      answer = { error: `games ${first} to ${first + count - 1}: ${error.message}${advice}` };
    }
    self.postMessage({ generation, first, count, milliseconds: performance.now() - begun, ...answer });
  }
};
