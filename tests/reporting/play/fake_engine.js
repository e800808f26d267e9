// An engine for tests of the panel: the same calls as the real one, games that are made up, answers when the test wants them.
//   window.fake: {plays: [{setting, generation, answer(look, marked)}], paused, stopped}
// `marked` is put into the answer as the number of games of the first ending, so that a test sees whose answer is drawn.
const fake = window.fake = { plays: [], paused: 0, stopped: 0, automatic: !window.manual };
function createEngine(description) {
  let generation = 0;
  const tallyOf = (setting, games, marked) => {
    const n = setting.players, unit = 2520, each = Math.floor(games / n), rest = games - each * (n - 1);
    const wins = Array.from({ length: n }, (_, seat) => seat ? each : rest), names = [...new Set(setting.lineup)];
    const rounds = setting.rules.win_threshold ?? setting.rules.ranks ?? 10;
    const spread = (mean) => ({ unit: 1, n: games, sum: mean * games, squares: (mean * mean + 1) * games });
    const histogram = (mean) => ({ unit: 1, counts: { [mean - 1]: Math.floor(games / 2), [mean + 1]: games - Math.floor(games / 2) } });
    const lengths = { rounds, turns: rounds * n, decisions: rounds * n * 2 };
    const others = Object.keys(description.endings).slice(1);
    return {
      games, won: games, shared: 0, credit_unit: unit, credit: wins.map((won) => won * unit),
      credit_products: wins.map((won, s) => wins.map((_, t) => s === t ? won * unit * unit : 0)), losses: wins,
      endings: Object.fromEntries(Object.keys(description.endings).map((name) => [name, name === others[0] ? marked ?? games : 0])),
      personas: {}, lead: { games: 0, runaway: [0, 0, 0], comebacks: 0, arc: {} },
      ratios: Object.fromEntries(names.map((name) => [`persona.${name}`, [games * unit, games * n, games * unit * unit, games * unit * n, games * n * n]])),
      moments: Object.fromEntries(Object.entries(lengths).map(([name, mean]) => [name, spread(mean)])),
      histograms: Object.fromEntries(Object.entries(lengths).map(([name, mean]) => [name, histogram(mean)])),
    };
  };
  const pairsOf = (base, variant, games) => ({
    games, alike: 0, winner_changed: games,
    products: Object.fromEntries(Object.keys(base.endings).map((name) => [`ending.${name}`, [Math.min(base.endings[name], variant.endings[name]), base.endings[name], variant.endings[name], games]])),
    credit: base.credit.map((a) => variant.credit.map((b) => Math.floor(a * b / games))),
  });
  return {
    play(setting, onUpdate) {
      const mine = ++generation, kept = JSON.parse(JSON.stringify(setting));
      const answer = (look, marked) => {
        const games = kept.looks[look - 1], tally = tallyOf(kept, games, marked), base = kept.base && tallyOf(kept.base, games);
        onUpdate({ generation: mine, look, games, done: look === kept.looks.length, gamesPerSecond: 40000, tally, base, pairs: base && pairsOf(base, tally, games), error: null });
      };
      fake.plays.push({ setting: kept, generation: mine, answer, fail: (error) => onUpdate({ generation: mine, error, done: true }) });
      if (fake.automatic) kept.looks.forEach((_, k) => setTimeout(() => mine === generation && answer(k + 1), 10 * k));
      return mine;
    },
    pause() { fake.paused++; },
    resume() { fake.paused--; },
    stop() { fake.stopped++; },
    refusal: (setting) => setting.rules.win_threshold === 13 || setting.rules.ranks === 13 ? "13 is not played here" : null,
  };
}
