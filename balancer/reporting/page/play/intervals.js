// Intervals of shares, means and ratios, and of their differences over pairs of games on the same dice.
// Twins of balancer/analysis/intervals, function by function, where the methods and their sources are described.
const intervals = (() => {
  const MEAN_WEIGHT = 0.5, USUAL_REACH = 4, LEAST_GAMES = 2, RARE_TAILS = 1.6, MANY_JUMPS = 1e4, RARELY_UNLIKE = 0.1;
  const NONE = [null, null];

  // Exact whole numbers --------------------------------------------------------------------------------------------
  const big = BigInt;
  const bits = (n) => n.toString(16).length * 4;
  // The double nearest to the quotient of two whole numbers of any size.
  const quotient = (one, other) => {
    if (other < 0n) [one, other] = [-one, -other];
    if (one < 0n) return -quotient(-one, other);
    if (one === 0n) return 0;
    const shift = Math.max(0, 72 - bits(one) + bits(other));
    const scaled = one << big(shift);
    return Number(2n * (scaled / other) + (scaled % other ? 1n : 0n)) / 2 ** (shift + 1);
  };
  // Sums over games of x, m, xx, xm, mm, for the ratio (sum of x) / (sum of m); x in whole numbers of 1 / unit.
  const ratioSums = (x, m, xx, xm, mm, unit = 1) => {
    const [X, M, XX, XM, MM] = [x, m, xx, xm, mm].map(big), own = XX * M * M - 2n * X * M * XM + X * X * MM;
    return {
      x, m, xx, xm, mm, unit,
      ratio: m ? x / (m * unit) : NaN,
      residual: m ? quotient(own, (M * big(unit)) ** 2n) : NaN,  // sum of (x - ratio m)^2
      games: mm ? m * m / mm : 0,  // Kish's effective number
      own,
    };
  };
  // The sums of credits over the games that somebody won, for `creditRatio`: `WonGames.sums_of_won` in Python.
  const ofWon = (sums, won, games) => {
    const [g, w, unit] = [games, won, sums.unit].map(big), X = big(sums.x) * g, M = big(sums.m) * w, MM = big(sums.mm) * w * g;
    const own = g * g * (big(sums.xx) * M * M - 2n * X * M * big(sums.xm)) + X * X * MM;
    return { ratio: quotient(X, M * unit), m: Number(M), games: quotient(M * M, MM), residual: quotient(own, (M * unit) ** 2n) };
  };
  // Number, sum and sum of squares of a quantity in whole numbers of 1 / unit.
  const sums = (n, total, squares, unit = 1) => {
    const variance = quotient(big(n) * big(squares) - big(total) ** 2n, big(n) * big(Math.max(1, n - 1)) * big(unit) ** 2n);
    return { n, total, squares, unit, mean: total / (n * unit), variance, se: n >= LEAST_GAMES ? Math.sqrt(variance / n) : null };
  };

  // Shares -----------------------------------------------------------------------------------------------------------
  const criticalZ = (confidence, family = 1) => special.normalQuantile((1 - confidence) / (2 * family));
  const criticalT = (confidence, degrees, family = 1) => special.studentQuantile(degrees, (1 - confidence) / (2 * family));
  const wilson = (share, games, z) => {
    const spread = z * z / games, centre = (share + spread / 2) / (1 + spread);
    const half = Math.sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread);
    return [share <= 0 ? 0 : Math.max(0, centre - half), share >= 1 ? 1 : Math.min(1, centre + half)];
  };
  const share = (p, games, z) => {
    const oneSided = p === 0 || p === 1;
    let [low, high] = oneSided ? [p, p] : wilson(p, games, z);
    const error = (oneSided ? 1 : RARE_TAILS) * special.normalAbove(z), count = p * games;
    if (p > 0) low = Math.min(low, special.betaQuantile(count, games - count + 1, error));
    if (p < 1) high = Math.max(high, 1 - special.betaQuantile(games - count, count + 1, error));
    return [low, high];
  };
  const effectiveGames = (p, variance, games) => {
    const whole = p * (1 - p);
    return whole <= 0 ? games : games * whole * (games + 1) / (games * variance + whole);
  };
  const credit = (known, z) => {
    const n = big(known.n), own = n * big(known.squares) - big(known.total) ** 2n;
    return share(known.mean, effectiveGames(known.mean, quotient(own, (n * big(known.unit)) ** 2n), known.n), z);
  };
  const creditRatio = (known, z) =>
    share(known.ratio, effectiveGames(known.ratio, known.games * known.residual / known.m ** 2, known.games), z);

  // Means ------------------------------------------------------------------------------------------------------------
  const mirrored = (s) => ({ n: s.n, mean: -s.mean, k2: s.k2, k3: -s.k3, low: -s.high, high: -s.low, atLow: s.atHigh, atHigh: s.atLow });
  const withoutLowest = (s) => {
    const gone = Math.min(1, s.atLow), rest = s.n - gone, d = s.low - s.mean, moved = -gone * d / rest;
    const k2 = (s.n * s.k2 - gone * d * d) / rest, k3 = (s.n * s.k3 - gone * d ** 3) / rest - 3 * moved * k2 + 2 * moved ** 3;
    return { ...s, n: rest, mean: s.mean + moved, k2: Math.max(0, k2 - moved * moved), k3 };
  };
  const gammaQuantile = (jumps, tail, z, skewedUp) => {
    if (jumps > MANY_JUMPS) return z + (skewedUp ? 1 : -1) * (z * z - 1) / (3 * Math.sqrt(jumps));
    const root = Math.sqrt(jumps);
    return skewedUp ? (special.gammaQuantile(jumps, tail, 1 - tail) - jumps) / root : (jumps - special.gammaQuantile(jumps, 1 - tail, tail)) / root;
  };
  const gammaEnd = (s, far, tail, weight) => {
    const beyond = Math.max(0, far - s.mean), k2 = s.k2 + weight * beyond ** 2 / s.n;
    if (k2 <= 0) return s.mean;
    const k3 = s.k3 + weight * beyond ** 3 / s.n, jumps = k3 * k3 > 0 ? s.n * k2 ** 3 / k3 ** 2 : Infinity;
    const z = criticalZ(1 - 2 * tail), student = z > 0 ? criticalT(1 - 2 * tail, Math.max(1, even(s.n) - 1)) / z : 1;
    return s.mean + Math.max(0, weight * beyond / s.n + student * Math.sqrt(k2 / s.n) * gammaQuantile(jumps, tail, z, k3 > 0));
  };
  const even = (n) => Math.abs(n % 1) === 0.5 ? 2 * Math.round(n / 2) : Math.round(n);  // rounded as Python does
  const upperEnd = (s, far, tail, weight) => {
    const end = gammaEnd(s, far, tail, weight);
    if (!s.atLow || s.n - 1 < LEAST_GAMES || s.low >= s.mean) return end;
    return Math.max(end, gammaEnd(withoutLowest(s), far, Math.min(2 * tail, 0.5), weight));
  };
  const ofShape = (s, [below, above], tail, weight) => [-upperEnd(mirrored(s), -below, tail, weight), upperEnd(s, above, tail, weight)];
  const within = ([low, high], [least, most]) => [least === null ? low : Math.max(least, low), most === null ? high : Math.min(most, high)];
  const shapeOf = (values, counts) => {
    const n = counts.reduce((a, b) => a + b, 0), mean = values.reduce((a, v, k) => a + v * counts[k], 0) / n;
    let k2 = 0, k3 = 0;
    values.forEach((v, k) => { const d = v - mean; k2 += d * d * counts[k]; k3 += d ** 3 * counts[k]; });
    const last = values.length - 1;
    return { n, mean, k2: k2 / n, k3: k3 / n, low: values[0], high: values[last], atLow: counts[0], atHigh: counts[last] };
  };
  // The interval of the mean of a distribution; values ascend; games: the number of independent ones; allowed: bounds of a value by the rules.
  const reach = (values, counts, games, step, allowed) => {
    const s = shapeOf(values, counts), common = values[counts.indexOf(Math.max(...counts))], [low, high] = allowed;
    const least = low === null ? Math.min(0, 2 * common, s.low) : low;
    const most = high === null ? Math.max(common === 0 ? step : 0, 2 * common, s.high) : high;
    const near = 2 / (2 + games - Math.max(...counts));
    return [s.low + Math.min(0, least - s.low) * near, s.high + Math.max(0, most - s.high) * near];
  };
  const independent = (counts, games) => { const n = counts.reduce((a, b) => a + b, 0); return counts.map((c) => c * (games / n)); };
  const meanOf = (values, counts, games, step, allowed, confidence, family = 1) => {
    const own = independent(counts, games), s = shapeOf(values, own);
    if (allowed[0] !== null && allowed[0] === allowed[1]) return [s.mean, s.mean];
    if (games < LEAST_GAMES) return NONE;
    return within(ofShape(s, reach(values, own, games, step, allowed), (1 - confidence) / (2 * family), MEAN_WEIGHT), allowed);
  };
  // The interval of a mean from its first two moments; every game lies within low .. high.
  const ofSums = (known, confidence, low, high, family = 1) => {
    if (known.n < LEAST_GAMES) return NONE;
    const k2 = Math.max(0, known.variance * (known.n - 1) / known.n);
    const s = { n: known.n, mean: known.mean, k2, k3: 0, low, high, atLow: 0, atHigh: 0 };
    return within(ofShape(s, [low, high], (1 - confidence) / (2 * family), MEAN_WEIGHT), [low, high]);
  };
  const ratio = (known, allowed, confidence, family = 1) => {
    const games = known.games;
    if (even(games) < LEAST_GAMES) return NONE;
    const size = known.m / games, residual = Math.max(0, known.residual);
    const unlike = residual < RARELY_UNLIKE * games ? residual : USUAL_REACH ** 2 * residual / games;
    const far = residual <= 0 ? known.x / (known.unit * games) : Math.sqrt(unlike);
    const below = allowed[0] === null ? -far : Math.max(-far, (allowed[0] - known.ratio) * size);
    const above = allowed[1] === null ? far : Math.min(far, (allowed[1] - known.ratio) * size);
    const s = { n: games, mean: 0, k2: residual / games, k3: 0, low: below, high: above, atLow: 0, atHigh: 0 };
    const ends = ofShape(s, [below, above], (1 - confidence) / (2 * family), MEAN_WEIGHT);
    return within(ends.map((end) => known.ratio + end / size), allowed);
  };
  // Ranks of the order statistics that bound a quantile.
  const leastRank = (n, q, probability) => {
    let low = -1, high = n;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (special.binomialUpTo(middle, n, q) >= probability) high = middle; else low = middle;
    }
    return high;
  };
  const quantile = (atRank, n, games, percent, confidence, family = 1) => {
    const tail = (1 - confidence) / (2 * family);
    const lower = leastRank(games, percent / 100, tail), upper = leastRank(games, percent / 100, 1 - tail) + 1;
    return [lower >= 1 ? atRank(Math.max(1, Math.floor(lower * n / games))) : null, upper <= games ? atRank(Math.ceil(upper * n / games)) : null];
  };

  // Differences between seats ----------------------------------------------------------------------------------------
  const contrasts = (total, products, games, unit) => {
    const square = (cell) => total.map((_, a) => total.map((__, b) => cell(a, b)));
    const sum = square((a, b) => (total[a] - total[b]) / unit);
    const squares = square((a, b) => (products[a][a] - 2 * products[a][b] + products[b][b]) / unit ** 2);
    const centre = square((a, b) => sum[a][b] / (games + 2));
    const spread = square((a, b) => Math.sqrt(Math.max((squares[a][b] + 1) / (games + 2) - centre[a][b] ** 2, 0) / (games + 2)));
    const value = square((a, b) => sum[a][b] / games), n = total.length;
    return (confidence) => {
      const z = criticalZ(confidence, Math.max(1, Math.floor(n * (n - 1) / 2)));
      return {
        value,
        low: square((a, b) => Math.max(centre[a][b] - z * spread[a][b], -1)),
        high: square((a, b) => Math.min(centre[a][b] + z * spread[a][b], 1)),
      };
    };
  };

  // Pairs of games ---------------------------------------------------------------------------------------------------
  // A difference from the sums of two ratios over the same games, and the sums of products of x, m with the other's x, m.
  const paired = (games, base, variant, [xx, xm, mx, mm]) => {
    const [ax, am, au, bx, bm, bu] = [base.x, base.m, base.unit, variant.x, variant.m, variant.unit].map(big);
    const [XX, XM, MX, MM] = [xx, xm, mx, mm].map(big);
    const cross = XX * am * bm - bx * am * XM - ax * bm * MX + ax * bx * MM, g = big(games), rest = big(Math.max(1, games - 1));
    const A = am ** 4n * au ** 2n, B = bm ** 4n * bu ** 2n, C = am ** 2n * bm ** 2n * au * bu;
    const of = (n, d) => quotient(n * g, d * rest);
    const whole = base.own * B * C + variant.own * A * C - 2n * cross * A * B;
    const [one, two] = [of(base.own, A), of(variant.own, B)];
    return {
      games, base, variant,
      difference: quotient(bx * am * au - ax * bm * bu, am * au * bm * bu),
      variances: { base: one, variant: two, paired: of(whole, A * B * C), unpaired: one + two },
      informative: Math.min(base.games, variant.games),
    };
  };
  const correlation = ({ base, variant, paired, unpaired }) =>
    base <= 0 || variant <= 0 ? 0 : Math.max(-1, Math.min(1, (unpaired - paired) / (2 * Math.sqrt(base * variant))));
  const moments = (difference, variances, pairs, confidence, family, differing) => {
    if (pairs < LEAST_GAMES) return NONE;
    const jumps = differing + 1, tail = (1 - confidence) / (2 * family), z = criticalZ(confidence, family);
    const few = z > 0 ? Math.max(1, gammaQuantile(jumps, tail, z, true) / z) : 1;
    const half = few * criticalT(confidence, pairs - 1, family) * Math.sqrt(Math.max(0, variances.paired) + variances.unpaired / pairs);
    return [difference - half, difference + half];
  };
  const matched = (difference, variance, pairs, z) => {
    const centre = difference * pairs / (pairs + 2), square = (pairs * (variance + difference ** 2) + 1) / (pairs + 2) - centre ** 2;
    const half = z * Math.sqrt(Math.max(0, square) / (pairs + 2));
    return [Math.max(-1, centre - half), Math.min(1, centre + half)];
  };
  const shareDifference = (known, z, most = 1) => {
    const one = known.variances.paired * known.informative * Math.max(1, known.games - 1) / known.games;
    return matched(known.difference / most, one / most ** 2, known.informative, z).map((end) => most * end);
  };
  // The interval of variant - base from an interval of each and their correlation.
  const recovered = (base, variant, together) => {
    if ([base.value, base.low, base.high, variant.value, variant.low, variant.high].includes(null)) return NONE;
    const joined = (one, two) => Math.sqrt(Math.max(0, one ** 2 + two ** 2 - 2 * together * one * two));
    const change = variant.value - base.value;
    return [change - joined(variant.value - variant.low, base.high - base.value), change + joined(variant.high - variant.value, base.value - base.low)];
  };

  // Looks ------------------------------------------------------------------------------------------------------------
  // The numbers of games after which figures are drawn: those of checks/deciding.looks, and early ones for slow games.
  const FIRST_LOOK = 50;
  const after = (games, parts) => parts.map((part) => Math.ceil(games / part));
  const regular = (games) => after(games, [16, 8, 4, 2]).filter((first) => first < games).concat(games);
  const early = (games) => after(games, [320, 64]).filter((first) => first >= FIRST_LOOK && first < games);
  const looks = (games) => [...early(games), ...regular(games)];
  // The share of the error that look number 1, 2, ... spends: regular ones as in Python, the early ones divide the rest.
  const spent = (games, look) => {
    const ahead = early(games).length, number = look - ahead;
    return number > 0 ? 1 / (number * (number + 1)) : 1 / (ahead * (regular(games).length + 1));
  };

  return {
    quotient, ratioSums, ofWon, sums, criticalZ, share, credit, creditRatio, meanOf, reach, independent, ofSums, ratio, quantile, contrasts, paired,
    correlation, moments, matched, shareDifference, recovered, looks, spent,
  };
})();
