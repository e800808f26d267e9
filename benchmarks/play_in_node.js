// Plays a setting on one core as the worker of a page does: node play_in_node.js ENGINE WORKER < {description, modules, setting, count, tries}.
// Writes games a second, sums included; the best of the tries.
const fs = require("fs");
const [engine, worker] = process.argv.slice(2).map((path) => fs.readFileSync(path, "utf8"));
const { description, modules, setting, count, tries } = JSON.parse(fs.readFileSync(0, "utf8"));
const { sideOf, whole } = new Function(`${engine}; return { sideOf, whole };`)();
const { playerOf } = new Function("self", `${worker}; return { playerOf };`)({});
const compiled = modules.split(" ").map((code) => new WebAssembly.Module(Buffer.from(code, "base64")));
const player = playerOf(compiled, description.layout, description.tally), CHUNK = 2048;
player.setUp({ sides: [sideOf(description, whole(description, setting)).message], pairs: null });
let best = Infinity;
for (let n = 0; n <= tries; n += 1) {  // the first warms up
  const began = performance.now();
  for (let first = 0; first < count; first += CHUNK) player.chunk(first, Math.min(CHUNK, count - first));
  if (n) best = Math.min(best, performance.now() - began);
}
console.log(JSON.stringify(1000 * count / best));
