// Quantiles of the normal, Student's, gamma and beta distributions: twins of scipy.special and of Python's library.
// Densities by saddle points (Loader 2000), tails by series and continued fractions (Lentz), quantiles by guarded Newton steps.
const special = (() => {
  const TINY = 1e-300, CLOSE = 1e-16;

  // ln n! less Stirling's formula.
  const EXACT = [1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600, 6227020800, 87178291200, 1307674368000];
  const beyondStirling = (n) => {
    if (n <= 15 && Number.isInteger(n)) return n === 0 ? 0 : Math.log(EXACT[n]) - (n + 0.5) * Math.log(n) + n - Math.log(2 * Math.PI) / 2;
    if (n < 15) return beyondStirling(n + 1) - (n + 0.5) * Math.log(n) + (n + 0.5) * Math.log1p(n) - 1;  // the recurrence of n!
    const s = 1 / (n * n);
    return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - s * 691 / 360360))))) / n;
  };
  // x ln(x / mean) + mean - x, without cancellation.
  const deviance = (x, mean) => {
    if (Math.abs(x - mean) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
    const v = (x - mean) / (x + mean);
    let sum = (x - mean) * v, term = 2 * x * v;
    for (let k = 3; ; k += 2) {
      term *= v * v;
      const next = sum + term / k;
      if (next === sum) return sum;
      sum = next;
    }
  };
  // x^a e^-x / gamma(a).
  const gammaFactor = (a, x) => {
    if (a < 1) return gammaFactor(a + 1, x) * a / x;
    return a * Math.exp(-beyondStirling(a) - deviance(a, x)) / Math.sqrt(2 * Math.PI * a);
  };
  // x^a y^b / B(a, b), where y = 1 - x.
  const betaFactor = (a, b, x, y) => {
    if (a < 1) return betaFactor(a + 1, b, x, y) * a / ((a + b) * x);
    if (b < 1) return betaFactor(a, b + 1, x, y) * b / ((a + b) * y);
    const n = a + b;
    const exponent = beyondStirling(n) - beyondStirling(a) - beyondStirling(b) - deviance(a, n * x) - deviance(b, n * y);
    return Math.exp(exponent) * Math.sqrt(a * b / (2 * Math.PI * n));
  };

  // Both tails of the gamma distribution of shape a at x: [below, above].
  const gammaTails = (a, x) => {
    if (x <= 0) return [0, 1];
    const factor = gammaFactor(a, x);
    if (x < a + 1) {
      let term = 1 / a, sum = term;
      for (let k = 1; term > sum * CLOSE; k++) sum += term *= x / (a + k);
      return [factor * sum, 1 - factor * sum];
    }
    let b = x + 1 - a, c = 1 / TINY, d = 1 / b, product = d;
    for (let k = 1; k < 1e6; k++) {
      const step = -k * (k - a);
      b += 2;
      d = 1 / (step * d + b || TINY);
      c = b + step / c || TINY;
      product *= d * c;
      if (Math.abs(d * c - 1) < CLOSE) break;
    }
    return [1 - factor * product, factor * product];
  };
  // Both tails of the beta distribution at x (y = 1 - x).
  const betaTails = (a, b, x, y) => {
    if (x <= 0) return [0, 1];
    if (y <= 0) return [1, 0];
    if (x > (a + 1) / (a + b + 2)) return betaTails(b, a, y, x).reverse();
    let c = 1, d = 1 / (1 - (a + b) * x / (a + 1) || TINY), product = d;
    for (let m = 1; m < 1e6; m++) {
      let step = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
      d = 1 / (1 + step * d || TINY);
      c = 1 + step / c || TINY;
      product *= d * c;
      step = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
      d = 1 / (1 + step * d || TINY);
      c = 1 + step / c || TINY;
      product *= d * c;
      if (Math.abs(d * c - 1) < CLOSE) break;
    }
    const below = betaFactor(a, b, x, y) * product / a;
    return [below, 1 - below];
  };
  const normalAbove = (z) => z < 0 ? 1 - normalAbove(-z) : gammaTails(0.5, z * z / 2)[1] / 2;

  // The root of a falling function (given with its slope) between low and high: Newton's steps, bisection where they leave the bracket.
  const root = (at, low, high, start) => {
    let x = start;
    for (let k = 0; k < 200; k++) {
      const [value, slope] = at(x);
      if (value > 0) low = x; else high = x;
      let next = x - value / slope;
      if (!(next > low && next < high)) next = high === Infinity ? 2 * x + 1 : (low + high) / 2;
      if (next === x || Math.abs(next - x) <= 1e-15 * Math.abs(x)) return next;
      x = next;
    }
    return x;
  };
  const remembered = (compute) => {
    const known = new Map();
    return (...given) => {
      const key = given.join();
      if (!known.has(key)) { if (known.size > 5000) known.clear(); known.set(key, compute(...given)); }
      return known.get(key);
    };
  };

  // The z that a normal deviate exceeds with that chance.
  const normalQuantile = remembered((above) => {
    if (above === 0.5) return 0;
    if (above > 0.5) return -normalQuantile(1 - above);
    const log = Math.log(above);
    const at = (z) => {  // in logarithms, nearly a parabola
      const tail = normalAbove(z);
      return [Math.log(tail) - log, -Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI) / tail];
    };
    return root(at, 0, 40, Math.sqrt(Math.max(0.01, -2 * log - Math.log(Math.max(1, -12 * log)))));
  });
  // The t that Student's deviate exceeds with that chance, at most a half.
  const studentQuantile = remembered((degrees, above) => {
    if (above === 0.5) return 0;
    const log = Math.log(above), a = degrees / 2;
    const at = (t) => {
      const whole = degrees + t * t;
      const tail = betaTails(a, 0.5, degrees / whole, t * t / whole)[0] / 2;
      return [Math.log(tail) - log, -betaFactor(a, 0.5, degrees / whole, t * t / whole) / t / tail];
    };
    return root(at, 0, Infinity, normalQuantile(above));
  });
  // The x that a gamma deviate of shape a exceeds with the chance `above`, its other tail being `below`.
  const gammaQuantile = remembered((a, above, below) => {
    const upper = above < below, log = Math.log(upper ? above : below);
    const at = (x) => {
      const [left, right] = gammaTails(a, x), density = gammaFactor(a, x) / x;
      return upper ? [Math.log(right) - log, -density / right] : [log - Math.log(left), -density / left];
    };
    const z = normalQuantile(above), start = a * (1 - 1 / (9 * a) + z / (3 * Math.sqrt(a))) ** 3;  // Wilson & Hilferty
    return root(at, 0, Infinity, start > 0 ? start : Math.exp((log + beyondStirling(a) + (a + 0.5) * Math.log(a) - a + 0.9189385332046727) / a) || TINY);
  });
  // The x below which a beta deviate lies with the chance `below`, at most a half.
  const betaQuantile = remembered((a, b, below) => {
    const log = Math.log(below);
    const at = (x) => {
      const left = betaTails(a, b, x, 1 - x)[0];
      return [log - Math.log(left), -betaFactor(a, b, x, 1 - x) / (x * (1 - x)) / left];
    };
    return root(at, 0, 1, a / (a + b));
  });
  // The chance of at most k events in n, each of chance p.
  const binomialUpTo = (k, n, p) => k >= n ? 1 : k < 0 ? 0 : betaTails(k + 1, n - k, p, 1 - p)[1];

  return { normalAbove, normalQuantile, studentQuantile, gammaQuantile, betaQuantile, binomialUpTo };
})();
