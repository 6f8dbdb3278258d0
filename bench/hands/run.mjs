// node run.mjs MODULE ROUNDS SECONDS: hands a second of each way, by turns; and the sum of points, which must be the same.
import { pathToFileURL } from "node:url";

const [path, rounds, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const module = await import(pathToFileURL(path));
const ways = {};
for (const name of ["built", "by_hand", "objects", "sets"]) ways[name] = (await import(`./${name}.mjs`)).player(module);
// Seconds of processor time: other programs on the machine do not count.
const spent = () => process.cpuUsage().user / 1e6;
const report = {};
for (const [name, hand] of Object.entries(ways)) {
  const random = module.seeded(7);
  let points = 0;
  for (let i = 0; i < 2000; i++) points += hand(random);
  report[name] = { points, hands_a_second: [] };
}
for (let round = 0; round < rounds; round++)
  for (const [name, hand] of Object.entries(ways)) {
    const random = module.seeded(round);
    const start = spent();
    let hands = 0;
    while (spent() - start < seconds) for (let i = 0; i < 100; i++, hands++) hand(random);
    report[name].hands_a_second.push(Math.round(hands / (spent() - start)));
  }
console.log(JSON.stringify(report));
