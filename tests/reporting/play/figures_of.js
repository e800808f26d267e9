// Reads metrics and questions [cell or pair, metric, of, stat, confidence, family], writes [value, low, high, note] of each.
const fs = require("fs");
const [, , ...scripts] = process.argv;
const { figures } = new Function(`${scripts.map((path) => fs.readFileSync(path, "utf8")).join("\n")}; return { figures };`)();
const { metrics, questions } = JSON.parse(fs.readFileSync(0, "utf8"));
console.log(JSON.stringify(questions.map(([known, metric, of, stat, confidence, family]) => {
  const answer = known.link ? figures.difference : figures.estimate;
  const found = answer(known, metrics[metric], { of, stat }, confidence, family);
  return [found.value, found.low, found.high, found.note];
})));
