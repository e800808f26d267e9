// Reads {data, description, wanted}, writes of each setting [scenario, command, link, the setting of that link].
const fs = require("fs");
const [, , script] = process.argv;
const { settings } = new Function(`${fs.readFileSync(script, "utf8")}; return { settings };`)();
const { data, description, wanted } = JSON.parse(fs.readFileSync(0, "utf8"));
const start = { ...settings.copy(data.base), seed: data.seed, games: data.games };
console.log(JSON.stringify(wanted.map((change) => {
  const setting = { ...settings.copy(start), ...change, rules: { ...data.base.rules, ...change.rules }, parts: { ...data.base.parts, ...change.parts } };
  const link = settings.toHash(setting, start);
  return [
    settings.scenario(setting, data, "changed", description), settings.command(setting, data.from, data.target),
    settings.same(settings.fromHash(link, start, () => true).setting, setting),
  ];
})));
